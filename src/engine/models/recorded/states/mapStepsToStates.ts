import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import { compareCodeUnits, parseJsonFile } from '../../../files/textFile.ts';
import { CODING, isShellTool, OTHER_TOOL } from '../../../stateMapping/codingMapping.ts';
import { createStateMapper } from '../../../stateMapping/createStateMapper.ts';
import { getMappingPreset, MAPPINGS } from '../../../stateMapping/knownMappings.ts';
import type { Mapping } from '../../../stateMapping/mapping.ts';
import { readMappingOrPreset } from '../../../stateMapping/stateMappings.ts';
import { isCallTool, isGuardTool } from '../../../traces/guardSteps.ts';
import { createStepDraft } from '../../../traces/traceSteps.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import { type PreparedCase, prepareCasesBy } from '../governance/prepareCases.ts';

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
  const named = (step: TraceStep) =>
    hidden.get(step) ?? (hidden.has(step) ? null : isGuardTool(step.tool) ? step.tool : byRules(step));
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

/** A mapping as a file holds it: by its name, or in full. */
function parseMappingFile(name: string, text: string): Mapping {
  const value = parseJsonFile(name, text, WANTED);
  try {
    return readMappingOrPreset(value);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${name}: ${error.message}`) : error;
  }
}

/** The mapping for traces of which nobody has said how they are to be read. */
function chooseDefaultMapping(cases: readonly TraceCase[]): string {
  let [steps, withState, withCommand] = [0, 0, 0];
  const tools = new Set<string>();
  for (const one of cases)
    for (const step of one.steps) {
      if (isGuardTool(step.tool)) continue;
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
      if (!isCallTool(step.tool)) continue;
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
      const state = isGuardTool(step.tool) ? null : named(step);
      if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  if (counts.size <= MAX_MAPPED_STATES) return new Set();
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b));
  return new Set(sorted.slice(MAX_MAPPED_STATES - 1).map(([state]) => state));
}
