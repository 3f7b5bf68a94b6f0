import { filterParameterChanges } from '../../engine/setup/setupChanges.ts';
import type { RunInfo } from '../../workers/protocol/api.ts';
import { replaceTickWord } from '../lib/formatCounts.ts';
import type { Worlds } from '../state/worldsState.ts';
import { formatParameterValue } from '../store/changedParameters.ts';
import { describeChangeTime } from '../words/describeChange.ts';
import { isDeciderComparison } from './courses.ts';
import { listDifferentChanges } from './findRunChange.ts';

/**
 * The change between the worlds of a pair, with its time: "Transmission 0.08 to 0.02 from tick 10"; of anything but one parameter
 * the words of the change, with its time if it is one.
 */
export function describeWorldsChange(
  worlds: Pick<Worlds, 'plan' | 'change'>,
  { parameters }: Pick<RunInfo, 'parameters'>,
  tick: string,
): string {
  const { plan } = worlds;
  const words = worlds.change ?? '';
  if (isDeciderComparison(worlds)) return words;
  const [without, changed] = plan.arms.map(({ setup }) => setup);
  const [change, ...others] = listDifferentChanges(without, changed);
  if (change === undefined || others.some(other => other.tick !== change.tick)) return words;
  const time = describeChangeTime(change, tick);
  const definition = parameters.find(({ name }) => change.kind === undefined && name === change.name);
  if (others.length > 0 || change.kind !== undefined || definition === undefined) return `${words} ${time}`;
  const earlier = filterParameterChanges(without.changes).findLast(
    ({ name, tick: at }) => name === change.name && at <= change.tick,
  );
  const before = earlier?.value ?? without.parameters[change.name] ?? definition.defaults[without.preset];
  const [from, to] = [before, change.value].map(value => formatParameterValue(definition, value));
  const unit = replaceTickWord(definition.unit, tick);
  return `${[definition.label, from, 'to', to, unit].filter(Boolean).join(' ')} ${time}`;
}
