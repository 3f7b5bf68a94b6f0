import { InputError } from '../../engine/core/errors.ts';
import { MAX_ROUNDS } from '../../engine/core/indices.ts';
import type { OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Setup } from '../../engine/setup/config.ts';
import { createChangeArms, createPolicyArms } from '../../engine/worlds/buildCommandOptions.ts';
import { createSweepArms, hasOwnValues, parseSweep } from '../../engine/worlds/parseSweep.ts';
import { listWorldOutcomes, selectCourseTicks } from '../../engine/worlds/worldCourse.ts';
import { type Arm, createWorldSetup, findLastChangeTick, type Plan } from '../../engine/worlds/worldPlan.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import type { WorldsQuestion } from '../contract/pageCommands.ts';
import { formatGroupedInteger } from '../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../model/getModelAppearance.ts';
import { findRibbonState } from '../model/statesBands.ts';
import type { PageState } from '../state/pageState.ts';
import type { RunState } from '../state/runState.ts';
import type { Worlds } from '../state/worldsState.ts';
import { explainNoReplicates, getReplicateSetup } from '../store/deciders.ts';
import { getCurrentWorlds } from '../store/slices/worldsSlice.ts';
import { describeDecider } from '../words/describeDecider.ts';
import { MIN_BAND_WORLDS } from './courses.ts';
import { findRunChange, type RunChange } from './findRunChange.ts';
import { isSameRunSetup, removeBranchOrigin } from './findWorldJob.ts';
import { USUAL_WIDTH } from './neededWorlds.ts';

/** Default maximum number of worlds if a language model decides: enough for a band. */
const FIRST_ASKED = MIN_BAND_WORLDS;

/** True if a language model decides in some of a plan’s worlds. */
const usesLanguageModel = ({ arms }: Plan): boolean =>
  arms.some(({ setup }) => isLanguageModelOracle(setup.oracle));

/** A question as it is put first: what a language model decides costs more than what the policy does. */
export const getInitialQuestion = ({ run, worlds }: PageState, question: WorldsQuestion): WorldsQuestion =>
  run !== null && isLanguageModelOracle(run.setup.oracle) && worlds === null
    ? { ...question, worlds: Math.min(question.worlds, FIRST_ASKED) }
    : question;

/** Why worlds cannot be played, in words; null: they can. */
export function explainUnplayableWorlds(state: PageState, question: WorldsQuestion): string | null {
  const { from = null, isAgainstUnchanged, isAgainstPolicy } = question;
  const { run, mixed, head, hash, hashFromZeros, branch } = state;
  if (isAgainstUnchanged && findRunChange(state) === null)
    return 'Nothing was changed in the run on the screen, so there is nothing to play it against.';
  const parent = isAgainstUnchanged && branch !== null ? branch.parent : null;
  const deciders = [run, parent].flatMap(one => (one === null ? [] : [one.setup.oracle]));
  if (mixed)
    return 'More than one has decided in this run: worlds are decided by the built-in policy or by one language model all through.';
  const repeated =
    explainNoReplicates({ run, hash, hashFromZeros }) ?? explainNoReplicates({ run: parent, hash: '' });
  if (repeated !== null) return repeated;
  const isAsked = deciders.some(isLanguageModelOracle);
  if (isAgainstPolicy && !isAsked) return 'The built-in policy decides already.';
  if (isAsked && (isAgainstUnchanged || from !== null))
    return `New draws from a ${getCurrentModelWords(state).tick} on need a run that is the same each time, and a language model’s is not: ask for other seeds.`;
  return from !== null && from > head
    ? 'Nothing has been played since then that could go otherwise: play on first.'
    : null;
}

/**
 * The worlds that are asked for; those of them that are there already are kept.
 * @param files digest of the user’s
 * @throws InputError for a sweep that cannot be, and for too many
 */
export function createWorldsFromQuestion(
  state: PageState,
  run: RunState,
  question: WorldsQuestion,
  files: string | null,
): Worlds {
  const { worlds: count, subject = null, from = null, sweep = [], outcome } = question;
  const { info } = run;
  const setup = getReplicateSetup(state, run);
  const before = getCurrentWorlds(state);
  const isMember =
    before !== null &&
    before.shown !== null &&
    before.plan.from === from &&
    before.plan.subject === subject &&
    isSameRunSetup(before.plan, createWorldSetup(before.plan, before.shown), setup);
  // More worlds of the run that the world on the screen is one of.
  const base = isMember ? before.base : removeBranchOrigin(setup);
  const changed = question.isAgainstUnchanged ? findRunChange(state) : null;
  const arms = buildQuestionArms(base, question, changed, info);
  const { rounds = state.head } = question;
  const least = Math.max(1, from ?? 1);
  if (!Number.isInteger(rounds) || rounds < least || rounds > MAX_ROUNDS)
    throw new InputError(
      `worlds are played up to a ${getCurrentModelWords(state).tick} from ${least} to ${formatGroupedInteger(MAX_ROUNDS)}, not ${rounds}`,
    );
  const plan: Plan = { arms, worlds: count, rounds, from, subject, files };
  if (count * arms.length > MAX_PAGE_WORLDS)
    throw new InputError(
      `${formatGroupedInteger(count * arms.length)} worlds are too many for a page, which plays ${formatGroupedInteger(MAX_PAGE_WORLDS)} at most; the command line plays more`,
    );
  const known = before !== null && isSamePlanQuestion(before.plan, plan) ? before : null;
  const baseArm = changed === null ? arms.findIndex(arm => hasOwnValues(arm, base, info)) : 1;
  const change = question.isAgainstPolicy ? describePolicyDifference(base.oracle) : (changed?.words ?? null);
  const definitions = listWorldOutcomes(info, plan);
  const apart = findRibbonState(run, getCurrentAppearance(state));
  return {
    plan,
    sweep,
    base,
    baseArm,
    change,
    epoch: info.epoch,
    shown: isMember ? before.shown : null,
    definitions,
    ticks: selectCourseTicks(rounds),
    states: info.chart.states.length,
    apart: apart === null ? -1 : info.chart.states.indexOf(apart),
    played: known?.played.filter(({ arm, world }) => world <= count && arm < arms.length) ?? [],
    origin: known?.origin ?? null,
    status: 'playing',
    left: null,
    asking: usesLanguageModel(plan) ? (known?.asking ?? { soFar: null, asked: null }) : null,
    active: null,
    pinned:
      outcome ??
      known?.pinned ??
      findChosenOutcome(before, definitions, info.outcomes.length) ??
      findUsualOutcome(definitions, plan, info.outcomes.length),
    isOver: sweep.length === 0 && change === null && (known?.isOver ?? subject !== null),
    wanted: before?.wanted ?? USUAL_WIDTH,
  };
}

/**
 * Name of the outcome that is looked at first: of the subject; of a change during the run, one that counts what began since; else
 * the one that says most, or the first one. @param whole number of the outcomes of the whole run, before the subject's
 */
function findUsualOutcome(definitions: Worlds['definitions'], plan: Plan, whole: number): string {
  if (plan.subject !== null) return definitions[whole].name;
  const isChanged = plan.arms.length > 1 && findLastChangeTick(plan) > 1;
  const ofNew = isChanged ? definitions.find(({ isOfNew }) => isOfNew) : undefined;
  return (ofNew ?? definitions.find(({ isFirst }) => isFirst) ?? definitions[0]).name;
}

/** The outcome that somebody chose in the worlds before, if these have it as well; undefined for none. @param whole as above */
function findChosenOutcome(
  before: Worlds | null,
  definitions: Worlds['definitions'],
  whole: number,
): string | undefined {
  if (before === null || before.pinned === findUsualOutcome(before.definitions, before.plan, whole))
    return undefined;
  return definitions.find(({ name }) => name === before.pinned)?.name;
}

/** Most worlds that a page plays. */
const MAX_PAGE_WORLDS = 20_000;

const WORLD_COUNTS = [20, 50, 200, 1000, 2000, 5000, 10_000, MAX_PAGE_WORLDS];
/** Numbers of worlds if a language model decides. */
const ASKED_COUNTS = [5, 10, 20, 50, 200];

/** The numbers of worlds that can be chosen, of each set-up, with the present one among them, the least first. */
export function listWorldCounts({ plan, asking }: Pick<Worlds, 'plan' | 'asking'>): readonly number[] {
  const offered = asking === null ? WORLD_COUNTS : ASKED_COUNTS;
  const possible = offered.filter(count => count * plan.arms.length <= MAX_PAGE_WORLDS);
  return [...new Set([...possible, plan.worlds])].sort((a, b) => a - b);
}

function buildQuestionArms(
  base: Setup,
  { sweep = [], isAgainstPolicy }: WorldsQuestion,
  changed: RunChange | null,
  info: RunInfo,
): readonly Arm[] {
  if (sweep.length > 0) return buildSweepArms(base, sweep, info);
  if (isAgainstPolicy) return createPolicyArms(base);
  return changed === null
    ? [{ label: '', values: {}, setup: base }]
    : createChangeArms(changed.without, base);
}

/** "policy less qwen2.5:1.5b" */
const describePolicyDifference = (oracle: OracleSetup): string => `policy less ${describeDecider(oracle)}`;

function buildSweepArms(base: Setup, sweep: readonly string[], { parameters }: RunInfo): readonly Arm[] {
  const model = { name: base.model, parameters };
  return createSweepArms(
    base,
    sweep.map(text => parseSweep(text, model)),
    model,
  );
}

const isSamePlanQuestion = (a: Plan, b: Plan): boolean =>
  a.rounds === b.rounds && a.from === b.from && a.subject === b.subject && haveSameArmSetups(a, b);

/** True if the arms that both have are the same. */
const haveSameArmSetups = (a: Plan, b: Plan): boolean =>
  a.arms.every((arm, i) => b.arms[i] === undefined || JSON.stringify(arm) === JSON.stringify(b.arms[i]));
