import { BrokenRun, InputError, OracleHalt } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { formatAgentId } from '../../engine/core/indices.ts';
import { type JsonDifference, walkJsonDifferences } from '../../engine/core/json/walkJsonDifferences.ts';
import { ENGINE_VERSION } from '../../engine/core/version.ts';
import { splitSheetFile } from '../../engine/export/sheetFile.ts';
import type { Difference, UncheckedPart, Verdict } from '../../engine/export/verdict.ts';
import { writeDocumentLines } from '../../engine/export/writeDocumentLines.ts';
import { writeRunDocument } from '../../engine/export/writeRunDocument.ts';
import { getHashByRule, type HashRule } from '../../engine/log/hashRule.ts';
import type { Answer, Question } from '../../engine/oracle/oracle.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';
import { renameChartStates } from '../../engine/statechart/compiled.ts';
import { parseDocumentLine, parseLineValue, type Recording } from './recording.ts';
import { ResumedOracle } from './resumedOracle.ts';

/** Parts of every document that nothing can check. */
const UNCHECKED: readonly UncheckedPart[] = [
  { path: 'config.preset', words: 'the name of the preset, whose values are checked as parameters' },
  { path: 'config.oracle', words: 'the source of answers that are not the policy’s' },
  { path: 'config.earlier_oracles', words: 'the sources before it' },
  { path: 'config.branch_of', words: 'the run that it branches off from' },
  ...['source', 'model', 'form', 'prompt_version'].map(field => ({
    path: `decisions[].${field}`,
    words: 'the source of each answer',
  })),
  ...['raw', 'situation', 'reason', 'text', 'texts'].map(field => ({
    path: `decisions[].${field}`,
    words: 'words of questions and answers',
  })),
  ...['probabilities', 'archetype_probabilities', 'letter_mass'].map(field => ({
    path: `decisions[].${field}`,
    words: 'probabilities of answers',
  })),
  { path: 'measurements', words: 'times and tokens' },
  { path: 'engine', words: 'the engine that wrote it' },
];

/** Additional note on an older document. */
const UNCHECKED_BEFORE =
  'what of the set-up did nothing in the run, since before version 3 a hash did not start from the set-up';

/** Of a document of version 1 whose hash cannot be made. */
const LOST =
  'its version is 1, whose hash follows a rule that is no longer followed: nothing vouches for the whole';

/** Progress of a verification. */
export interface Watch {
  /** Lets others work. @param part that is done, 0 to 1 */
  rest(part: number): Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Plays a document's run again with its answers, asks the policy again for what it is said to have decided, and
 * compares every section with what follows.
 * @param run of the recording's set-up, before its first tick
 */
export const verifyDocumentText = (
  text: string,
  recording: Recording,
  run: Run,
  watch: Watch,
): Promise<Verdict> =>
  replayForVerdict(recording, run, watch, hash =>
    compareDocumentText(splitSheetFile('the sheet', text).document, run, hash, watch.rest),
  );

/** The same for a document with a row a line, of which no more than two lines are held. */
export const verifyDocumentLines = (
  lines: AsyncIterable<string>,
  recording: Recording,
  run: Run,
  watch: Watch,
): Promise<Verdict> =>
  replayForVerdict(recording, run, watch, hash =>
    compareDocumentLines(lines, run, (heads: Both) => toComparablePair(heads, hash), watch.rest),
  );

/** @param compare what the document says with the run that was played. */
async function replayForVerdict(
  recording: Recording,
  run: Run,
  { rest, signal }: Watch,
  compare: (hash: string) => Promise<Difference | null>,
): Promise<Verdict> {
  const { hash, hashRule, states } = recording;
  if (run.state.wereNamed?.(states)) renameChartStates(run.machine.chart, states);
  if (hashRule === 'zeros') run.machine.log.chain.keepFromZeros();
  const held = recording.checkHeld();
  const verdict = (difference: Difference | null, reason: string | null = null): Verdict => ({
    verdict: difference === null && reason === null ? 'verified' : 'differs',
    hash,
    difference,
    reason,
    ...describeUnchecked([...UNCHECKED, ...recording.unchecked, ...(held?.unchecked ?? [])], hashRule),
  });
  if (held !== null && held.difference !== null) return verdict(held.difference);
  const oracle = new CheckedOracle(recording, run);
  try {
    await playRunTicks(run, {
      oracle,
      until: recording.rounds,
      signal,
      before: next => {
        const decided = oracle.record;
        oracle.tick = next;
        if (oracle.record !== decided) run.handOver();
        return !signal.aborted;
      },
      after: async () => void (await rest((0.8 * run.tick) / Math.max(1, recording.rounds))),
    });
  } catch (error) {
    if (error instanceof OracleHalt || error instanceof BrokenRun) return verdict(null, error.message);
    throw error;
  }
  if (signal.aborted) throw new InputError('the check was broken off');
  if (oracle.otherwise !== null) return verdict(null, oracle.otherwise);
  const own = getHashByRule(hashRule, run.machine.log.chain);
  return own === null ? verdict(null, LOST) : verdict(await compare(own));
}

/** Parts with the same words are named once. */
function describeUnchecked(
  parts: readonly UncheckedPart[],
  rule: HashRule,
): Pick<Verdict, 'unchecked' | 'uncheckedPaths'> {
  const byWords = new Map<string, string[]>();
  for (const { path, words } of parts) byWords.set(words, [...(byWords.get(words) ?? []), path]);
  const named = [...byWords].map(([words, paths]) => `${words} (${paths.join(', ')})`).join('; ');
  return {
    unchecked: rule === 'today' ? named : `${named}; ${UNCHECKED_BEFORE}`,
    uncheckedPaths: parts.map(({ path }) => path),
  };
}

/**
 * Piece by piece first: a document that nobody changed is the same text.
 * @param hash of the run, by the document's rule
 */
async function compareDocumentText(
  text: string,
  run: Run,
  hash: string,
  rest: Watch['rest'],
): Promise<Difference | null> {
  const pieces: string[] = [];
  let at = 0;
  let isSame = true;
  for (const piece of writeRunDocument(run, await run.state.loadReports())) {
    isSame &&= text.startsWith(piece, at);
    at += piece.length;
    pieces.push(piece);
    await rest(0.8 + 0.1 * Math.min(1, at / text.length));
  }
  if (isSame && at === text.length) return null;
  const repeated = findRepeatedKey(text);
  if (repeated !== null) return { where: repeated, said: 'stands there twice', is: null };
  const given = JSON.parse(text) as Document;
  const own = JSON.parse(pieces.join('')) as Document;
  return findJsonDifference(...toComparablePair({ given, own }, hash));
}

/** Two documents, or their heads, without what need not be the same. @param hash of the run, by the rule of what is said */
function toComparablePair({ given, own }: Both, hash: string): readonly [said: object, own: object] {
  const { version } = given;
  const known = removeNewParameters(removeNewOutcomes({ ...own, version, hash }, given), given);
  const like = new LaterFields().withoutIn(keepSharedOutcomes(given, known), { ...given });
  return [toComparableDocument(given), toComparableDocument(like)];
}

interface Both {
  readonly given: Document;
  readonly own: Document;
}

interface Document {
  readonly version: number;
  readonly hash: string;
  readonly engine?: unknown;
  readonly outcomes?: unknown;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A document with the outcomes alone that one of an earlier engine has. */
function keepSharedOutcomes(given: Document, own: Document): Document {
  const known = given.outcomes;
  if (given.engine === ENGINE_VERSION || typeof known !== 'object' || known === null) return own;
  const outcomes = Object.entries(own.outcomes as object).filter(([name]) => Object.hasOwn(known, name));
  return { ...own, outcomes: Object.fromEntries(outcomes) };
}

/** A document without outcomes if the other one is of version 1, which had none. */
function removeNewOutcomes({ outcomes, ...rest }: Document, given: Document): Document {
  const isBefore = given.version === 1 && !Object.hasOwn(given, 'outcomes');
  return isBefore ? rest : { ...rest, outcomes };
}

/** A document without parameters that there were not when the other was written: it was played with their defaults. */
function removeNewParameters(own: Document, given: Document): Document {
  const known = given.config.parameters;
  if (typeof known !== 'object' || known === null) return own;
  const parameters = Object.entries(own.config.parameters as object).filter(([name]) =>
    Object.hasOwn(known, name),
  );
  return { ...own, config: { ...own.config, parameters: Object.fromEntries(parameters) } };
}

/**
 * The comparable part of two documents: without values that a replay takes over from one, and without the engine that
 * wrote it. The hash comes last, since it differs with anything else.
 */
function toComparableDocument({ hash, ...document }: Document): object {
  const { oracle: _, earlier_oracles: _e, ...config } = document.config;
  return { ...document, engine: ENGINE_VERSION, config, hash };
}

/** Gives the recorded answers, and asks the policy for those that are said to be its own. */
class CheckedOracle extends ResumedOracle {
  /** The first decision that is said to be the policy's and is not; null for none. */
  otherwise: string | null = null;
  readonly #recording: Recording;
  readonly #run: Run;

  constructor(recording: Recording, run: Run) {
    super(recording);
    this.#recording = recording;
    this.#run = run;
  }

  override async ask(questions: readonly Question[]): Promise<readonly Answer[]> {
    for (const question of questions) this.otherwise ??= this.#check(question);
    return super.ask(questions);
  }

  #check(question: Question): string | null {
    const { tick, agent } = question;
    const decision = this.#recording.decision(tick, agent);
    if (decision === undefined) return null;
    if (decision.source === 'given')
      return `round ${tick}: ${formatAgentId(agent)} is said to have been given its answer, but no change of the set-up gives it`;
    const decides = this.record.kind;
    // A replay says of all its answers that they were replayed.
    const isReplayed = this.#recording.isReplay && decision.source === 'replay';
    const source = isReplayed && decides === 'policy' ? 'policy' : decision.source;
    if (decides === 'policy' && source !== 'policy')
      return `round ${tick}: ${formatAgentId(agent)} is said to be decided by ${source}, where the policy decides`;
    if (source !== 'policy' && source !== 'budget') return null;
    const answer = this.#run.state.policy(question);
    const own = getChosenOption(question, answer);
    const stated = question.kind === 'choice' ? decision.action : (decision.answer ?? null);
    if (own === stated) return null;
    return `round ${tick}: ${formatAgentId(agent)} is said to have had ${JSON.stringify(stated)?.slice(0, 80)} of the policy, which gives ${JSON.stringify(own)?.slice(0, 80)}`;
  }
}

function getChosenOption(question: Question, answer: Answer): string | null {
  if (answer.kind === 'text') return answer.text;
  return question.kind === 'choice' && answer.kind === 'chosen'
    ? question.options[answer.option].action
    : null;
}

/** Maximum length of a printed line. */
const MAX_SHOWN_LINE_LENGTH = 80;

interface Heads<Head> {
  readonly given: Head;
  readonly own: Head;
}

/**
 * The first line of a document that differs from the one that its run would have written; null for none. Lines are read
 * one at a time.
 * @param beside two headers, without the parts that may differ
 */
async function compareDocumentLines<Head>(
  lines: AsyncIterable<string>,
  run: Run,
  beside: (heads: Heads<Head>) => readonly [said: object, own: object],
  rest: (part: number) => Promise<unknown>,
): Promise<Difference | null> {
  const counts = new Map<string, number>();
  const later = new LaterFields();
  const given = lines[Symbol.asyncIterator]();
  let part = 0;
  let number = 0;
  for (const own of writeDocumentLines(run, await run.state.loadReports(), done => (part = done))) {
    number++;
    const next = await given.next();
    if (next.done) return toLineDifference(number, null, own);
    const section = getLineSection(own);
    const isSame = next.value === own && later.isWhole(section);
    const found = isSame ? null : findLineDifference(next.value, own, { number, row: counts, later, beside });
    if (found !== null) return found;
    if (section !== undefined) counts.set(section, (counts.get(section) ?? 0) + 1);
    await rest(0.8 + 0.2 * part);
  }
  const extra = await given.next();
  return extra.done ? null : toLineDifference(number + 1, extra.value, null);
}

interface Place<Head> {
  readonly number: number;
  /** Rows of each section so far. */
  readonly row: ReadonlyMap<string, number>;
  readonly later: LaterFields;
  beside(heads: Heads<Head>): readonly [said: object, own: object];
}

/** The first difference in content between two lines with different texts. */
function findLineDifference<Head>(
  given: string,
  own: string,
  { number, row, later, beside }: Place<Head>,
): Difference | null {
  const name = 'the document';
  const repeated = findRepeatedKey(given);
  if (repeated !== null)
    return { where: `line ${number}: ${repeated}`, said: 'stands there twice', is: null };
  if (number === 1) {
    const heads = {
      given: parseLineValue(given, name, 1) as Head,
      own: parseLineValue(own, name, 1) as Head,
    };
    return findJsonDifference(...beside(heads));
  }
  const [there, here] = [parseDocumentLine(given, name, number), parseDocumentLine(own, name, number)];
  if (there.section === null || here.section === null || there.section !== here.section)
    return there.section === here.section
      ? findJsonDifference(there, here)
      : toLineDifference(number, given, own);
  const is = later.without(here.section, here.row, there.row);
  return findJsonDifference(there.row, is, `${here.section}[${row.get(here.section) ?? 0}]`);
}

/** The section that a line of our own is a row of; undefined for the first and the last line. */
const getLineSection = (own: string): string | undefined => /^\{"section":"(\w+)"/.exec(own)?.[1];

const toLineDifference = (number: number, given: string | null, is: string | null): Difference => ({
  where: `line ${number}`,
  said: given && formatQuotedText(given, MAX_SHOWN_LINE_LENGTH),
  is: is && formatQuotedText(is, MAX_SHOWN_LINE_LENGTH),
});

/** Fields that rows of a section have not in documents of before, section by section. */
const FIELDS_ADDED_LATER: Readonly<Record<string, readonly string[]>> = { cascades: ['seen'] };

type VerifiedRow = Readonly<Record<string, unknown>>;

/**
 * The fields that an older document does not know. The first row of a section decides: all rows have a field, or none
 * has it.
 */
class LaterFields {
  readonly #lacking = new Map<string, readonly string[]>();

  /** A row of our own as the document would have it. @param given the row that stands in its place */
  without(section: string, own: unknown, given: unknown): unknown {
    const lacking = this.#lacking.get(section) ?? listMissingFields(section, given);
    this.#lacking.set(section, lacking);
    if (lacking.length === 0 || !isDocumentRow(own)) return own;
    return Object.fromEntries(Object.entries(own).filter(([name]) => !lacking.includes(name)));
  }

  /** True if a section has rows with all fields: one is the same on both sides. */
  isWhole(section: string | undefined): boolean {
    if (section === undefined) return true;
    const lacking = this.#lacking.get(section) ?? [];
    this.#lacking.set(section, lacking);
    return lacking.length === 0;
  }

  /** A document of our own as the other one would have it. */
  withoutIn<Document extends object>(own: Document, given: VerifiedRow): Document {
    const sections = Object.keys(FIELDS_ADDED_LATER).flatMap(section => {
      const [rows, others] = [(own as VerifiedRow)[section], given[section]];
      if (!Array.isArray(rows) || !Array.isArray(others)) return [];
      return [[section, rows.map((row, i) => this.without(section, row, others[i]))] as const];
    });
    return { ...own, ...Object.fromEntries(sections) };
  }
}

const listMissingFields = (section: string, given: unknown): readonly string[] =>
  isDocumentRow(given)
    ? (FIELDS_ADDED_LATER[section]?.filter(name => !Object.hasOwn(given, name)) ?? [])
    : [];

const isDocumentRow = (value: unknown): value is VerifiedRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_SHOWN_LENGTH = 80;

/**
 * The first place at which two JSON values differ; null if they are equal. The order of keys does not count.
 * @param place of both
 */
export function findJsonDifference(given: unknown, is: unknown, place = ''): Difference | null {
  const first = walkJsonDifferences(is, given).next().value;
  if (first === undefined) return null;
  return {
    where: formatQuotedText(formatJsonPath(place, first.path), 2 * MAX_SHOWN_LENGTH),
    said: formatComparedValue(first.other),
    is: formatComparedValue(first.one),
  };
}

/** `agents[4].current_state`. */
const formatJsonPath = (place: string, path: JsonDifference['path']): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    place,
  );

const formatComparedValue = (value: unknown): string | null =>
  value === undefined ? null : formatQuotedText(JSON.stringify(value), MAX_SHOWN_LENGTH);

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * The first key that stands twice in one object of a JSON text, for readers that take the first of two; null for none.
 * @param text that can be parsed
 */
function findRepeatedKey(text: string): string | null {
  /** Keys of the objects that are open; null for lists. */
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      if (keys?.has(last)) return formatQuotedText(last, MAX_SHOWN_LENGTH);
      keys?.add(last);
    } else if (token !== ',') last = JSON.parse(token) as string;
  }
  return null;
}
