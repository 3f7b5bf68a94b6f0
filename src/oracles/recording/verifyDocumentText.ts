import { BrokenRun, InputError, OracleHalt } from '../../engine/core/errors.ts';
import { formatAgentId } from '../../engine/core/indices.ts';
import { ENGINE_VERSION } from '../../engine/core/version.ts';
import { writeRunDocument } from '../../engine/export/document.ts';
import type { Difference, Verdict } from '../../engine/export/verdict.ts';
import { getHashByRule } from '../../engine/log/hashRule.ts';
import type { Answer, Question } from '../../engine/oracle/oracle.ts';
import { playRunTicks } from '../../engine/run/playRunTicks.ts';
import type { Run } from '../../engine/run/run.ts';
import { renameChartStates } from '../../engine/statechart/compiled.ts';
import { compareDocumentLines } from './compareDocumentLines.ts';
import { findJsonDifference, findRepeatedKey } from './difference.ts';
import { LaterFields } from './laterFields.ts';
import type { Recording } from './recording.ts';
import { ResumedOracle } from './resumed.ts';

const UNCHECKED =
  'who gave the answers that are not the policy’s, what they were told, what was measured, what the files were called that it holds, and which engine wrote it (engine, config.oracle, config.earlier_oracles, config.branch_of, and of decisions source, model, raw, situation, probabilities, reason, text)';

/** Of an older document, besides. */
const UNCHECKED_BEFORE =
  'what of the set-up did nothing in the run, since before version 3 a hash did not start from the set-up';

/** Of a document of version 1 whose hash cannot be made. */
const LOST =
  'its version is 1, whose hash follows a rule that is no longer followed: nothing vouches for the whole';

/** How a verification goes on. */
export interface Watch {
  /** Lets others work. @param part that is done, 0 to 1 */
  rest(part: number): Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Plays a document's run again with its answers, asks the policy again for what it is said to have decided, and compares
 * every section with what follows. @param run of the recording's set-up, before its first tick
 */
export const verifyDocumentText = (
  text: string,
  recording: Recording,
  run: Run,
  watch: Watch,
): Promise<Verdict> =>
  replayForVerdict(recording, run, watch, hash => compareDocumentText(text, run, hash, watch.rest));

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
  const verdict = (difference: Difference | null, reason: string | null = null): Verdict => ({
    verdict: difference === null && reason === null ? 'verified' : 'differs',
    hash,
    difference,
    reason,
    unchecked: hashRule === 'today' ? UNCHECKED : `${UNCHECKED}; ${UNCHECKED_BEFORE}`,
  });
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
  for (const piece of writeRunDocument(run, await run.state.telling())) {
    isSame &&= text.startsWith(piece, at);
    at += piece.length;
    pieces.push(piece);
    await rest(0.8 + 0.1 * Math.min(1, at / text.length));
  }
  if (isSame && at === text.length) return null;
  const repeated = findRepeatedKey(text);
  if (repeated !== null) return { where: repeated, said: 'stands there twice', is: null };
  const said = JSON.parse(text) as Document;
  const own = JSON.parse(pieces.join('')) as Document;
  return findJsonDifference(...toComparablePair({ said, own }, hash));
}

/** Two documents, or their heads, without what need not be the same. @param hash of the run, by the rule of what is said */
function toComparablePair({ said, own }: Both, hash: string): readonly [said: object, own: object] {
  const { version } = said;
  const known = removeNewParameters({ ...own, version, hash }, said);
  const like = new LaterFields().withoutIn(keepSharedOutcomes(said, known), { ...said });
  return [toComparableDocument(said), toComparableDocument(like)];
}

interface Both {
  readonly said: Document;
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
function keepSharedOutcomes(said: Document, own: Document): Document {
  const known = said.outcomes;
  if (said.engine === ENGINE_VERSION || typeof known !== 'object' || known === null) return own;
  const outcomes = Object.entries(own.outcomes as object).filter(([name]) => Object.hasOwn(known, name));
  return { ...own, outcomes: Object.fromEntries(outcomes) };
}

/** A document without parameters that there were not when the other was written: it was played with their defaults. */
function removeNewParameters(own: Document, said: Document): Document {
  const known = said.config.parameters;
  if (typeof known !== 'object' || known === null) return own;
  const parameters = Object.entries(own.config.parameters as object).filter(([name]) =>
    Object.hasOwn(known, name),
  );
  return { ...own, config: { ...own.config, parameters: Object.fromEntries(parameters) } };
}

/**
 * What two documents are compared by: not what a replay takes over from one, nor the engine that wrote it. The hash comes
 * last, since it differs wherever anything else does.
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
    const said = question.kind === 'choice' ? decision.action : (decision.answer ?? null);
    if (own === said) return null;
    return `round ${tick}: ${formatAgentId(agent)} is said to have had ${JSON.stringify(said)?.slice(0, 80)} of the policy, which gives ${JSON.stringify(own)?.slice(0, 80)}`;
  }
}

function getChosenOption(question: Question, answer: Answer): string | null {
  if (answer.kind === 'text') return answer.text;
  return question.kind === 'choice' && answer.kind === 'chosen'
    ? question.options[answer.option].action
    : null;
}
