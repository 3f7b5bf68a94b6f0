import { numberOf } from '../../engine/changes.ts';
import type { Change, ParameterDefinition } from '../../engine/config.ts';
import { valueWords } from '../run/changes.ts';
import { inTicks } from './words.ts';

/** What words for a change are made from. */
interface Told {
  readonly parameters: readonly ParameterDefinition[];
  /** The model's word for a tick. */
  readonly tick: string;
  /** The name shown for an agent; undefined where it is not known. */
  nameOf?(agent: number): string | undefined;
}

/** Most characters of an answer that are repeated. */
const MOST = 40;

/** A change without its tick: "Liking 3", "Priya Gómez answers “reply”". */
export function changeWords(change: Change, { parameters, tick, nameOf }: Told): string {
  if (change.kind === 'answer') {
    const name = nameOf?.(numberOf(change.agent)) ?? change.agent;
    const { answer } = change;
    return `${name} answers “${answer.length > MOST ? `${answer.slice(0, MOST - 1)}…` : answer}”`;
  }
  const parameter = parameters.find(one => one.name === change.name);
  if (parameter === undefined) return `${change.name} ${change.value}`;
  return `${parameter.label} ${valueWords(parameter, change.value)} ${inTicks(parameter.unit, tick)}`.trim();
}
