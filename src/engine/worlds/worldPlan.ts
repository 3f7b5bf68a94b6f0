import { sha256 } from '#sha256';
import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { encodeHex } from '../core/hashing/hex.ts';
import { MAX_ROUNDS, type Tick } from '../core/indices.ts';
import { Domain, Random } from '../core/random.ts';
import { ENGINE_VERSION } from '../core/version.ts';
import type { Files } from '../files/namedFile.ts';
import { getFileSize } from '../files/pieces.ts';
import type { ModelSpec } from '../model/model.ts';
import { isRemoteOracle, type OracleSetup } from '../oracle/oracleSetup.ts';
import type { ParameterValues } from '../parameters/parameterDefinition.ts';
import type { Change, Setup } from '../setup/config.ts';
import { getSeedSchedule } from '../setup/setupChanges.ts';

/** One of the set-ups that are played in many worlds. */
export interface Arm {
  /** Label in words: "resharing 0.8"; empty for the run as it is. Its set-up branches off from nothing. */
  readonly label: string;
  /** Values of the swept parameters, by name. */
  readonly values: ParameterValues;
  readonly setup: Setup;
  /** Of the arms of a sweep: its values are the set-up's own. */
  readonly isOwn?: true;
}

/** Worlds to play: each arm in the same worlds. Plain data, so that any process can play a part of it. */
export interface Plan {
  readonly arms: readonly Arm[];
  /** Number of worlds in addition to the run's own. */
  readonly worlds: number;
  readonly rounds: Tick;
  /**
   * The first tick with new draws, after a past equal to the run's; null if the worlds differ in their seed from the
   * start.
   */
  readonly from: Tick | null;
  /** Additional measured subject, such as a post: `post_012`. */
  readonly subject: string | null;
  /** Digest of the user's files that the arms are made from; null for none. */
  readonly files: string | null;
}

/** One world of one arm. */
export interface Job {
  readonly arm: number;
  readonly world: number;
}

/** Most worlds of all arms together. */
export const MAX_WORLDS = 1_000_000;

/** @param mayAsk whether a language model may decide. @throws InputError for a plan that cannot be played */
export function checkWorldPlan(
  { arms, worlds, rounds, from, subject }: Plan,
  { name, subject: kind, isRecorded }: ModelSpec,
  mayAsk = false,
): void {
  if (isRecorded)
    throw new InputError(`runs of model ${name} are recorded: they are the same in every world`);
  if (!Number.isInteger(worlds) || worlds < 1 || worlds * arms.length > MAX_WORLDS)
    throw new InputError(
      `${JSON.stringify(worlds)} worlds of ${arms.length} ${arms.length === 1 ? 'set-up' : 'set-ups'} cannot be played: at most ${MAX_WORLDS} in all, at least 1`,
    );
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS)
    throw new InputError(`rounds must be a whole number from 1 to ${MAX_ROUNDS}, not ${rounds}`);
  if (from !== null && (!Number.isInteger(from) || from > rounds))
    throw new InputError(`new draws from round ${from} leave nothing of ${rounds} rounds to be played`);
  const asked = arms.find(({ setup }) => setup.oracle.kind !== 'policy');
  if (asked !== undefined && !mayAsk)
    throw new InputError(`worlds are decided by the built-in policy, not by ${asked.setup.oracle.kind}`);
  if (subject === null) return;
  if (from === null)
    throw new InputError(
      `${formatQuotedText(subject)} is another one in each world unless draws are new from a round on`,
    );
  if (kind === undefined)
    throw new InputError(
      `model ${name} measures nothing but the whole, so no "${formatQuotedText(subject)}"`,
    );
  if (!kind.fits.test(subject))
    throw new InputError(
      `"${formatQuotedText(subject)}" is not a ${kind.noun}’s id; one reads ${kind.example}`,
    );
}

/**
 * Tick of the last change in which arms differ, as far as it is played: what began since is new to all arms alike. 1, after the
 * warm-up, if they differ in none.
 */
export function findLastChangeTick({ arms, rounds }: Plan): Tick {
  const keys = arms.map(({ setup }) => new Set(setup.changes.map(change => JSON.stringify(change))));
  const isShared = (change: Change) => keys.every(own => own.has(JSON.stringify(change)));
  return arms
    .flatMap(({ setup }) => setup.changes)
    .filter(change => change.kind !== 'chance' && change.tick <= rounds && !isShared(change))
    .reduce((last, { tick }) => Math.max(last, tick), 1);
}

/** All worlds, world by world: a seed passes through all arms before the next one. */
export function* generatePlanJobs({ arms, worlds }: Plan): Generator<Job> {
  for (let world = 1; world <= worlds; world++)
    for (let arm = 0; arm < arms.length; arm++) yield { arm, world };
}

/** A text by which a job is found. */
export const getJobKey = ({ arm, world }: Job): string => `${arm} ${world}`;

/** The jobs among some that have not been played. */
export function filterRemainingJobs(jobs: Iterable<Job>, played: readonly Job[]): readonly Job[] {
  const done = new Set(played.map(getJobKey));
  return [...jobs].filter(job => !done.has(getJobKey(job)));
}

/** Seed by which a world draws: it follows from the one by which the run draws then. */
export function getJobSeed({ arms, from }: Plan, { arm, world }: Job): number {
  const { seed, later } = getSeedSchedule(arms[arm].setup);
  const then = from === null ? undefined : later.findLast(({ tick }) => tick <= from);
  return deriveWorldSeed(then?.seed ?? seed, world);
}

/** The set-up of a world: a run of its own, which has its hash on any machine. */
export function createWorldSetup(plan: Plan, job: Job): Setup {
  const { setup } = plan.arms[job.arm];
  if (job.world === 0) return setup;
  const seed = getJobSeed(plan, job);
  const { from } = plan;
  if (from === null) return { ...setup, seed };
  const others = setup.changes.filter(({ kind, tick }) => kind !== 'chance' || tick < from);
  return { ...setup, changes: [...others, { kind: 'chance', tick: from, seed }] };
}

/**
 * Twelve hexadecimal digits by which parts of one plan know each other, of one version of the engine; the number of worlds is
 * not in it, so that a table can be added to.
 */
export const computePlanId = ({ worlds: _, ...plan }: Plan): string => {
  // That an arm is the set-up's own follows from the others.
  const arms = plan.arms.map(({ isOwn: _, ...arm }) => ({
    ...arm,
    setup: { ...arm.setup, oracle: selectDeciderFields(arm.setup.oracle) },
  }));
  const text = JSON.stringify([ENGINE_VERSION, { ...plan, arms }], sortKeysReplacer);
  return encodeHex(sha256(new TextEncoder().encode(text))).slice(0, 12);
};

/** The decider, without its address and cost limits: with more calls the same worlds continue. */
function selectDeciderFields(oracle: OracleSetup): object {
  if (!isRemoteOracle(oracle)) return oracle;
  const { urls: _, limits, ...asked } = oracle;
  return { ...asked, deadline: limits.deadline };
}

/** Digest of the user's files, 64 hexadecimal digits; null for none. Of those that are not held it knows name and size. */
export function computeFilesDigest(files: Files): string | null {
  const parts = Object.keys(files)
    .sort()
    .flatMap(name =>
      (files[name] ?? []).flatMap(file => [`${name} ${file.name} ${getFileSize(file)}`, file.bytes]),
    );
  if (parts.length === 0) return null;
  const encoder = new TextEncoder();
  return encodeHex(sha256(...parts.map(part => (typeof part === 'string' ? encoder.encode(part) : part))));
}

/** The same text from any maker of the plan. */
const sortKeysReplacer = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Seed of another world of a run, a pure function of the run's own seed; world 0 is the run itself. */
export const deriveWorldSeed = (seed: number, world: number): number =>
  world === 0 ? seed : new Random(seed, Domain.worlds).bits(world, 0, 0);
