import { checkText } from '../../core/checkOptions.ts';
import { InputError, InputErrors } from '../../core/errors.ts';
import { createTextDecoder, detectFileKind } from '../../files/detectFileKind.ts';
import { skipDotComments, skipXmlProlog } from '../../files/skipComments.ts';
import { decodeTextFile, parseJsonFile, type Reads } from '../../files/textFile.ts';
import { readScxml } from '../scxml/readScxml.ts';
import {
  type ChartReading,
  createStubImplementations,
  type Implementations,
  isKeyedObject,
  type Json,
} from './implementations.ts';
import { readJsonChart } from './index.ts';
import { extractMermaidBlock, isMermaidDiagram } from './parseMermaidStatements.ts';
import { readMermaidChart } from './readMermaidChart.ts';

/** Milliseconds of a tick, unless somebody says otherwise. */
const SECOND = 1000;

/** Forms of files with a chart. */
export const CHART_FILE: Reads = {
  forms: ['chart', 'json'],
  words:
    'a statechart as SCXML, as JSON (Statescope’s own or an XState 5 configuration), or as a stateDiagram-v2 of Mermaid',
};

/** Options for reading a chart. */
export interface ChartReadingOptions {
  readonly implementations?: Implementations;
  /** Milliseconds of a tick, for delays. */
  readonly tick?: number;
  /** True if unknown functions are played as noted: guards as true, actions as nothing. */
  readonly isAsNoted?: boolean;
}

/** True if a text is an XML document. */
export const isXmlText = (text: string): boolean => /^\s*</.test(text);

/** The text of a file with a chart. @throws InputError that says what else it is, and what may be brought instead */
export function decodeChartFile(name: string, bytes: Uint8Array): string {
  const { form, head } = detectFileKind(name, bytes);
  const text = head === '' ? '' : createTextDecoder(bytes).decode(bytes);
  const unread = describeUnsupportedChart(text);
  if (unread !== null) throw new InputError(`${name} looks like ${unread}`);
  // Other kinds of JSON are known by words that a chart may have for names; a run has a chart, and is none.
  const isChart =
    !CHART_FILE.forms.includes(form) && form !== 'run' && (isStatesJson(text) || isMermaidDiagram(text));
  return decodeTextFile(name, bytes, isChart ? { ...CHART_FILE, forms: [form] } : CHART_FILE);
}

/**
 * Reads a chart in whatever form it is written.
 * @param name of the file
 * @throws InputError of the one mistake, InputErrors of several, each with its place
 */
export function readChart(name: string, text: string, options: ChartReadingOptions = {}): ChartReading {
  checkText(text, 'readChart', 'after the name of its file');
  const functions = new Set<string>();
  const implementations = options.isAsNoted ? createStubImplementations(functions) : options.implementations;
  try {
    const reading = readChartByFormat(name, text, {
      ...options,
      ...(implementations && { implementations }),
    });
    return { ...reading, notes: [...functions, ...reading.notes] };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message } = error;
    const sentence = message.replace(
      UNKNOWN,
      (line, what) => `${line}; ${WAY_OUT[what as keyof typeof WAY_OUT]}`,
    );
    if (sentence === message) throw error;
    throw new (error instanceof InputErrors ? InputErrors : InputError)(sentence);
  }
}

/** A line on a function that a chart names and that is not here. */
const UNKNOWN =
  /^.*?(?:there is no function for (?=guard|action)|(?=(?:guard|action) “.*” is a function, which a document))(guard|action).*$/gm;
const WAY_OUT = {
  guard: 'with “Unknown functions: as noted” (--as_noted on) it plays as true',
  action: 'with “Unknown functions: as noted” (--as_noted on) it does nothing',
};

function readChartByFormat(name: string, text: string, options: ChartReadingOptions): ChartReading {
  const { implementations = {}, tick = SECOND } = options;
  const ownName = name.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
  const unread = describeUnsupportedChart(text);
  if (unread !== null) throw new InputError(`it looks like ${unread}`);
  // A text of Markdown may begin with a tag.
  if (isMermaidDiagram(text)) return readMermaidChart(text, { name: ownName, implementations });
  if (isXmlText(text)) return readScxml(text, { name: ownName, implementations, tick });
  return readJsonChart(parseJsonFile(name, text, CHART_FILE.words), { implementations, tick });
}

/** A form in which others write charts and that is not read here, known by its text, its outermost element, its keys. */
interface Unread<Known> {
  /** "a process model (BPMN)" */
  readonly words: string;
  /** Alternative for its user. */
  readonly advice: string;
  readonly fits: (known: Known) => boolean;
}

const PROGRAM_STEPS_ADVICE =
  'its nodes are steps of a program and no states; bring a trace of its runs as a recorded run';

const XML: readonly Unread<string>[] = [
  {
    words: 'a process model (BPMN)',
    advice:
      'its tasks are not states; write the states and events as SCXML, or bring the log of its cases as a recorded run',
    fits: root => /^(?:\w+:)?definitions\b[^>]*bpmn/i.test(root),
  },
  {
    words: 'a drawing of a graph (GraphML, as yEd saves it)',
    advice: 'it has no events; write the chart as SCXML or as a stateDiagram-v2 of Mermaid',
    fits: root => /^(?:\w+:)?graphml\b/.test(root),
  },
];

const UNREADABLE_TEXTS: readonly Unread<string>[] = [
  {
    words: 'a diagram of PlantUML',
    advice: 'write it as a stateDiagram-v2 of Mermaid, whose arrows are the same',
    fits: text => /^\s*@startuml\b/m.test(text),
  },
  {
    words: 'a graph in DOT (Graphviz)',
    advice:
      'it has no events; write the chart as a stateDiagram-v2 of Mermaid, as SCXML, or as the configuration of an XState machine',
    fits: text => /^(?:strict\s+)?(?:di)?graph\b[^{\n]*\{/.test(skipDotComments(text)),
  },
  {
    words: 'another diagram of Mermaid than a state diagram',
    advice: 'a stateDiagram-v2 is read',
    fits: text =>
      /^\s*(?:---[ \t]*\n[\s\S]*?\n---[ \t]*\n\s*)?(?:%%.*\n\s*)*(?:flowchart|graph\s+(?:TB|TD|BT|RL|LR)|sequenceDiagram|classDiagram|erDiagram|journey|gantt|mindmap)\b/.test(
        text,
      ),
  },
];

const hasJsonKeys = (json: Json, ...keys: string[]) => keys.every(key => Object.hasOwn(json, key));
/** True if one of a machine's transitions has these keys. */
const hasTransitionKeys = ({ transitions }: Json, ...keys: string[]) =>
  Array.isArray(transitions) && transitions.some(one => isKeyedObject(one) && hasJsonKeys(one, ...keys));

const JSON_KEYS: readonly Unread<Json>[] = [
  {
    words: 'a state machine of AWS Step Functions',
    advice:
      'its states are steps that follow each other without events; write it as SCXML, or as the configuration of an XState machine',
    fits: json => hasJsonKeys(json, 'StartAt', 'States'),
  },
  {
    words: 'a machine of pytransitions',
    advice: 'its GraphMachine with graph_engine="mermaid" writes a stateDiagram-v2, which is read',
    fits: json => !isKeyedObject(json.states) && hasTransitionKeys(json, 'dest'),
  },
  {
    words: 'a machine of javascript-state-machine',
    advice:
      'write it as the configuration of an XState machine: {"id", "initial", "states": {"solid": {"on": {"melt": "liquid"}}}}',
    fits: json => !hasJsonKeys(json, 'states') && hasTransitionKeys(json, 'from', 'to'),
  },
  {
    words: 'an automation of n8n',
    advice: PROGRAM_STEPS_ADVICE,
    fits: json => !hasJsonKeys(json, 'states') && hasJsonKeys(json, 'nodes', 'connections'),
  },
  {
    words: 'a graph of LangGraph',
    advice: PROGRAM_STEPS_ADVICE,
    fits: json =>
      !hasJsonKeys(json, 'states') &&
      hasJsonKeys(json, 'nodes', 'edges') &&
      /"__(start|end)__"/.test(JSON.stringify([json.nodes, json.edges])),
  },
];

/** Root tag of XML. */
const ROOT_TAG = /^<(\w[^>]*)/;

function tryParseChartJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Unsupported chart format of a text, in words with an alternative; null for none of these. */
function describeUnsupportedChart(given: string): string | null {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (isMermaidDiagram(text)) return null;
  const { text: diagram } = extractMermaidBlock(text);
  if (diagram !== text) return describeUnreadFormat(UNREADABLE_TEXTS.find(({ fits }) => fits(diagram)));
  if (/^\s*</.test(text)) {
    const root = ROOT_TAG.exec(skipXmlProlog(text))?.[1] ?? '';
    return describeUnreadFormat(XML.find(({ fits }) => fits(root)));
  }
  if (/^\s*[{[]/.test(text)) {
    const json = tryParseChartJson(text);
    return isKeyedObject(json) ? describeUnreadFormat(JSON_KEYS.find(({ fits }) => fits(json))) : null;
  }
  return describeUnreadFormat(UNREADABLE_TEXTS.find(({ fits }) => fits(text)));
}

const describeUnreadFormat = (found: Unread<never> | undefined): string | null =>
  found === undefined ? null : `${found.words}: ${found.advice}`;

/** True if a text is JSON with states, regardless of its other words. */
function isStatesJson(text: string): boolean {
  const json = /^\s*\{/.test(text) ? tryParseChartJson(text) : null;
  return isKeyedObject(json) && (isKeyedObject(json.states) || Array.isArray(json.states));
}
