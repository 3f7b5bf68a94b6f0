import { sha256OfText } from '#sha256';
import { SAY, type TraceStep } from './traces.ts';
import { addTwoCosts, type Costs, subtractCosts, sumCostList } from './usage.ts';

/** A step while it is read: what it returned may come later in the file. */
export type StepDraft = { -readonly [Name in keyof TraceStep]: TraceStep[Name] };

/** A reader's facts about a step. Arguments and results may still be values of any kind. */
export type StepFacts = Partial<Omit<TraceStep, 'args' | 'result'>> & {
  readonly tool: string;
  readonly args?: unknown;
  readonly result?: unknown;
};

/** Characters of a text that are kept; the rest is cut, with a mark that says how long it was. */
export const MAX_TEXT_LENGTH = 1_000_000;
/** Levels of lists and objects within each other that are kept. */
export const MAX_VALUE_DEPTH = 64;

/** A call whose source names no tool. */
const UNNAMED = 'unnamed';

/** A step of which everything that is not given is unknown. */
export function createStepDraft(facts: StepFacts): StepDraft {
  const args = internTextOrNull(serializeStepValue(facts.args));
  // One literal for all: objects of one shape take less memory and time.
  const step: StepDraft = {
    // Nothing can be drawn or ruled on without a name.
    tool: internText(clipStepText(facts.tool || UNNAMED)),
    state: internText(facts.state || null),
    agent: internText(facts.agent ?? null),
    args: args === null ? null : clipStepText(args.text),
    argsHash: facts.argsHash ?? (args === null ? null : getTextDigest(args)),
    result: null,
    resultHash: facts.resultHash ?? null,
    failed: facts.failed ?? null,
    error: clipTextOrNull(facts.error),
    prompt: clipTextOrNull(facts.prompt),
    answer: clipTextOrNull(facts.answer),
    at: facts.at ?? null,
    until: facts.until ?? null,
    tokensIn: facts.tokensIn ?? null,
    tokensOut: facts.tokensOut ?? null,
    tokensCachedRead: facts.tokensCachedRead ?? null,
    tokensCachedWrite: facts.tokensCachedWrite ?? null,
    tokensReasoning: facts.tokensReasoning ?? null,
    usd: facts.usd ?? null,
    modelCalls: facts.modelCalls ?? null,
    waitsFor: facts.waitsFor ?? null,
    isInferred: facts.isInferred ?? false,
  };
  if (facts.result !== undefined) setStepResult(step, facts.result);
  return step;
}

const internTextOrNull = (text: string | null): KnownText | null =>
  text === null ? null : internKnownText(text);

const clipTextOrNull = (text: string | null | undefined): string | null =>
  text === undefined || text === null ? null : clipStepText(text);

/** A message to the user as a step; equal messages have equal digests. */
export function createMessageStep(
  text: string | null,
  facts: Partial<Omit<TraceStep, 'tool' | 'args'>> = {},
): StepDraft {
  const argsHash = facts.argsHash ?? (text === null ? null : getTextDigest(internKnownText(text)));
  return createStepDraft({ ...facts, tool: SAY, argsHash, answer: text });
}

/** Adds costs to those that a step has. */
export function addStepCosts(step: StepDraft, costs: Partial<Costs>): void {
  Object.assign(step, addTwoCosts(step, costs));
}

/**
 * Puts the surplus of the whole cost over that of its steps on the first step: some sources have the costs of the whole
 * alone.
 */
export function assignRemainingCosts(steps: readonly StepDraft[], whole: Costs): void {
  const [first] = steps;
  if (first === undefined) return;
  const rest = subtractCosts(whole, sumCostList(steps));
  if (rest !== null) addStepCosts(first, rest);
}

/** Notes what a call returned. */
export function setStepResult(step: StepDraft, value: unknown): void {
  const result = internTextOrNull(serializeStepValue(value));
  step.result = result === null ? null : clipStepText(result.text);
  step.resultHash ??= result === null ? null : getTextDigest(result);
}

/** A value as text: texts as they are, the rest as JSON without spaces. What is nested too deep is cut, with a mark that says so. */
export function serializeStepValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return (
    JSON.stringify(isNestedTooDeep(value) ? truncateDeepValue(value, 0) : value, (_, part) =>
      isLostInJson(part) ? String(part) : part,
    ) ?? null
  );
}

/** True for what JSON refuses, or makes equal to others: errors, which are objects without fields there, and numbers without a value. */
const isLostInJson = (part: unknown): boolean =>
  typeof part === 'bigint' ||
  (typeof part === 'number' && !Number.isFinite(part)) ||
  (part instanceof Error && Object.keys(part).length === 0);

/** A text within the maximum length. */
function clipStepText(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  return `${text.slice(0, MAX_TEXT_LENGTH)}… (cut: ${text.length} characters)`;
}

/** True if a value is nested beyond the maximum depth. */
function isNestedTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_VALUE_DEPTH) return true;
    const next: unknown[] = [];
    for (const one of level)
      if (typeof one === 'object' && one !== null)
        for (const part of Object.values(one)) if (typeof part === 'object' && part !== null) next.push(part);
    level = next;
  }
  return false;
}

const CUT_DEEP = `… (cut: nested more than ${MAX_VALUE_DEPTH} levels deep)`;

function truncateDeepValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_VALUE_DEPTH) return CUT_DEEP;
  if (Array.isArray(value)) return value.map(part => truncateDeepValue(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, truncateDeepValue(part, depth + 1)]),
  );
}

/** A text that comes again and again in a file. */
interface KnownText {
  /** As it was met first: the memory of the others is free. */
  readonly text: string;
  /** First 8 hexadecimal digits of its SHA-256, once somebody asked for them. */
  digest: string | null;
}

/** Longest text that is remembered, UTF-16 units. */
const MAX_INTERNED_LENGTH = 200;
/** Texts that are remembered, each in the place that its characters give: the last one that had it. A `Map` takes five times as long. */
const PLACES = 1 << 16;
const KNOWN_TEXTS = new Array<KnownText | null>(PLACES).fill(null);

/** A text, and what is known of it from before. */
export function internKnownText(text: string): KnownText {
  if (text.length > MAX_INTERNED_LENGTH) return { text, digest: null };
  const place = findTextSlot(text);
  const found = KNOWN_TEXTS[place];
  if (found !== null && found.text === text) return found;
  const added = { text, digest: null };
  KNOWN_TEXTS[place] = added;
  return added;
}

function findTextSlot(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 15)) & (PLACES - 1);
}

/** The same text, as it was met before: names that stand in every line of a file take their memory once. */
export const internText = <T extends string | null>(text: T): T =>
  text === null ? text : (internKnownText(text).text as T);

/** First 8 hexadecimal digits of a text's SHA-256. */
export function getTextDigest(one: KnownText): string {
  one.digest ??= sha256OfText(one.text).slice(0, 8);
  return one.digest;
}
