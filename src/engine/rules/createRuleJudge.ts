import type { StepKeys } from './stepKeyer.ts';
import { type PlainRule, type StopRule, USUAL_LIKENESS, USUAL_WINDOW } from './stopRule.ts';

/**
 * Takes the steps of one case in order and returns true if its rule holds after each. It is stateful: one for each
 * case.
 */
export type Judge = (step: StepKeys) => boolean;

/** Part of a step that a rule reads. */
export type KeyName = 'tool' | 'call' | 'result' | 'state';

/** Different calls or results that a judge remembers; of more, the oldest are forgotten, so that no session takes all memory. */
export const MAX_REMEMBERED = 100_000;

/** A judge that has seen nothing yet. */
export function createRuleJudge(rule: StopRule): Judge {
  if (rule.rule !== 'any') return createPlainJudge(rule);
  const judges = rule.of.map(createPlainJudge);
  return step => {
    let holds = false;
    for (const judge of judges) if (judge(step)) holds = true;
    return holds;
  };
}

function createPlainJudge(rule: PlainRule): Judge {
  const { threshold, compare } = rule;
  if (rule.rule === 'similar') return judgeSimilarSteps(rule);
  if (rule.rule === 'longer_than') return judgeRunLength(threshold);
  if (compare === 'error')
    return rule.rule === 'in_run' ? judgeErrorsInRun(threshold) : judgeErrorsInARow(threshold);
  if (compare === 'call_error') return judgeFailingCall(threshold);
  const key = compare as KeyName;
  if (rule.rule === 'nothing_new') return judgeNothingNew(threshold, key);
  if (rule.rule === 'alternating') return judgeAlternation(threshold, key);
  if (rule.rule === 'in_run') return judgeRepeatsInRun(threshold, key);
  return key === 'state' ? judgeSameState(threshold) : judgeRepeatsInARow(threshold, key);
}

/** A message between two calls breaks the series. */
function judgeRepeatsInARow(n: number, key: KeyName): Judge {
  let [count, last] = [0, 0];
  return step => {
    if (step.isMessage) [count, last] = [0, 0];
    else {
      count = step[key] === last ? count + 1 : 1;
      last = step[key];
    }
    return count >= n;
  };
}

/** Messages are steps of their state as well. */
function judgeSameState(n: number): Judge {
  let [count, last] = [0, 0];
  return ({ state }) => {
    count = state === last ? count + 1 : 1;
    last = state;
    return count >= n;
  };
}

/** The same call, failing each time. */
function judgeFailingCall(n: number): Judge {
  let [count, last] = [0, 0];
  return ({ isMessage, call, failed }) => {
    count = isMessage || !failed ? 0 : call === last ? count + 1 : 1;
    last = isMessage ? 0 : call;
    return count >= n;
  };
}

function judgeErrorsInARow(n: number): Judge {
  let count = 0;
  return ({ isMessage, failed }) => {
    if (isMessage) return false;
    count = failed ? count + 1 : 0;
    return count >= n;
  };
}

function judgeErrorsInRun(n: number): Judge {
  let count = 0;
  return ({ isMessage, failed }) => {
    if (isMessage || !failed) return false;
    return ++count >= n;
  };
}

/** A call whose compared part is unknown does not count. */
function judgeRepeatsInRun(n: number, key: KeyName): Judge {
  const counts = new Map<number, number>();
  return step => {
    if (step.isMessage || isComparedPartUnknown(step, key)) return false;
    const count = (counts.get(step[key]) ?? 0) + 1;
    counts.set(step[key], count);
    if (counts.size > MAX_REMEMBERED) counts.delete(counts.keys().next().value as number);
    return count >= n;
  };
}

/** True if the compared part is unknown. */
const isComparedPartUnknown = ({ hasArgs, hasResult }: StepKeys, key: KeyName): boolean =>
  (key === 'call' && !hasArgs) || (key === 'result' && !hasResult);

function judgeNothingNew(n: number, key: KeyName): Judge {
  const seen = new Set<number>();
  let count = 0;
  return step => {
    if (step.isMessage) return false;
    count = seen.has(step[key]) ? count + 1 : 0;
    seen.add(step[key]);
    if (seen.size > MAX_REMEMBERED) seen.delete(seen.keys().next().value as number);
    return count >= n;
  };
}

/** Messages in between do not count. */
function judgeAlternation(cycles: number, key: KeyName): Judge {
  let [calls, like, before, last] = [0, 0, 0, 0];
  return step => {
    if (step.isMessage) return false;
    const now = step[key];
    like = calls >= 2 && now === before ? like + 1 : 0;
    const differs = now !== last;
    [calls, before, last] = [calls + 1, last, now];
    return differs && calls >= 2 * cycles && like >= 2 * cycles - 2;
  };
}

function judgeSimilarSteps({
  threshold,
  likeness = USUAL_LIKENESS,
  window = USUAL_WINDOW,
}: PlainRule): Judge {
  const last: { readonly tool: number; readonly words: ReadonlySet<string> }[] = [];
  return ({ isMessage, tool, args }) => {
    if (isMessage) return false;
    const words = extractWordSet(args);
    let alike = 0;
    for (const one of last) if (one.tool === tool && areWordSetsSimilar(words, one.words, likeness)) alike++;
    last.push({ tool, words });
    if (last.length > window) last.shift();
    return alike >= threshold - 1;
  };
}

function judgeRunLength(n: number): Judge {
  let count = 0;
  return () => ++count > n;
}

const WORD_SETS = new Map<string, ReadonlySet<string>>();
const MAX_KNOWN_WORD_SETS = 4_000;
const NO_WORDS: ReadonlySet<string> = new Set();

/** Runs of letters and digits in a text, in lower case. */
export function extractWordSet(text: string | null): ReadonlySet<string> {
  if (text === null) return NO_WORDS;
  let words = WORD_SETS.get(text);
  if (words === undefined) {
    if (WORD_SETS.size >= MAX_KNOWN_WORD_SETS) WORD_SETS.clear();
    words = new Set(text.toLowerCase().match(/[a-z0-9]+/g));
    WORD_SETS.set(text, words);
  }
  return words;
}

/** True if two sets have at least this share of their words in common (Jaccard); never if both are empty. */
export function areWordSetsSimilar(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  likeness: number,
): boolean {
  const [less, more] = a.size <= b.size ? [a, b] : [b, a];
  // Sets of so different sizes cannot be similar.
  if (more.size === 0 || less.size / more.size < likeness) return false;
  if (a === b) return true;
  let common = 0;
  for (const word of less) if (more.has(word)) common++;
  return common / (a.size + b.size - common) >= likeness;
}
