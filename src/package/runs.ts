/**
 * Runs of the agent models: made, played, saved, restored, written and verified. Entry `statescope/runs`.
 */
import { checkFunctions, checkOptions, describeValue, isBytes } from '../engine/core/checkOptions.ts';
import { InputError } from '../engine/core/errors.ts';
import { computeJsonDigest } from '../engine/core/hashing/computeJsonDigest.ts';
import { isDistribution } from '../engine/core/sampling.ts';
import type { Verdict } from '../engine/export/verdict.ts';
import { writeRunDocument } from '../engine/export/writeRunDocument.ts';
import type { Files } from '../engine/files/namedFile.ts';
import { openRun } from '../engine/models/openRun.ts';
import { FILE_NETWORK } from '../engine/network/fileNetwork.ts';
import { type Answer, type Oracle, type Question, SOURCES } from '../engine/oracle/oracle.ts';
import { playRunTicks } from '../engine/run/playRunTicks.ts';
import { Run } from '../engine/run/run.ts';
import type { RunSnapshot } from '../engine/run/snapshot.ts';
import type { Setup } from '../engine/setup/config.ts';
import { type RunFile, readRecordingFile, verifyRunFile } from '../oracles/recording/runFile.ts';
import { completeSetup, type RunSetup } from './completeSetup.ts';
import { toPlainQuestion } from './plainQuestion.ts';
import { readBundledFile } from './readBundledFile.ts';

export { InputError, InputErrors, NotLoaded, OracleHalt, TooLarge } from '../engine/core/errors.ts';
export type { Verdict } from '../engine/export/verdict.ts';
export type { Files, NamedFile } from '../engine/files/namedFile.ts';
export { nameOutcomeValues, type OutcomeDefinition } from '../engine/model/outcomeDefinition.ts';
export type { Answer, Oracle, Question } from '../engine/oracle/oracle.ts';
export type { ParameterValues } from '../engine/parameters/parameterDefinition.ts';
export { Run } from '../engine/run/run.ts';
export type { RunSnapshot } from '../engine/run/snapshot.ts';
export type { Change, Setup } from '../engine/setup/config.ts';
export { agentsInState, stateDistribution } from '../engine/statechart/countAgentsByState.ts';
export type { RunFile } from '../oracles/recording/runFile.ts';
export { MODEL_NAMES, type RunSetup } from './completeSetup.ts';
export { describeModel, type ModelDescription } from './describeModel.ts';

/** Set-ups of the runs that were made here. */
const SETUPS = new WeakMap<Run, Setup>();

/** Inputs of a run in addition to its set-up. */
export interface RunSources {
  /** The user's own files, by input, which the run reads in place of the bundled ones: `{ network: [{ name, bytes }] }`. */
  readonly files?: Files;
  /** Folder of the files that come with Statescope; absent: the package's own. */
  readonly root?: URL;
  /** True if the run may take more than 2 GB of memory. */
  readonly isLarge?: boolean;
}

/** A run between two rounds, as plain data, with the set-up from which it was made. */
export interface SerializedRun {
  readonly format: 'statescope-saved-run';
  readonly version: 1;
  readonly setup: Setup;
  readonly hash: string;
  readonly snapshot: RunSnapshot;
  /** SHA-256 of the JSON of all other parts, 64 hexadecimal digits: a part that was changed or cut off is noticed. */
  readonly sha256: string;
}

/**
 * A run before its first round.
 * @throws InputError that names the value and its place
 */
export async function createRun(setup: RunSetup = {}, sources: RunSources = {}): Promise<Run> {
  checkSources(sources);
  return open(await completeSetup(setup, sources.files), sources);
}

async function open(setup: Setup, sources: RunSources): Promise<Run> {
  checkSources(sources);
  const { files = {}, root, isLarge = false } = sources;
  if (setup.network === FILE_NETWORK && !files.network?.length)
    throw new InputError(
      "the run is on a network of its user's own: give its file as { files: { network: [{ name, bytes }] } }",
    );
  const bundled = (path: string) => readBundledFile(path, root);
  const { run } = await openRun(setup, { bundled, files, isLarge });
  SETUPS.set(run, setup);
  return run;
}

/** @throws InputError for sources that are not what they should be */
export function checkSources(sources: RunSources): void {
  checkOptions(sources, 'sources', ['files', 'root', 'isLarge']);
  const { files = {}, root } = sources;
  if (root !== undefined && typeof root?.href !== 'string')
    throw new InputError(
      `root of sources is ${describeValue(root)}, needs a URL: new URL('file:///folder/')`,
    );
  checkOptions(files, 'files of sources', Object.keys(files));
  for (const [input, list] of Object.entries(files))
    if (!Array.isArray(list) || !list.every(isNamedFile))
      throw new InputError(
        `files for ${input} is ${Array.isArray(list) ? `a list with ${describeValue(list.find(file => !isNamedFile(file)))}` : describeValue(list)}, needs a list of { name: 'edges.csv', bytes: Uint8Array }`,
      );
}

const isNamedFile = (file: unknown): boolean =>
  typeof file === 'object' &&
  file !== null &&
  'name' in file &&
  typeof file.name === 'string' &&
  (('bytes' in file && isBytes(file.bytes)) || 'source' in file);

/** @throws InputError for anything but a run */
function checkRun(run: Run, place: string): void {
  if (!(run instanceof Run))
    throw new InputError(`${place} takes a run, as await createRun() gives it, not ${describeValue(run)}`);
}

/** Runs that are being played. */
const PLAYING = new WeakSet<Run>();

/** Choices for playing a run. */
export interface RunPlaying {
  /**
   * Decides where the chart leaves a choice; absent: the built-in policy. Its answers have the source `'custom'`, and
   * documents keep its name.
   */
  readonly oracle?: Oracle;
  /** Ends the playing after the round under way. */
  readonly signal?: AbortSignal;
  /** Called after each round, those of the warm-up among them. */
  readonly after?: (run: Run) => unknown;
}

/**
 * Plays a run to a round, the warm-up before it, or to its end if that comes first: `play(run, run.rounds + 10)` plays ten more.
 * @returns the run
 * @param rounds the round to play to, counted from the end of the warm-up: a whole number from 0, not before the present one
 */
export async function play(run: Run, rounds: number, playing: RunPlaying = {}): Promise<Run> {
  checkRun(run, 'play');
  if (!Number.isInteger(rounds) || rounds < 0)
    throw new InputError(`rounds must be a whole number from 0, not ${describeValue(rounds)}`);
  if (rounds < run.rounds)
    throw new InputError(
      `the run is at round ${run.rounds}, and play goes to a round, not back: play(run, ${run.rounds + rounds}) plays ${rounds} more`,
    );
  checkPlaying(playing);
  const { signal, after } = playing;
  const oracle = playing.oracle === undefined ? run.policy : completeOracle(playing.oracle);
  if (PLAYING.has(run))
    throw new InputError('the run is being played: await the first play() before the next one');
  PLAYING.add(run);
  try {
    await playRunTicks(run, {
      ...{ oracle, until: rounds },
      ...(signal && { signal, before: () => !signal.aborted }),
      ...(after && { after: () => after(run) }),
    });
  } finally {
    PLAYING.delete(run);
  }
  return run;
}

/** An oracle with a record, by which documents name it: without one its answers would be taken for the policy's. */
const completeOracle = (oracle: Oracle): Oracle => {
  const { name = 'unnamed' } = oracle;
  return {
    name,
    record: oracle.record ?? { kind: 'custom', name },
    async ask(questions, signal) {
      const answers = await oracle.ask(questions.map(toPlainQuestion), signal);
      if (!signal.aborted) checkAnswers(questions, answers, name);
      return answers;
    },
  };
};

/** @throws InputError for answers that are not a list, and for one that is not an answer to its question */
function checkAnswers(questions: readonly Question[], answers: readonly Answer[], name: string): void {
  if (!Array.isArray(answers))
    throw new InputError(`oracle "${name}" gave ${describeValue(answers)}, needs a list: an answer each`);
  for (const [at, answer] of (answers as readonly Answer[]).entries()) {
    const fault = describeAnswerFault(questions[at], answer);
    if (fault !== null) throw new InputError(`answer ${at + 1} of oracle "${name}" ${fault}`);
    if (answer.kind === 'late' || answer.kind === 'unusable') continue;
    if (!SOURCES.includes(answer.source))
      throw new InputError(
        `answer ${at + 1} of oracle "${name}" has the source ${describeValue(answer.source)}, needs 'custom'`,
      );
  }
  if (answers.length !== questions.length)
    throw new InputError(
      `oracle "${name}" answered ${answers.length} of ${questions.length} questions: an answer each, 'late' for none`,
    );
}

/** Kinds of answers to a question; `late` and `unusable` answer any. */
const ANSWER_KINDS = { choice: ['chosen', 'weighed'], completion: ['text'] } as const;

/** Why an answer is none to its question, as the end of a sentence; null for one that is. */
function describeAnswerFault(question: Question | undefined, answer: Answer): string | null {
  if (typeof answer !== 'object' || answer === null || (answer as unknown) instanceof Promise)
    return `is ${describeValue(answer)}, needs an object such as { kind: 'chosen', option: 0, source: 'custom' }`;
  const kind: string | undefined = answer.kind;
  if (kind === 'late' || kind === 'unusable' || question === undefined) return null;
  const kinds: readonly string[] = ANSWER_KINDS[question.kind];
  if (!kinds.includes(kind))
    return `is of the kind ${describeValue(kind)}, needs ${[...kinds, 'late', 'unusable'].join(', ')}`;
  if (question.kind === 'completion') {
    const text = 'text' in answer ? answer.text : undefined;
    return typeof text === 'string' ? null : `has the text ${describeValue(text)}`;
  }
  const { length } = question.options;
  if (answer.kind === 'chosen' && !(Number.isInteger(answer.option) && question.options[answer.option]))
    return `has the option ${describeValue(answer.option)}, needs a whole number from 0 to ${length - 1}`;
  if (answer.kind === 'weighed') return describeProbabilityFault(answer.probabilities, length);
  return null;
}

function describeProbabilityFault(probabilities: readonly number[], options: number): string | null {
  if (!Array.isArray(probabilities) || probabilities.length !== options)
    return `has the probabilities ${describeValue(probabilities)}, needs one for each of ${options} options`;
  const odd = probabilities.find(one => !(Number.isFinite(one) && one >= 0));
  if (odd !== undefined) return `has the probability ${describeValue(odd)}, needs numbers from 0`;
  if (isDistribution(probabilities, options)) return null;
  return `has probabilities whose sum is ${probabilities.reduce((sum, one) => sum + one, 0)}, needs 1`;
}

function checkPlaying(playing: RunPlaying): void {
  checkOptions(playing, 'play', ['oracle', 'signal', 'after']);
  checkFunctions(playing, 'play', ['after']);
  const { oracle, signal } = playing;
  if (oracle !== undefined && typeof oracle?.ask !== 'function')
    throw new InputError(
      `oracle of play is ${describeValue(oracle)}, needs an object with ask(questions, signal)`,
    );
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw new InputError(`signal of play is ${describeValue(signal)}, needs an AbortSignal`);
}

/** A run as plain data, which JSON can hold, histories included. @throws BrokenRun for one whose round broke off */
export function saveRun(run: Run): SerializedRun {
  checkRun(run, 'saveRun');
  const setup = SETUPS.get(run);
  if (setup === undefined) throw new InputError('saveRun saves runs that createRun or restoreRun made');
  const saved = {
    ...({ format: 'statescope-saved-run', version: 1 } as const),
    // Changes are in the snapshot.
    setup: { ...setup, changes: [] },
    hash: run.hash,
    snapshot: run.save(),
  };
  return { ...saved, sha256: computeJsonDigest(saved) };
}

/**
 * The run that was saved.
 * @param sources the user's own files once more, if it had some
 * @throws InputError for something else, and for other files
 */
export async function restoreRun(saved: SerializedRun, sources: RunSources = {}): Promise<Run> {
  if (typeof saved === 'string')
    throw new InputError('the saved run is a text: restoreRun(JSON.parse(text)) takes its value');
  if (saved instanceof Promise) throw new InputError('the saved run is a promise (await it)');
  if (saved?.format !== 'statescope-saved-run' || saved.version !== 1)
    throw new InputError('this is not a saved run: its format is not "statescope-saved-run", version 1');
  if (typeof saved.setup !== 'object' || typeof saved.snapshot?.log !== 'object')
    throw new InputError('the saved run has no set-up or no log: it was cut off or changed');
  const { sha256, ...parts } = saved;
  if (computeJsonDigest(parts) !== sha256)
    throw new InputError('the saved run was changed or cut off: its SHA-256 is another one');
  const run = await open(saved.setup, sources);
  try {
    run.restore(saved.snapshot);
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError('the saved run cannot be restored: it was cut off or changed', { cause });
  }
  if (run.hash !== saved.hash)
    throw new InputError('the saved run was changed: its hash is not that of its log');
  return run;
}

function toRunFile(given: RunDocument): RunFile {
  const name = 'the document';
  if (typeof given === 'string') {
    if (!given.includes('{'))
      throw new InputError(
        `verifyRun takes the text of a run document, not its file's name ${describeValue(given)}: await readFile(name)`,
      );
    return { name, bytes: new TextEncoder().encode(given) };
  }
  if (isBytes(given)) return { name, bytes: given };
  if (typeof given !== 'object' || given === null || given instanceof Promise)
    throw new InputError(`a run document is a text, bytes or an object, not ${describeValue(given)}`);
  if ('blob' in given) return given as RunFile;
  if ('bytes' in given && isBytes(given.bytes)) return given as RunFile;
  const value = 'bytes' in given ? given.bytes : given;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { name, bytes: new TextEncoder().encode(text) };
}

/** The run document as text, as the page and the command line write it: the same run gives the same bytes. */
export async function writeRun(run: Run): Promise<string> {
  checkRun(run, 'writeRun');
  return [...writeRunDocument(run, await run.state.loadReports())].join('');
}

/** A run document: the text that `writeRun` gives, a file's bytes, or the value of its JSON; with a name for messages, `{ name, bytes }`. */
export type RunDocument = string | Uint8Array | RunFile | object;

/**
 * Plays the run of a document again with its answers and compares every section with what follows.
 * @throws InputError for one that is not a run document
 */
export async function verifyRun(given: RunDocument, sources: RunSources = {}): Promise<Verdict> {
  const document = toRunFile(given);
  const recording = await readRecordingFile(document);
  const files = { ...recording.files, ...sources.files };
  const run = await open(recording.setup, { ...sources, files });
  const { signal } = new AbortController();
  return verifyRunFile(document, recording, run, { rest: () => Promise.resolve(), signal });
}
