import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import type { Tick } from '../../../core/indices.ts';
import { listKnownNames } from '../inputs/knownNames.ts';
import type { Workflow } from '../inputs/workflow.ts';
import { LATELY, type Market } from '../market/market.ts';
import type { LeafEdges } from '../turn/leafEdges.ts';
import type { Course, WorkflowLedger } from '../workflowLedger.ts';

/** Ticks in a row without an open edge after the first, before an agent counts as waiting. */
const WAITING_AFTER_TICKS = 3;
/** Fewest failures of a step that are reported while agents sell. */
const MIN_FAILURES = 4;
/** Share of its turns from which on a step that fails is reported while agents sell. */
const MIN_FAILING_SHARE = 0.2;
/** Maximum number of listed conditions of one state. */
const MAX_SHOWN_CONDITIONS = 2;

/** Agents that wait in one state, because no edge to their targets is open. */
interface WaitingGroup {
  readonly agents: number;
  readonly state: string;
  /**
   * False conditions, as written; any one of them, once true, lets the agents continue. Empty if no edge leads there.
   */
  readonly conditions: readonly string[];
  /** Names that nothing sets, one at least in each of the conditions; empty if some condition has none. */
  readonly unset: readonly string[];
}

/** A step that failed, out of the times that it was asked; of a code step, out of all turns. */
interface FailingStep {
  readonly step: string;
  readonly failed: number;
  readonly of: number;
  readonly noun: 'times' | 'turns';
}

/** Failures of a run, and agents that do not get on. */
export interface Trouble {
  /** The step that failed most; null if it failed too rarely. */
  readonly failing: FailingStep | null;
  /** The largest group of waiting agents; null if there is none, or waiting is part of their trade. */
  readonly waiting: WaitingGroup | null;
  /** Agents whose workflow has ended by a failure. */
  readonly stopped: number;
}

/** The parts of a run in which trouble shows. */
interface TroubledRun {
  readonly workflow: Workflow;
  readonly edges: LeafEdges;
  readonly ledger: WorkflowLedger;
  readonly world: Market;
}

/**
 * Failures and waiting agents after a tick; null for none. At a standstill, that is, if nothing has been sold yet, or nothing in
 * the last ten ticks while at least half of the agents wait, these are the largest group of waiting agents and the step
 * that failed most. Else agents count only if they wait for what nothing sets, and a step only if it failed in a fifth of
 * its turns. O(agents + steps).
 */
export function findTrouble({ workflow, edges, ledger, world }: TroubledRun, tick: Tick): Trouble | null {
  const { courses, totals } = ledger;
  const { sold } = world.totalsAt(tick);
  const groups = groupWaitingAgents(workflow, edges, courses, tick);
  const largest = selectLargest(groups);
  const isPaused = sold === world.totalsAt(tick - LATELY).sold;
  const doMostWait = largest !== null && largest.agents * 2 >= courses.length;
  const isStandstill = isPaused && (sold === 0 || doMostWait);
  const waiting =
    selectLargest(groups.filter(({ unset }) => unset.length > 0)) ?? (isStandstill ? largest : null);
  const most = findFailingStep(workflow, ledger);
  const isGrave = most !== null && most.failed >= MIN_FAILURES && most.failed >= MIN_FAILING_SHARE * most.of;
  const failing = isStandstill || isGrave ? most : null;
  const { stopped } = totals;
  return failing === null && waiting === null && stopped === 0 ? null : { failing, waiting, stopped };
}

/** "observe failed 581 of 581 times, 12 agents wait in observing for has_context, which nothing sets" */
export const describeTrouble = ({ failing, waiting, stopped }: Trouble): string =>
  [
    ...(failing === null ? [] : [describeFailing(failing)]),
    ...(waiting === null ? [] : [describeWaiting(waiting)]),
    ...(stopped === 0 ? [] : [describeStopped(stopped)]),
  ].join(', ');

/** "observe failed 581 of 581 times" */
export const describeFailing = ({ step, failed, of, noun }: FailingStep): string =>
  `${step} failed ${noun === 'turns' ? 'in ' : ''}${formatGroupedInteger(failed)} of ${formatGroupedInteger(of)} ${of === 1 ? noun.slice(0, -1) : noun}`;

/** "2 workflows have ended in failure" */
export const describeStopped = (stopped: number): string =>
  `${formatGroupedInteger(stopped)} ${stopped === 1 ? 'workflow has' : 'workflows have'} ended in failure`;

/** "12 agents wait in observing for has_context, which nothing sets" */
export function describeWaiting(group: WaitingGroup): string {
  const { agents, state, conditions } = group;
  const [noun, s] = agents === 1 ? ['agent', 's'] : ['agents', ''];
  const all = `${formatGroupedInteger(agents)} ${noun}`;
  if (conditions.length === 0) return `${all} ${agents === 1 ? 'has' : 'have'} no way out of ${state}`;
  return `${all} wait${s} in ${state} for ${describeConditions(group)}`;
}

function describeConditions({ conditions, unset }: Pick<WaitingGroup, 'conditions' | 'unset'>): string {
  const rest = conditions.length - MAX_SHOWN_CONDITIONS;
  const shown = [...conditions.slice(0, MAX_SHOWN_CONDITIONS), ...(rest > 0 ? [`${rest} more`] : [])];
  const text = shown.join(' or ');
  if (unset.length === 0) return text;
  return unset.length === 1 && text === unset[0]
    ? `${text}, which nothing sets`
    : `${text} (nothing sets ${unset.join(', ')})`;
}

/** Agents that do not get on, with the reason and for how many times as long as it takes to count. */
export function listHeldAgents({ workflow, edges, ledger }: Omit<TroubledRun, 'world'>, tick: Tick) {
  const conditionsAt = createConditionFinder(workflow, edges);
  return ledger.courses.flatMap(({ barred, stopped }, agent) => {
    const scoreSince = (since: Tick) => (tick - since + 1) / (WAITING_AFTER_TICKS + 1);
    if (stopped !== null) {
      const reason = `its workflow has ended: step ${workflow.steps[stopped.step].name} failed in tick ${stopped.tick}`;
      return [{ agent, reason, score: scoreSince(stopped.tick) }];
    }
    if (!isWaiting({ barred, stopped }, tick)) return [];
    const found = conditionsAt(barred!.state, barred!.to);
    const why = found.conditions.length === 0 ? 'has no way out' : `waits for ${describeConditions(found)}`;
    const at = found.places[0];
    return [
      {
        agent,
        reason: `${why}, since tick ${barred!.since}`,
        score: scoreSince(barred!.since),
        ...(at && { at }),
      },
    ];
  });
}

/** True if an agent has found no open edge for several turns. */
const isWaiting = ({ barred, stopped }: Pick<Course, 'barred' | 'stopped'>, tick: Tick): boolean =>
  barred !== null && stopped === null && tick - barred.since >= WAITING_AFTER_TICKS;

/** Conditions of the edges that would lead on, each once, with the names that nothing sets and their places. */
type ConditionsFound = Pick<WaitingGroup, 'conditions' | 'unset'> & {
  readonly places: readonly { readonly line: number; readonly column: number }[];
};

/** Agents are many, places are few: made once for each. */
function createConditionFinder(
  { steps, edges: all }: Workflow,
  edges: LeafEdges,
): (state: number, to: number | null) => ConditionsFound {
  const known = listKnownNames(steps);
  const found = new Map<string, ConditionsFound>();
  const find = (state: number, to: number | null): ConditionsFound => {
    const leading = edges.leading(state, to).map(edge => all[edge]);
    const strange = leading.map(
      ({ condition }) => condition?.program.reads.flatMap(({ name }) => (known.has(name) ? [] : name)) ?? [],
    );
    return {
      conditions: [...new Set(leading.map(({ condition }) => condition?.text ?? 'True'))],
      unset: strange.every(names => names.length > 0) ? [...new Set(strange.flat())] : [],
      places: leading.map(({ condition, line, column }) => ({
        line: condition?.line ?? line,
        column: condition?.column ?? column,
      })),
    };
  };
  return (state, to) => {
    const place = `${state} ${to}`;
    const conditions = found.get(place) ?? find(state, to);
    found.set(place, conditions);
    return conditions;
  };
}

/** By the state that agents are in and the conditions of the edges that would lead on. */
function groupWaitingAgents(
  workflow: Workflow,
  edges: LeafEdges,
  courses: readonly Course[],
  tick: Tick,
): readonly WaitingGroup[] {
  const conditionsAt = createConditionFinder(workflow, edges);
  const groups = new Map<string, WaitingGroup>();
  for (const course of courses) {
    if (!isWaiting(course, tick)) continue;
    const { state, to } = course.barred!;
    const { conditions, unset } = conditionsAt(state, to);
    const key = `${state} ${conditions.join('\n')}`;
    const agents = (groups.get(key)?.agents ?? 0) + 1;
    groups.set(key, { agents, state: workflow.states[state], conditions, unset });
  }
  return [...groups.values()];
}

const selectLargest = (groups: readonly WaitingGroup[]): WaitingGroup | null =>
  groups.reduce<WaitingGroup | null>(
    (most, group) => (group.agents > (most?.agents ?? 0) ? group : most),
    null,
  );

/** The step that failed most; null if none did. */
function findFailingStep({ steps }: Workflow, { stepTotals, totals }: WorkflowLedger): FailingStep | null {
  let most: FailingStep | null = null;
  for (const [number, { failed, times }] of stepTotals.entries()) {
    if (failed <= (most?.failed ?? 0)) continue;
    const { name, type } = steps[number];
    most =
      type === 'code'
        ? { step: name, failed, of: totals.turns, noun: 'turns' }
        : { step: name, failed, of: times, noun: 'times' };
  }
  return most;
}
