import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import * as z from '../../../core/zod.ts';
import { compareCodeUnits, parseJsonFile } from '../../../files/textFile.ts';
import { validateShape } from '../../../statechart/formats/shape.ts';
import { createStepDraft } from '../../../traces/steps.ts';
import { SAY, type TraceCase, type TraceStep } from '../../../traces/traces.ts';
import { type PreparedCase, prepareCasesBy } from '../governance/prepareCases.ts';
import { CODING, isShellTool, OTHER_TOOL } from './coding.ts';
import { createStateMapper, LOOKED_AT, type LookedAt, type Mapping, OTHERWISE } from './mapping.ts';
import { explainSlowExpression } from './slowExpression.ts';

type Pair = readonly [match: string, state: string];

const createStateRules = (on: LookedAt, pairs: readonly Pair[]) =>
  pairs.map(([match, state]) => ({ on, match, state }));

/** Customer service by tools, as in tau-bench. */
const TAU: Mapping = {
  name: 'tau',
  otherwise: 'tool',
  rules: createStateRules('tool', [
    ['^say$', 'TALK'],
    ['^(think|calculate)$', 'THINK'],
    ['transfer', 'HANDOFF'],
    ['^(find_user|get_user_details|get_customer)', 'IDENTIFY'],
    ['^(get_|find_|search_|list_|check_|view_|query_|lookup_|kb_|grep|read_)', 'LOOKUP'],
    ['', 'ACT'],
  ]),
};

/** An agent that mends code with tools for finding, viewing and replacing. */
const MOATLESS: Mapping = {
  name: 'moatless',
  otherwise: 'tool',
  rules: createStateRules('tool args', [
    ['^(Find|SemanticSearch)', 'SEARCH'],
    ['^ViewCode|"command":"view"', 'READ'],
    ['^(StringReplace|CreateFile|AppendString|InsertLines?|EditActionArguments)', 'EDIT'],
    ['^RunTests', 'TEST'],
    ['^(Finish|Reject)', 'FINISH'],
    ['', 'OTHER'],
  ]),
};

/** A database asked in SQL; the tool is the statement's first word. */
const SQL: Mapping = {
  name: 'sql',
  otherwise: 'tool',
  rules: createStateRules('tool', [
    ['^(select|with)$', 'QUERY'],
    ['^(show|desc|describe)$', 'SCHEMA'],
    ['^submit$', 'FINISH'],
    ['', 'OTHER'],
  ]),
};

/** A shell; the arguments are the command. */
const SHELL: Mapping = {
  name: 'shell',
  strip: '^(?:cd\\s+\\S+\\s*(?:&&|;)\\s*)+(?=\\S)',
  otherwise: 'tool',
  rules: createStateRules('args', [
    ['COMPLETE_TASK_AND_SUBMIT|^submit\\b', 'FINISH'],
    ['^sed\\s+-n', 'READ'],
    ['^cat\\b[^\\n]*(<<|>)', 'EDIT'],
    ['^(find|grep|rg|ls|tree|cd|pwd|find_file|search_dir|search_file)\\b', 'SEARCH'],
    ['^(cat|head|tail|nl|wc|awk|open|goto|scroll_down|scroll_up)\\b', 'READ'],
    ['^(sed|echo|rm|mv|cp|patch|mkdir|tee|touch|edit|create)\\b', 'EDIT'],
    ['^git\\b', 'VCS'],
    ['^(python3?|pytest|pip|make|tox|bash|sh|timeout)\\b', 'RUN'],
    ['^\\S*(python|test)', 'RUN'],
    ['', 'OTHER'],
  ]),
};

/** The phases of an agent that looks for something, thinks, decides and finishes. */
const PHASES_MAPPING: Mapping = {
  name: 'phases',
  otherwise: 'tool',
  rules: createStateRules('tool', [
    ['(?:^|[_.])(?:finish|submit|complete|final_answer|done|exit|stop)|^Finished$|^Rejected$', 'finishing'],
    ['^(?:think|reason|analy[sz]e|calculate|reflect|plan|summari[sz]e)', 'analyzing'],
    ['^say$', 'deciding'],
    ['', 'searching'],
  ]),
};

/** The source's own state; the tool's name without one. */
export const AS_THE_SOURCE_SAYS: Mapping = { name: 'source', rules: [], otherwise: 'source' };
/** Each tool a state. */
export const EACH_TOOL: Mapping = { name: 'tool', rules: [], otherwise: 'tool' };
/** Each agent or role a state. */
const EACH_AGENT: Mapping = { name: 'agent', rules: [], otherwise: 'agent' };

/** Mappings by name. */
export const MAPPINGS: Readonly<Record<string, Mapping>> = Object.fromEntries(
  [AS_THE_SOURCE_SAYS, EACH_TOOL, EACH_AGENT, PHASES_MAPPING, CODING, TAU, SHELL, SQL, MOATLESS].map(one => [
    one.name,
    one,
  ]),
);

const MAPPING = z.strictObject({
  name: z.string(),
  rules: z.array(
    z.strictObject({ on: z.enum(LOOKED_AT), match: z.string(), state: z.union([z.string(), z.null()]) }),
  ),
  strip: z.optional(z.string()),
  otherwise: z.enum(OTHERWISE),
});

/** UTF-16 units of an expression. */
const LONGEST_EXPRESSION = 1_000;

/** Patterns of the known mappings are safe. */
const KNOWN_PATTERNS = new Set(Object.values(MAPPINGS).flatMap(({ strip }) => strip ?? []));

/** A mapping out of JSON. @throws InputError that names the rule and the place of the first mistake */
export function readStateMapping(json: unknown): Mapping {
  const mistakes: string[] = [];
  const mapping = validateShape(MAPPING, json, 'mapping', mistakes);
  if (mapping === undefined) throw new InputError(mistakes[0]);
  const name = `mapping “${formatQuotedText(mapping.name)}”`;
  if (mapping.strip !== undefined) checkRegularExpression(mapping.strip, `${name}, strip`);
  for (const [i, { match, state }] of mapping.rules.entries()) {
    checkRegularExpression(match, `${name}, rule ${i + 1}, match`);
    if (state?.trim() === '')
      throw new InputError(
        `${name}, rule ${i + 1} (“${formatQuotedText(match)}”): its state is empty; null ignores the step`,
      );
  }
  const { strip, ...others } = mapping;
  return { ...others, ...(strip !== undefined && { strip }) };
}

function checkRegularExpression(text: string, place: string): void {
  if (text.length > LONGEST_EXPRESSION)
    throw new InputError(`${place}: ${text.length} characters, at most ${LONGEST_EXPRESSION}`);
  try {
    new RegExp(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^.*: /, '') : 'not understood';
    throw new InputError(`${place}: “${formatQuotedText(text)}” is not a regular expression: ${why}`, {
      cause,
    });
  }
  const slow = KNOWN_PATTERNS.has(text) ? null : explainSlowExpression(text);
  if (slow !== null)
    throw new InputError(`${place}: “${formatQuotedText(text)}” ${slow}, which may take for ever`);
}

/** Most states of a chart: of more, the rarest are one. */
const MAX_MAPPED_STATES = 24;
/** Most tools of which each has a state when nothing else is said. */
const FEW_TOOLS = 8;
/** Name of the state that the rarest are. */
export const OTHER = 'other';
/** Share of the steps that must have what a usual mapping looks at. */
const MIN_COVERED_SHARE = 0.95;
/** Share of the calls that must have a state of their own for the mapping of coding agents. */
const COVERED = 0.8;
/** Tools without a state that are named. */
const MAX_NAMED_TOOLS = 3;
const WANTED = 'a mapping: {"preset": "tau"}, or name, rules and otherwise';

const MAPPING_LABELS: Readonly<Record<string, string>> = {
  source: 'as the traces say',
  tool: 'each tool a state',
  agent: 'each agent a state',
  phases: 'phases: searching, analyzing, deciding, finishing',
  tau: 'by what a tool’s name begins with',
  moatless: 'searching, reading and editing code',
  sql: 'by the keyword of a query',
  coding: 'what coding agents do: search, read, edit, test, build and so on',
  shell: 'by the command that a shell is given',
};

/** Result of mapping the steps. */
interface Mapped {
  readonly prepared: readonly PreparedCase[];
  readonly mapping: Mapping;
  /** The mapping in words. */
  readonly words: string;
}

/** States of all steps: by the user's mapping, or by what the traces hold. @throws InputError for a mapping that cannot be read */
export function mapStepsToStates(
  cases: readonly TraceCase[],
  file: { readonly name: string; readonly text: string } | null,
  hidden: ReadonlyMap<TraceStep, string | null> = new Map(),
): Mapped {
  const mapping =
    file === null ? MAPPINGS[chooseDefaultMapping(cases)] : parseMappingFile(file.name, file.text);
  const byRules = createStateMapper(mapping);
  const named = (step: TraceStep) => hidden.get(step) ?? (hidden.has(step) ? null : byRules(step));
  const rare = findRareStates(cases, named);
  const words =
    getMappingPreset(mapping) === null
      ? 'by your own rules'
      : `${MAPPING_LABELS[mapping.name]}${describeUnmappedCalls(cases, mapping, named)}`;
  if (rare.size === 0) return { prepared: prepareCasesBy(cases, named), mapping, words };
  const few = (step: TraceStep) => {
    const state = named(step);
    return state !== null && rare.has(state) ? OTHER : state;
  };
  return {
    prepared: prepareCasesBy(cases, few),
    mapping,
    words: `${words}; the ${rare.size} rarest are one, “${OTHER}”`,
  };
}

/** Which calls of coding agents have no state of their own: the most frequent tools, and how many steps. */
function describeUnmappedCalls(
  cases: readonly TraceCase[],
  mapping: Mapping,
  named: (step: TraceStep) => string | null,
): string {
  if (mapping !== CODING) return '';
  const counts = new Map<string, number>();
  let all = 0;
  for (const { steps } of cases)
    for (const step of steps) {
      all++;
      if (named(step) === OTHER_TOOL) counts.set(step.tool, (counts.get(step.tool) ?? 0) + 1);
    }
  const others = [...counts].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b));
  if (others.length === 0) return '';
  const count = others.reduce((sum, [, times]) => sum + times, 0);
  const tools = others.slice(0, MAX_NAMED_TOOLS).map(([tool]) => formatQuotedText(tool));
  return `; ${count} of ${all} steps stay ${OTHER_TOOL} (${tools.join(', ')}${others.length > MAX_NAMED_TOOLS ? ', …' : ''})`;
}

/** Name of a mapping that was taken by its name; null for rules that were given in full. */
export const getMappingPreset = (mapping: Mapping): string | null =>
  MAPPINGS[mapping.name] === mapping ? mapping.name : null;

/** A mapping as a file holds it: by its name, or in full. */
function parseMappingFile(name: string, text: string): Mapping {
  const value = parseJsonFile(name, text, WANTED);
  const preset = typeof value === 'object' && value !== null && 'preset' in value ? value.preset : undefined;
  try {
    if (preset === undefined) return readStateMapping(value);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${name}: ${error.message}`) : error;
  }
  if (typeof preset === 'string' && Object.hasOwn(MAPPINGS, preset)) return MAPPINGS[preset];
  throw new InputError(
    `${name}: preset ${formatQuotedText(JSON.stringify(preset))} is unknown; there are ${Object.keys(MAPPINGS).join(', ')}`,
  );
}

/** The mapping for traces of which nobody has said how they are to be read. */
function chooseDefaultMapping(cases: readonly TraceCase[]): string {
  let [steps, withState, withCommand] = [0, 0, 0];
  const tools = new Set<string>();
  for (const one of cases)
    for (const step of one.steps) {
      steps++;
      if (step.state !== null) withState++;
      if (isCommandStep(step)) withCommand++;
      tools.add(step.tool);
    }
  if (withState > 0 && withState >= MIN_COVERED_SHARE * steps) return 'source';
  if (hasCodingTools(tools) && isMostlyCoding(cases)) return 'coding';
  if (withCommand > 0 && withCommand >= MIN_COVERED_SHARE * steps) return 'shell';
  return tools.size <= FEW_TOOLS ? 'tool' : 'tau';
}

/** True if some of the tools run commands or edit files. */
function hasCodingTools(tools: ReadonlySet<string>): boolean {
  const state = createStateMapper(CODING);
  return [...tools].some(tool => isShellTool(tool) || state({ ...NO_STEP, tool }) === 'EDIT');
}

/** True if most calls are those of coding agents. */
function isMostlyCoding(cases: readonly TraceCase[]): boolean {
  const state = createStateMapper(CODING);
  let [calls, known] = [0, 0];
  for (const { steps } of cases)
    for (const step of steps) {
      if (step.tool === SAY) continue;
      calls++;
      if (state(step) !== OTHER_TOOL) known++;
    }
  return known >= COVERED * calls;
}

const NO_STEP = createStepDraft({ tool: '' });

const isCommandStep = ({ tool, args }: TraceStep): boolean =>
  args !== null && /^(bash|shell|sh|execute_bash|terminal)$/i.test(tool);

/** The states that are too many. */
function findRareStates(
  cases: readonly TraceCase[],
  named: (step: TraceStep) => string | null,
): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { steps } of cases)
    for (const step of steps) {
      const state = named(step);
      if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  if (counts.size <= MAX_MAPPED_STATES) return new Set();
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b));
  return new Set(sorted.slice(MAX_MAPPED_STATES - 1).map(([state]) => state));
}
