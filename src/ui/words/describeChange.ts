import type { ParameterDefinition } from '../../engine/parameters/parameterDefinition.ts';
import type { Change } from '../../engine/setup/config.ts';
import { parseAgentNumber } from '../../engine/setup/setupChanges.ts';
import { replaceTickWord } from '../lib/formatCounts.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import type { ModelPlugin } from '../model/modelPlugin.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import type { PageState } from '../state/pageState.ts';
import { formatParameterValue } from '../store/changedParameters.ts';

/** Input for describing a change. */
interface ChangeContext {
  readonly parameters: readonly ParameterDefinition[];
  /** The model's word for a tick. */
  readonly tick: string;
  /** The displayed name of an agent; undefined if it is not known. */
  nameOf?(agent: number): string | undefined;
  /** The model's words for an intervention. */
  readonly deedWords?: ModelPlugin['deedWords'];
}

/** Most characters of an answer that are repeated. */
const MAX_REPEATED_ANSWER_LENGTH = 40;

/** A change without its tick: "Liking 3", "Priya Gómez answers “reply”". */
export function describeChange(
  change: Change,
  { parameters, tick, nameOf, deedWords }: ChangeContext,
): string {
  if (change.kind === 'answer') {
    const name = nameOf?.(parseAgentNumber(change.agent)) ?? change.agent;
    const { answer } = change;
    return `${name} answers “${answer.length > MAX_REPEATED_ANSWER_LENGTH ? `${answer.slice(0, MAX_REPEATED_ANSWER_LENGTH - 1)}…` : answer}”`;
  }
  if (change.kind === 'chance') return `new draws, by seed ${change.seed}`;
  if (change.kind === 'intervention') {
    const on = change.on.map(id => nameOf?.(parseAgentNumber(id)) ?? id);
    return deedWords?.(change.name, on) ?? `${change.name.replaceAll('_', ' ')}: ${on.join(', ')}`;
  }
  const parameter = parameters.find(one => one.name === change.name);
  if (parameter === undefined) return `${change.name} ${change.value}`;
  return `${parameter.label} ${formatParameterValue(parameter, change.value)} ${replaceTickWord(parameter.unit, tick)}`.trim();
}

/** The same, of the run on the screen. */
export function describeRunChange(state: PageState, change: Change): string {
  const { parameters = [], names = [] } = state.run?.info ?? {};
  const { tick } = getCurrentModelWords(state);
  const { deedWords } = getCurrentPlugin(state);
  return describeChange(change, { parameters, tick, nameOf: agent => names[agent], deedWords });
}

/** "from round 11" of what holds from then on, "in round 12" of what is once. */
export const describeChangeTime = (change: Change, tick: string): string =>
  `${change.kind === 'answer' ? 'in' : 'from'} ${tick} ${change.tick}`;
