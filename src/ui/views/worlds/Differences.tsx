import { useMemo } from 'react';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Worlds } from '../../state/worldsState.ts';
import {
  collectPartingTicks,
  countPairs,
  isDeciderComparison,
  isOutcomeMeasured,
} from '../../worlds/courses.ts';
import { computeSpread } from '../../worlds/neededWorlds.ts';
import {
  computeValueSpan,
  type DifferenceText,
  describeFewerWorlds,
  formatMeanInterval,
  NO_INTERVAL_RULE,
  type OutcomeText,
  summarizeDifference,
} from '../../worlds/summarizeOutcome.ts';
import { NeededWorlds } from './NeededWorlds.tsx';
import styles from './Worlds.module.css';

/** Effect of the change, world by world: both runs draw alike from the round of the change on. */
export function Differences({ worlds, place }: { readonly worlds: Worlds; readonly place: number }) {
  const { Tick } = usePage(getCurrentModelWords);
  const hasInterval = worlds.status !== 'playing';
  const entries = useMemo(
    () =>
      worlds.definitions.flatMap((one, measure) =>
        isOutcomeMeasured(one, worlds) ? [summarizeDifference(worlds, place, measure, hasInterval)] : [],
      ),
    [worlds, place, hasInterval],
  );
  const n = countPairs(worlds);
  return (
    <>
      <Scrolling as="section" className={styles.scrolls} label="Differences of the pairs">
        <table className={styles.rows}>
          <thead>
            <tr>
              <th
                scope="col"
                title={isDeciderComparison(worlds) ? undefined : 'with the change, less without it'}
              >
                {isDeciderComparison(worlds) ? 'policy less model' : 'difference'}, at {Tick}{' '}
                {worlds.ticks[place]}
              </th>
              <th scope="col" title="the mark is at no difference">
                {formatGroupedInteger(n)} pairs
              </th>
              <th scope="col">mean</th>
              <th
                scope="col"
                title={`interval of the mean: of shares Wilson’s, of other numbers a bootstrap of 2,000 resamples, widened for few values; ${NO_INTERVAL_RULE}`}
              >
                95 %
              </th>
              <th scope="col">more · same · less</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(row => (
              <DifferenceRow
                key={row.definition.name}
                {...{ worlds, row }}
                pairs={n}
                noInterval={hasInterval ? 'none' : 'at the end'}
              />
            ))}
          </tbody>
        </table>
      </Scrolling>
      <Parting worlds={worlds} />
      <p className={`label ${styles.note}`}>
        In every world both runs draw alike, so what differs follows from{' '}
        {isDeciderComparison(worlds) ? 'who decides' : 'the change'}. An interval that contains 0 leaves the
        direction open. None: too few pairs differ, or all differ alike.
      </p>
    </>
  );
}

/** When the worlds diverge: when somebody sees or does something else first. */
function Parting({ worlds }: { readonly worlds: Worlds }) {
  const { Tick } = usePage(getCurrentModelWords);
  const partings = useMemo(() => [...collectPartingTicks(worlds)].sort((a, b) => a - b), [worlds]);
  if (partings.length === 0) return null;
  return <p className={`label ${styles.note}`}>{describePartings(partings, Tick)}</p>;
}

/** "Half of the worlds diverge by Round 1; all of them eventually do." @param partings in order; infinite for never */
function describePartings(partings: readonly number[], Tick: string): string {
  const n = partings.length;
  const some = partings.filter(Number.isFinite);
  const [first] = some;
  if (first === undefined) return `None of the ${formatGroupedInteger(n)} worlds diverges.`;
  const middle = partings[Math.floor((n - 1) / 2)] ?? Number.POSITIVE_INFINITY;
  const half = Number.isFinite(middle)
    ? `Half of the worlds diverge by ${Tick} ${middle}`
    : `The first world diverges in ${Tick} ${first}`;
  const all =
    some.length === n
      ? 'all of them eventually do'
      : `${formatGroupedInteger(some.length)} of ${formatGroupedInteger(n)} eventually do`;
  return `${half}; ${all}.`;
}

interface DifferenceRowProps {
  readonly worlds: Worlds;
  readonly row: DifferenceText;
  readonly pairs: number;
  /** Words in the place of an interval: there is none, or not before all worlds are played. */
  readonly noInterval: string;
}

function DifferenceRow({ worlds, row, pairs, noInterval }: DifferenceRowProps) {
  const { definition, values, mean, interval, more, less } = row;
  const { label, unit, meaning } = definition;
  const words = mean === null ? null : formatMeanInterval({ mean, interval }, unit);
  return (
    <tr>
      <th scope="row" title={meaning}>
        {label}
      </th>
      <td>
        <OutcomeStrip strip={row} />
      </td>
      <td>
        <b>{words?.mean ?? '–'}</b>
        <Fewer count={values.length} all={pairs} noun="pairs" />
      </td>
      <td>
        {words === null ? '' : (words.ends ?? <span className="label">{noInterval}</span>)}
        {mean !== null && (
          <NeededWorlds {...{ worlds, unit }} mean={{ ...computeSpread(values), interval }} />
        )}
      </td>
      <td>
        {formatGroupedInteger(more)} · {formatGroupedInteger(values.length - more - less)} ·{' '}
        {formatGroupedInteger(less)}
      </td>
    </tr>
  );
}

/** Number of worlds or pairs behind a figure, if not all have a value. */
export function Fewer(given: { readonly count: number; readonly all: number; readonly noun: string }) {
  const words = describeFewerWorlds(given.count, given.all, given.noun);
  return words === '' ? null : <span className={`label ${styles.fewer}`}>{words}</span>;
}

const STRIP_WIDTH = 92;
const STRIP_HEIGHT = 18;
const STRIP_BINS = 24;
/** Room for the median’s mark below the bars. */
const STRIP_FOOT = 4;

type StripSource = Pick<OutcomeText, 'band' | 'here'> & { readonly values: readonly number[] };

/**
 * Distribution of an outcome over the worlds: bars, paler outside nine in ten, the median below, this run’s value
 * above.
 */
export function OutcomeStrip({ strip: { values, band, here } }: { readonly strip: StripSource }) {
  if (band === null) return null;
  const { low, span } = computeValueSpan({ values, here });
  const bins = new Array<number>(STRIP_BINS).fill(0);
  const binOf = (value: number) => Math.min(STRIP_BINS - 1, Math.floor((STRIP_BINS * (value - low)) / span));
  for (const value of values) bins[binOf(value)]++;
  const most = Math.max(...bins);
  const xOf = (value: number) => 4 + ((STRIP_WIDTH - 8) * (value - low)) / span;
  const width = (STRIP_WIDTH - 8) / STRIP_BINS;
  return (
    <svg className={styles.strip} width={STRIP_WIDTH} height={STRIP_HEIGHT + STRIP_FOOT} aria-hidden="true">
      {bins.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(1.5, ((STRIP_HEIGHT - 4) * count) / most);
        const isTail = bin < binOf(band.low) || bin > binOf(band.high);
        return (
          <rect
            key={bin}
            x={4 + bin * width}
            y={STRIP_HEIGHT - height}
            width={width - 0.6}
            height={height}
            data-tail={isTail ? true : undefined}
          />
        );
      })}
      <path d={`M${xOf(band.median) - 3} ${STRIP_HEIGHT + STRIP_FOOT}h6l-3 -4z`} />
      {here !== null && (
        <>
          <line x1={xOf(here)} x2={xOf(here)} y1={3} y2={STRIP_HEIGHT} />
          <circle cx={xOf(here)} cy={3} r={2.5} />
        </>
      )}
    </svg>
  );
}
