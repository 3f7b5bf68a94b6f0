import { tickStep } from 'd3-array';
import type { ParameterDefinition } from '../../engine/parameters/parameterDefinition.ts';

/** A parameter and its values, as they are typed. */
export interface SweepAxis {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
  /** Of a choice, the values that are compared instead. */
  readonly values?: readonly string[];
}

/** An axis as a sweep of the command line. */
export const formatSweepAxis = ({ name, from, to, step, values }: SweepAxis): string =>
  `${name}=${values?.join(',') ?? `${from}:${to}:${step}`}`;

/** Steps of a sweep, about. */
const STEPS = 8;

/** The part of all agents up to which a count of some of them is varied. */
const SOME_AGENTS = 0.02;

/**
 * Values of a parameter that suit a run: all of a choice; of a number, from the least that is allowed, or nothing, to twice the
 * present value, which is one of the steps. The limits of a parameter are those of what can be computed: where the present value is
 * 0, the greatest of the presets is doubled in its place; a count of agents goes up to about 2 % of them, and none beyond all.
 * @param value the present one
 * @param agents of the run
 */
export function proposeSweepAxis(
  definition: ParameterDefinition,
  value: number,
  agents = Number.POSITIVE_INFINITY,
): SweepAxis {
  const { name, min, kind, step, choices, bounds } = definition;
  if (choices !== undefined) return { name, from: '', to: '', step: '', values: choices };
  const max = bounds === 'agents' ? Math.min(definition.max, agents) : definition.max;
  const rough = findSweepWidth(definition, value, max) / STEPS;
  const each =
    kind === 'integer' ? Math.max(step, Math.round(rough / step) * step) : Number(rough.toPrecision(3));
  const below = Math.floor((value - min) / each + 1e-9);
  const from = value - Math.min(below, STEPS / 2) * each;
  const to = from + Math.min(STEPS, Math.floor((max - from) / each + 1e-9)) * each;
  const shown = (x: number) => String(Number(x.toPrecision(6)));
  return { name, from: shown(from), to: shown(to), step: shown(each) };
}

/** About how far apart the ends of a sweep are. @param max the greatest value that makes a difference */
function findSweepWidth(
  { min, defaults, step, bounds }: ParameterDefinition,
  value: number,
  max: number,
): number {
  if (value > 0) return 2 * value;
  const usual = Math.max(...Object.values(defaults).map(Number));
  if (usual > 0) return 2 * usual;
  if (bounds === 'agents') return STEPS * Math.max(step, tickStep(0, SOME_AGENTS * max, STEPS));
  return max - min;
}
