import {
  COMPARED_MEASURES,
  type FidelityMeasure,
  type FidelityRow,
} from '../../../src/ui/models/social/fidelity/FidelityDialog.tsx';
import {
  covered,
  distance,
  keepFilledBins,
  MIN_CASCADES,
  matchedQuantiles,
  relativeError,
} from './distance.ts';
import type { Shape } from './tree.ts';

/** Quantiles that are told. */
export const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** The real cascades of a comparison. */
export interface Sides {
  readonly held: readonly Shape[];
  readonly fitted: readonly Shape[];
  readonly seed: number;
}

/** What is known of a model before it is judged. */
export interface Judged extends Pick<FidelityRow, 'name' | 'kind' | 'fitted' | 'roots'> {
  readonly shapes: readonly Shape[];
  /** Whether the distance to what was fitted says anything. */
  readonly tellsFit: boolean;
  /** Measures that it has no say in. */
  readonly without: readonly FidelityMeasure[];
}

const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** A value for each measure. */
export const perMeasure = <Value>(of: (measure: FidelityMeasure) => Value): Record<FidelityMeasure, Value> =>
  Object.fromEntries(COMPARED_MEASURES.map(measure => [measure, of(measure)])) as Record<
    FidelityMeasure,
    Value
  >;

/** A row from a model's cascades. */
export function rowOf(judged: Judged, { held, fitted, seed }: Sides): FidelityRow {
  const { shapes, name, kind, roots, without } = judged;
  const filled = keepFilledBins(shapes);
  const told = <Value>(of: (measure: FidelityMeasure, compared: readonly Shape[]) => Value | null) =>
    perMeasure(measure => {
      const compared = measure === 'size' ? shapes : filled;
      // Fewer do not say how they are distributed, and resampling one of them does not vary.
      return without.includes(measure) || compared.length < MIN_CASCADES ? null : of(measure, compared);
    });
  return {
    name,
    kind,
    fitted: judged.fitted,
    roots,
    cascades: shapes.length,
    covered: rounded(covered(held, filled)),
    ks: told((measure, compared) => intervalOf(held, compared, measure, seed)),
    fit: judged.tellsFit ? told((measure, compared) => pointOf(fitted, compared, measure)) : null,
    error: told((measure, compared) => (measure === 'size' ? null : errorOf(held, compared, measure))),
    quantiles: told((measure, compared) => quantilesOf(held, compared, measure)),
  };
}

function intervalOf(
  held: readonly Shape[],
  shapes: readonly Shape[],
  measure: FidelityMeasure,
  seed: number,
) {
  const found = distance(held, shapes, measure, { matched: measure !== 'size', seed });
  return found && { ks: rounded(found.ks), low: rounded(found.low), high: rounded(found.high) };
}

function pointOf(
  fitted: readonly Shape[],
  shapes: readonly Shape[],
  measure: FidelityMeasure,
): number | null {
  const found = distance(fitted, shapes, measure, { matched: measure !== 'size', seed: 0, resamples: 0 });
  return found && rounded(found.ks);
}

function errorOf(held: readonly Shape[], shapes: readonly Shape[], measure: FidelityMeasure): number | null {
  const error = relativeError(held, shapes, measure);
  return error === null ? null : rounded(error);
}

function quantilesOf(held: readonly Shape[], shapes: readonly Shape[], measure: FidelityMeasure): number[] {
  const base = measure === 'size' ? shapes : held;
  return matchedQuantiles(base, shapes, measure, QUANTILES).map(value => rounded(value, 2));
}
