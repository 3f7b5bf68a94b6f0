import type { OutcomeDefinition } from '../../../engine/model/outcomeDefinition.ts';
import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { formatParameterValue } from '../../store/changedParameters.ts';
import { findSweptParameters, getMiddleItem, type SweepCell } from '../../worlds/cells.ts';
import { findPinnedOutcome, getOutcomeAt } from '../../worlds/courses.ts';
import { describeFamily } from '../../worlds/describeSweep.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import { describeSweepNeeds } from '../../worlds/neededWorlds.ts';
import {
  formatBandRange,
  formatJointEnds,
  formatMean,
  formatMeanInterval,
  formatMedian,
  isBinaryOutcome,
} from '../../worlds/summarizeOutcome.ts';
import {
  type DifferenceEstimate,
  estimateSweep,
  isDifferent,
  isOrderedSweep,
  type MeanEstimate,
  type SweepEstimates,
} from '../../worlds/sweepEstimates.ts';
import { listWorldCounts } from '../../worlds/worldsQuestion.ts';
import { Fewer } from './Differences.tsx';
import { Mean } from './Mean.tsx';
import { OutcomeSelect } from './OutcomeSelect.tsx';
import { SweepMap } from './SweepMap.tsx';
import { SweepPlot } from './SweepPlot.tsx';
import styles from './Worlds.module.css';

interface Props {
  readonly worlds: Worlds;
  readonly place: number;
}

/** An outcome over the values of one parameter or two. */
export function Sweep({ worlds, place }: Props) {
  const { Tick } = usePage(getCurrentModelWords);
  const parameters = usePage(state => state.run?.info.parameters) ?? [];
  const swept = findSweptParameters(worlds, parameters);
  const { definitions, baseArm, origin, ticks } = worlds;
  const measure = findPinnedOutcome(worlds);
  const { label, unit } = definitions[measure];
  const agents = usePage(state => state.run?.info.config.agents ?? Number.POSITIVE_INFINITY);
  const estimates = estimateSweep(worlds, place, measure, agents);
  const { cells } = estimates;
  const least = Math.min(...cells.map(({ played }) => played));
  const over = swept.map(one => one.label).join(' and ');
  return (
    <>
      <p className={styles.sentence}>
        <OutcomeSelect worlds={worlds} />
        <span>
          at {Tick} {formatGroupedInteger(ticks[place])}, over {over}
          {formatSweepUnit(swept[0].unit)}
        </span>
      </p>
      {swept.length === 2 ? (
        <SweepMap
          estimates={estimates}
          swept={swept}
          baseArm={baseArm}
          unit={unit}
          name={`${label}, median`}
        />
      ) : (
        <>
          <SweepPlot
            cells={cells}
            baseArm={baseArm}
            parameter={swept[0]}
            unit={unit}
            name={`${label} over ${over}`}
            here={origin === null ? null : getOutcomeAt(origin, worlds, place, measure)}
          />
          <SweepValues
            estimates={estimates}
            definition={definitions[measure]}
            parameter={swept[0]}
            baseArm={baseArm}
          />
        </>
      )}
      {worlds.status !== 'playing' && (
        <p className={`label ${styles.note}`}>
          {describeSweepNeeds(
            estimates.means,
            estimates.differences,
            unit,
            worlds.wanted,
            listWorldCounts(worlds).at(-1)!,
          )}
        </p>
      )}
      <p className={`label ${styles.note}`}>
        {swept.length === 2
          ? `A number is the median of the worlds played so far, at least ${formatGroupedInteger(least)} of each; the framed one is this set-up, a dash nothing to measure. A star: the mean difference to ${describeReference(estimates, baseArm, swept)}, world by world, has no 0 in its 95 % interval${describeFamily(estimates.comparisons)}. `
          : `A dot is a world, the ${isOrderedSweep(cells) ? 'line the median, the band' : 'stroke the median, the bar'} from the 5 % to the 95 % quantile; the dotted line is this set-up. `}
        The same seeds everywhere: a seed passes through all values before the next one, so differences are of
        pairs. An interval of a mean difference that contains 0 leaves open whether there is one; none: too
        few pairs differ, or all alike.
        {estimates.comparisons > 1 &&
          ` Of twenty intervals of single values without a difference about one has no 0 in it by chance; those${describeFamily(estimates.comparisons)} (Bonferroni) all hold in nominally 95 of 100 such sweeps, in fewer where worlds are few and differences skewed, and a difference is claimed by them alone.`}
      </p>
    </>
  );
}

const formatSweepUnit = (unit: string): string => (unit === '' ? '' : `, ${unit}`);

/** "this set-up"; of a sweep without its values "Liking 0" or the like. */
const describeReference = (
  { cells, reference }: SweepEstimates,
  baseArm: number,
  swept: readonly ParameterDefinition[],
): string => (baseArm >= 0 ? 'this set-up' : formatCellValues(cells[reference], swept));

const formatCellValues = ({ values }: SweepCell, swept: readonly ParameterDefinition[]): string =>
  swept.map((parameter, at) => formatParameterValue(parameter, values[at])).join(', ');

interface ValuesProps {
  readonly estimates: SweepEstimates;
  readonly definition: OutcomeDefinition;
  readonly parameter: ParameterDefinition;
  readonly baseArm: number;
}

/** The same as a table; a press opens the world in the middle. */
function SweepValues({ estimates, definition, parameter, baseArm }: ValuesProps) {
  const { cells, means, differences, comparisons } = estimates;
  return (
    <Scrolling as="section" className={styles.scrolls} label="Outcomes over the values">
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{parameter.label}</th>
            <th scope="col">worlds</th>
            <th scope="col">median</th>
            <th scope="col" title="from the 5 % to the 95 % quantile of the worlds">
              9 in 10
            </th>
            <th scope="col" title="below it the 95 % interval of the mean">
              mean
            </th>
            <th
              scope="col"
              title={`the mean of the differences world by world, and below it its 95 % interval; bold where the one${describeFamily(comparisons)} has no 0 in it`}
            >
              less {describeReference(estimates, baseArm, [parameter])}
            </th>
            {comparisons > 1 && (
              <th
                scope="col"
                title="intervals of the differences, nominally 95 % for all together (Bonferroni)"
              >
                for all {formatGroupedInteger(comparisons)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {cells.map(cell => (
            <SweepRow
              key={cell.arm}
              {...{ cell, definition, parameter }}
              isOwn={cell.arm === baseArm}
              mean={means[cell.arm]}
              difference={differences[cell.arm]}
              isFamily={comparisons > 1}
            />
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

interface RowProps {
  readonly cell: SweepCell;
  readonly parameter: ParameterDefinition;
  readonly definition: OutcomeDefinition;
  readonly isOwn: boolean;
  readonly mean: MeanEstimate | null;
  readonly difference: DifferenceEstimate | null;
  /** True if several values are compared. */
  readonly isFamily: boolean;
}

function SweepRow({ cell, definition, parameter, isOwn, mean, difference, isFamily }: RowProps) {
  const commands = useCommands();
  const { played, worlds, band } = cell;
  const middle = getMiddleItem(worlds);
  const report = { definition, band, values: worlds.map(({ value }) => value) };
  return (
    <tr>
      <th scope="row">
        {formatCellValues(cell, [parameter])}
        {isOwn && <span className="label"> this set-up</span>}
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
      <td>{mean && <Mean words={formatMean(mean, definition.unit)} />}</td>
      <td>
        {difference && (
          <Mean words={formatMeanInterval(difference, definition.unit)} isBold={isDifferent(difference)} />
        )}
      </td>
      {isFamily && <td>{difference && formatJointEnds(difference, definition.unit)}</td>}
    </tr>
  );
}
