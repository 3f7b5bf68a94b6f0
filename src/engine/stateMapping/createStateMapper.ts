import type { TraceStep } from '../traces/traces.ts';
import { compilePattern, type Pattern } from './compilePattern.ts';
import { MAPPINGS } from './knownMappings.ts';
import type { MappedField, Mapping, Otherwise, StateRule } from './mapping.ts';

/** UTF-16 units of a text that a rule looks at. */
export const MAX_MATCHED_LENGTH = 1_000;

interface Compiled {
  readonly on: MappedField;
  readonly test: Pattern | null;
  readonly state: string | null;
}

/** Returns the state of a step; null for an ignored one. */
type StateOf = (step: TraceStep) => string | null;

/** The function of a mapping that is sound; `readStateMapping` finds what is wrong with one. */
export function createStateMapper(mapping: Mapping): StateOf {
  const rules = mapping.rules.map(compileStateRule);
  const strip = mapping.strip === undefined ? null : compileKnown(mapping.strip);
  if (rules.length === 0) return step => getFallbackState(mapping.otherwise, step);
  const looksAtArgs = rules.some(({ on }) => on === 'args' || on === 'tool args');
  const known = new Map<string, Map<string | null, Map<string | null, string | null | undefined>>>();
  const first = (step: TraceStep) => {
    const args = boundMatchText(step.args);
    return findMatchingState(rules, step, strip === null ? args : strip.removeFrom(args));
  };
  // Arguments are too many to be remembered.
  const remembered = (step: TraceStep) => {
    // Maps in maps: a key of all three would be a text to make for each step.
    const ofTool = getOrCreateValue(known, step.tool, () => new Map());
    const ofAgent = getOrCreateValue(ofTool, step.agent, () => new Map());
    return getOrCreateValue(ofAgent, step.state, () => first(step));
  };
  return step => {
    const found = looksAtArgs ? first(step) : remembered(step);
    return found === undefined ? getFallbackState(mapping.otherwise, step) : found;
  };
}

/** The value under a key of a map; it is made if there is none yet. */
function getOrCreateValue<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined || map.has(key)) return found as V;
  const made = make();
  map.set(key, made);
  return made;
}

const boundMatchText = (text: string | null): string => (text ?? '').slice(0, MAX_MATCHED_LENGTH);

/** Expressions of the known mappings: they were tried on the longest texts, and use the language's own engine. */
const KNOWN = new Set(
  Object.values(MAPPINGS).flatMap(({ rules, strip = '' }) => [strip, ...rules.map(({ match }) => match)]),
);
/** True for an expression of a known mapping. */
export const isKnownPattern = (text: string): boolean => KNOWN.has(text);

const compileKnown = (text: string): Pattern => compilePattern(text, isKnownPattern(text));

const compileStateRule = ({ on, match, state }: StateRule): Compiled => ({
  on,
  test: match === '' ? null : compileKnown(match),
  state,
});

/** The state of the first rule that matches; undefined if none does. */
function findMatchingState(
  rules: readonly Compiled[],
  step: TraceStep,
  args: string,
): string | null | undefined {
  return rules.find(({ on, test }) => test === null || test.test(getMatchedText(on, step, args)))?.state;
}

function getMatchedText(on: MappedField, step: TraceStep, args: string): string {
  if (on === 'args') return args;
  if (on === 'tool args') return boundMatchText(`${step.tool} ${args}`);
  return boundMatchText(step[on]);
}

function getFallbackState(otherwise: Otherwise, { tool, agent, state }: TraceStep): string | null {
  if (otherwise === 'ignored') return null;
  return (otherwise === 'agent' ? agent : otherwise === 'source' ? state : null) ?? tool;
}
