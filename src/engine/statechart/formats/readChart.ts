import { InputError, InputErrors } from '../../core/errors.ts';
import { createTextDecoder, detectFileKind } from '../../files/detectFileKind.ts';
import { decodeTextFile, parseJsonFile, type Reads } from '../../files/textFile.ts';
import { readScxml } from '../scxml/read.ts';
import { describeUnsupportedChart, isStatesJson } from './describeUnsupportedChart.ts';
import { type ChartReading, createStubImplementations, type Implementations } from './implementations.ts';
import { readJsonChart } from './index.ts';
import { isMermaidDiagram } from './parseMermaidStatements.ts';
import { readMermaidChart } from './readMermaidChart.ts';

/** Milliseconds of a tick, unless somebody says otherwise. */
const SECOND = 1000;

/** What files with a chart are. */
export const CHART_FILE: Reads = {
  forms: ['chart', 'json'],
  words:
    'a statechart as SCXML, as JSON (Statescope’s own or an XState 5 configuration), or as a stateDiagram-v2 of Mermaid',
};

/** How a chart is read. */
interface ReadingOptions {
  readonly implementations?: Implementations;
  /** Milliseconds of a tick, for delays. */
  readonly tick?: number;
  /** Whether functions that are not known here are played as noted: guards as true, actions as nothing. */
  readonly isAsNoted?: boolean;
}

/** Whether a text is an XML document. */
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
export function readChart(name: string, text: string, options: ReadingOptions = {}): ChartReading {
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
    const told = message.replace(
      UNKNOWN,
      (line, what) => `${line}; ${WAY_OUT[what as keyof typeof WAY_OUT]}`,
    );
    if (told === message) throw error;
    throw new (error instanceof InputErrors ? InputErrors : InputError)(told);
  }
}

/** A line on a function that a chart names and that is not here. */
const UNKNOWN =
  /^.*?(?:there is no function for (?=guard|action)|(?=(?:guard|action) “.*” is a function, which a document))(guard|action).*$/gm;
const WAY_OUT = {
  guard: 'with “Unknown functions: as noted” (--as_noted on) it plays as true',
  action: 'with “Unknown functions: as noted” (--as_noted on) it does nothing',
};

function readChartByFormat(name: string, text: string, options: ReadingOptions): ChartReading {
  const { implementations = {}, tick = SECOND } = options;
  const ownName = name.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
  const unread = describeUnsupportedChart(text);
  if (unread !== null) throw new InputError(`it looks like ${unread}`);
  // A text of Markdown may begin with a tag.
  if (isMermaidDiagram(text)) return readMermaidChart(text, { name: ownName, implementations });
  if (isXmlText(text)) return readScxml(text, { name: ownName, implementations, millisecondsPerTick: tick });
  return readJsonChart(parseJsonFile(name, text, CHART_FILE.words), { implementations, tick });
}
