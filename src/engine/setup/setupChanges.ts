import { InputError } from '../core/errors.ts';
import { formatAgentId, type Tick } from '../core/indices.ts';
import type { Chance } from '../core/random.ts';
import type {
  AnswerChange,
  ChanceChange,
  Change,
  Intervention,
  ParameterChange,
  RunConfig,
} from './config.ts';

/** The changes of live parameters among all changes of a run. */
export const filterParameterChanges = (changes: readonly Change[]): readonly ParameterChange[] =>
  changes.filter(change => change.kind === undefined);

/** The answers that are given in a run. */
export const filterAnswerChanges = (changes: readonly Change[]): readonly AnswerChange[] =>
  changes.filter(change => change.kind === 'answer');

/** Seeds by which a run draws: its own, and another one from each change of chance on. */
export const getSeedSchedule = ({ seed, changes }: Pick<RunConfig, 'seed' | 'changes'>): Chance => ({
  seed,
  later: sortChanges(changes).filter((change): change is ChanceChange => change.kind === 'chance'),
});

/** Interventions in a model's world in a tick. */
export const getInterventionsAtTick = (changes: readonly Change[], tick: Tick): readonly Intervention[] =>
  changes.filter(change => change.kind === 'intervention').filter(change => change.tick === tick);

/** Changes by tick, those of parameters first; of two about one thing in one tick the later counts. */
export function sortChanges(changes: readonly Change[]): readonly Change[] {
  const last = new Map(changes.map(change => [getChangeKey(change), change]));
  return [...last.values()].sort(
    (a, b) => a.tick - b.tick || (getChangeSubject(a) < getChangeSubject(b) ? -1 : 1),
  );
}

type ParameterValues = RunConfig['parameters'];

/** All parameters as they are from a tick on; null if none is changed in it. */
export function getParametersFromTick(
  { changes, parameters }: RunConfig,
  tick: Tick,
): ParameterValues | null {
  const due = filterParameterChanges(changes).filter(change => change.tick <= tick);
  if (!due.some(change => change.tick === tick)) return null;
  return { ...parameters, ...Object.fromEntries(due.map(({ name, value }) => [name, value])) };
}

const getChangeKey = (change: Change): string => `${change.tick} ${getChangeSubject(change)}`;

/** Subject of a change. Names of parameters are small letters and come before the others. */
function getChangeSubject(change: Change): string {
  if (change.kind === undefined) return change.name;
  if (change.kind === 'chance') return '~~~';
  return change.kind === 'answer' ? `~${change.agent}` : `~~${change.name} ${change.on.join()}`;
}

/** @throws InputError for a change of somebody whom a run does not have */
export function checkChangeSubjects(changes: readonly Change[], agents: number): void {
  for (const change of changes) {
    const stranger = listChangeAgents(change).find(id => parseAgentNumber(id) >= agents);
    if (stranger !== undefined)
      throw new InputError(
        `the change in round ${change.tick} is about ${stranger}, but this run has ${formatAgentId(0)} to ${formatAgentId(agents - 1)}`,
      );
  }
}

function listChangeAgents(change: Change): readonly string[] {
  if (change.kind === 'answer') return [change.agent];
  return change.kind === 'intervention' ? change.on : [];
}

const AGENT = /^agent_(\d{3,})$/;

/** Number of the agent with this id; not a number for another text. */
export function parseAgentNumber(id: string): number {
  const number = Number(AGENT.exec(id)?.[1] ?? Number.NaN) - 1;
  return number >= 0 && formatAgentId(number) === id ? number : Number.NaN;
}
