import { useMemo } from 'react';
import type { OutcomeDefinition } from '../../../engine/model/outcomeDefinition.ts';
import {
  computeMean,
  computePairedInterval,
} from '../../../engine/statistics/intervals/computeMeanInterval.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { buildSweepCells, findSweptParameters, type SweepCell } from '../../worlds/cells.ts';
import { findPinnedOutcome, getOutcomeAt, isOutcomeMeasured } from '../../worlds/courses.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import {
  formatBandRange,
  formatMeanInterval,
  formatMedian,
  formatUnitSuffix,
  isBinaryOutcome,
} from '../../worlds/summarizeOutcome.ts';
import { Fewer } from './Differences.tsx';
import { SweepMap } from './SweepMap.tsx';
import { SweepPlot } from './SweepPlot.tsx';
import styles from './Worlds.module.css';

interface Props {
  readonly worlds: Worlds;
  readonly place: number;
}

/** An outcome over the values of one parameter or two. */
export function Sweep({ worlds, place }: Props) {
  const store = usePageStore();
  const { Tick } = usePage(getCurrentModelWords);
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const swept = findSweptParameters(worlds, parameters);
  const { definitions, baseArm, origin, ticks } = worlds;
  const measure = findPinnedOutcome(worlds);
  const { label, unit, meaning } = definitions[measure];
  const cells = buildSweepCells(worlds, place, measure);
  const least = Math.min(...cells.map(({ played }) => played));
  const over = swept.map(one => one.label).join(' and ');
  return (
    <>
      <p className={styles.sentence}>
        <select
          aria-label="Outcome"
          title={meaning}
          value={definitions[measure].name}
          onChange={event => store.getState().setWorlds({ ...worlds, pinned: event.target.value })}
        >
          {definitions
            .filter(one => isOutcomeMeasured(one, worlds))
            .map(one => (
              <option key={one.name} value={one.name}>
                {one.label}
              </option>
            ))}
        </select>
        <span>
          at {Tick} {formatGroupedInteger(ticks[place])}, over {over}
          {formatSweepUnit(swept[0].unit)}
        </span>
      </p>
      {swept.length === 2 ? (
        <SweepMap cells={cells} swept={swept} baseArm={baseArm} unit={unit} name={`${label}, median`} />
      ) : (
        <>
          <SweepPlot
            cells={cells}
            baseArm={baseArm}
            unit={unit}
            name={`${label} over ${over}`}
            here={origin === null ? null : getOutcomeAt(origin, worlds, place, measure)}
          />
          {cells.length === 2 && <Pairs cells={cells} worlds={worlds} definition={definitions[measure]} />}
          <SweepValues
            cells={cells}
            definition={definitions[measure]}
            label={swept[0].label}
            baseArm={baseArm}
          />
        </>
      )}
      <p className={`label ${styles.note}`}>
        {swept.length === 2
          ? `A number is the median of the worlds played so far, at least ${formatGroupedInteger(least)} of each; the framed one is this set-up, a dash nothing to measure. `
          : 'A dot is a world, the line the median, the band from the 5 % to the 95 % quantile; the dotted line is this set-up. '}
        The same seeds everywhere: a seed passes through all values before the next one.
      </p>
    </>
  );
}

interface PairsProps {
  readonly cells: readonly SweepCell[];
  readonly worlds: Worlds;
  readonly definition: OutcomeDefinition;
}

/** Effect of the second value instead of the first, world by world. */
function Pairs({ cells: [first, second], worlds: { plan, status }, definition }: PairsProps) {
  const { unit } = definition;
  const report = useMemo(() => {
    const others = new Map(first.worlds.map(({ world, value }) => [world.world, value]));
    const differences = [...second.worlds]
      .sort((a, b) => a.world.world - b.world.world)
      .flatMap(({ world, value }) => {
        const other = others.get(world.world);
        return other === undefined ? [] : [value - other];
      });
    const interval =
      status === 'playing' ? null : computePairedInterval(differences, plan.arms[0].setup.seed, definition);
    return { n: differences.length, mean: computeMean(differences), interval };
  }, [first, second, plan, status, definition]);
  if (report.n === 0) return null;
  const { mean, ends } = formatMeanInterval(report, unit);
  return (
    <p className={styles.note}>
      {String(second.values[0])} instead of {String(first.values[0])}: <b>{mean}</b>
      {formatUnitSuffix(unit)} in the mean of {formatGroupedInteger(report.n)} pairs
      {ends && ` (95 %: ${ends})`}.
    </p>
  );
}

const formatSweepUnit = (unit: string): string => (unit === '' ? '' : `, ${unit}`);

interface ValuesProps {
  readonly cells: readonly SweepCell[];
  readonly definition: OutcomeDefinition;
  readonly label: string;
  readonly baseArm: number;
}

/** The same as a table; a press opens the world in the middle. */
function SweepValues({ cells, definition, label, baseArm }: ValuesProps) {
  const commands = useCommands();
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">worlds</th>
          <th scope="col">median</th>
          <th scope="col" title="from the 5 % to the 95 % quantile of the worlds">
            9 in 10
          </th>
        </tr>
      </thead>
      <tbody>
        {cells.map(({ arm, values, played, worlds, band }) => {
          const middle = worlds[Math.floor(worlds.length / 2)];
          const report = { definition, band, values: worlds.map(({ value }) => value) };
          return (
            <tr key={arm}>
              <th scope="row">
                {String(values[0]).replaceAll('_', ' ')}
                {arm === baseArm && <span className="label"> this set-up</span>}
              </th>
              <td>{formatGroupedInteger(played)}</td>
              <td>
                {band && middle && (
                  <button
                    type="button"
                    className={styles.again}
                    title={`opens world ${middle.world.world}, which is in the middle`}
                    onClick={() => void commands.openWorld(normalizeWorldJob(middle.world))}
                  >
                    {formatMedian(report)}
                  </button>
                )}
                <Fewer count={worlds.length} all={played} noun="worlds" />
              </td>
              <td>{band && !isBinaryOutcome(report) && formatBandRange(band, definition.unit)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
