import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import { useCommands } from '../../hooks/hooks.ts';
import { formatParameterValue } from '../../store/changedParameters.ts';
import type { SweepCell } from '../../worlds/cells.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import { formatOutcomeValue, formatUnitSuffix } from '../../worlds/summarizeOutcome.ts';
import { isOrderedSweep } from '../../worlds/sweepEstimates.ts';
import styles from './Sweep.module.css';

const SWEEP_WIDTH = 480;
const SWEEP_HEIGHT = 170;
const LEFT = 40;
const SWEEP_RIGHT = SWEEP_WIDTH - 10;
const SWEEP_TOP = 10;
const SWEEP_FOOT = SWEEP_HEIGHT - 20;
/** Half the width of the marks of a value without neighbours. */
const HALF_MARK = 9;
/** Most values that are written below. */
const MAX_AXIS_LABELS = 11;

interface Props {
  readonly cells: readonly SweepCell[];
  /** The present set-up’s place among them; −1 for none. */
  readonly baseArm: number;
  readonly parameter: ParameterDefinition;
  readonly unit: string;
  /** "Largest cascade over Resharing" */
  readonly name: string;
  /** The run's own outcome. */
  readonly here: number | null;
}

/**
 * An outcome over the values of a parameter: a dot a world, the median, and between which values nine in ten are; joined only
 * over numbers, as the values of a choice have no order.
 */
export function SweepPlot({ cells, baseArm, parameter, unit, name, here }: Props) {
  const commands = useCommands();
  const all = cells.flatMap(({ worlds }) => worlds.map(({ value }) => value));
  if (all.length === 0) return null;
  const low = Math.min(...all, here ?? all[0]);
  const span = Math.max(...all, here ?? all[0]) - low || 1;
  const xs = computeValuePlaces(cells);
  const yOf = (value: number) => SWEEP_FOOT - ((SWEEP_FOOT - SWEEP_TOP) * (value - low)) / span;
  const banded = cells.flatMap(({ band, arm }) => (band === null ? [] : [{ band, x: xs[arm] }]));
  const edge = (of: 'low' | 'high') => banded.map(({ band, x }) => `${x},${yOf(band[of])}`);
  const isOrdered = isOrderedSweep(cells);
  const every = Math.ceil(cells.length / MAX_AXIS_LABELS);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      className={styles.plot}
      viewBox={`0 0 ${SWEEP_WIDTH} ${SWEEP_HEIGHT}`}
      role="group"
      aria-label={name}
    >
      {[low, low + span / 2, low + span].map(value => (
        <g key={value}>
          <line className={styles.grid} x1={LEFT} x2={SWEEP_RIGHT} y1={yOf(value)} y2={yOf(value)} />
          <text x={LEFT - 6} y={yOf(value) + 4} textAnchor="end">
            {formatOutcomeValue(value, unit)}
          </text>
        </g>
      ))}
      {isOrdered ? (
        <polygon points={[...edge('low'), ...edge('high').reverse()].join(' ')} />
      ) : (
        banded.map(({ band, x }) => (
          <rect
            key={x}
            className={styles.interval}
            x={x - HALF_MARK}
            width={2 * HALF_MARK}
            y={yOf(band.high)}
            height={yOf(band.low) - yOf(band.high)}
          />
        ))
      )}
      {baseArm >= 0 && (
        <line
          className={styles.base}
          x1={xs[baseArm]}
          x2={xs[baseArm]}
          y1={SWEEP_TOP - 6}
          y2={SWEEP_FOOT + 4}
        />
      )}
      {cells.flatMap(({ arm, worlds }) =>
        worlds.map(({ world, value }) => (
          // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand in an SVG drawing
          <circle
            key={`${arm} ${world.world}`}
            role="button"
            tabIndex={-1}
            aria-label={`Open world ${world.world} at ${cells[arm].values[0]}: ${formatOutcomeValue(value, unit)}`}
            cx={xs[arm]}
            cy={yOf(value)}
            r={1.8}
            onClick={() => void commands.openWorld(normalizeWorldJob(world))}
          >
            <title>{`world ${world.world}: ${formatOutcomeValue(value, unit)}${formatUnitSuffix(unit)}; a press opens it`}</title>
          </circle>
        )),
      )}
      {isOrdered ? (
        <polyline points={banded.map(({ band, x }) => `${x},${yOf(band.median)}`).join(' ')} />
      ) : (
        banded.map(({ band, x }) => (
          <line
            key={x}
            className={styles.median}
            x1={x - HALF_MARK}
            x2={x + HALF_MARK}
            y1={yOf(band.median)}
            y2={yOf(band.median)}
          />
        ))
      )}
      {here !== null && baseArm >= 0 && (
        <circle className={styles.here} cx={xs[baseArm]} cy={yOf(here)} r={4}>
          <title>{`this run: ${formatOutcomeValue(here, unit)}`}</title>
        </circle>
      )}
      {cells.map(
        ({ arm, values }) =>
          arm % every === 0 && (
            <text
              key={arm}
              x={xs[arm]}
              y={SWEEP_HEIGHT - 4}
              textAnchor="middle"
              data-base={arm === baseArm || undefined}
            >
              {formatParameterValue(parameter, values[0])}
            </text>
          ),
      )}
    </svg>
  );
}

/** Places of the values along the plot: numbers as far apart as they are, others in the middle of equal parts. */
function computeValuePlaces(cells: readonly SweepCell[]): readonly number[] {
  const numbers = cells.flatMap(({ values: [value] }) => (typeof value === 'number' ? [value] : []));
  if (numbers.length < cells.length)
    return cells.map((_, i) => LEFT + ((SWEEP_RIGHT - LEFT) * (i + 0.5)) / cells.length);
  const low = Math.min(...numbers);
  const span = Math.max(...numbers) - low || 1;
  return numbers.map(value => LEFT + 10 + ((SWEEP_RIGHT - LEFT - 20) * (value - low)) / span);
}
