import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTip } from '../../controls/chart/ChartTip.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/frame.ts';
import type { TableData } from '../../controls/tableData.ts';
import { useLink, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/shown.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import { findPinnedOutcome } from '../../worlds/courses.ts';
import { buildOutcomeFan, type Fan } from '../../worlds/fan.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import {
  describeRank,
  findCurrentPlace,
  formatBandRange,
  formatOutcomeValue,
  formatUnitSuffix,
  summarizeOutcome,
} from '../../worlds/told.ts';
import { getHeadLabelLeft } from '../time/TimelineTools.tsx';
import { drawOutcomeFan, type FanHit, type FanPlot, findFanLineAt } from './drawOutcomeFan.ts';
import styles from './Fan.module.css';

/** Pixels of the title above the lines. */
const HEAD = 34;

/** The chosen outcome of many worlds over time, in the place of the model’s own view. */
export function FanView() {
  const link = useLink();
  return (
    <ChartCanvas<FanPlot, FanHit>
      name="Worlds over time"
      isPlotOnly
      plot={buildFanPlot}
      draw={drawOutcomeFan}
      watch={state => [
        getCurrentWorlds(state),
        state.scale,
        state.plotWidth,
        getViewedTick(state),
        state.head,
      ]}
      share={1}
      hitTest={findFanLineAt}
      onPick={hit => {
        if (hit === null) return false;
        void link.openWorld(normalizeWorldJob(hit.line.world));
        return true;
      }}
      tip={(hit, place) =>
        hit && (
          <ChartTip className={styles.tip ?? ''} place={place} gap={[12, 12]} width={200} height={40}>
            <Told hit={hit} />
          </ChartTip>
        )
      }
      label="Worlds over time"
      told={describeFan}
      summary={describeFan}
      table={buildFanTable}
      beside={twin => (
        <div className={chart.gutter}>
          <ChartTitle title="Worlds" twin={twin} />
          <Figures />
        </div>
      )}
    >
      <Title />
    </ChartCanvas>
  );
}

/** The fan of the worlds that are there; made again when one more is. */
const fanNow = (() => {
  let kept: { readonly key: readonly unknown[]; readonly fan: Fan } | null = null;
  return (worlds: Worlds): Fan => {
    const key = [worlds.played, worlds.pinned, worlds.shown, worlds.origin, worlds.plan];
    if (kept === null || key.some((part, at) => part !== kept?.key[at]))
      kept = { key, fan: buildOutcomeFan(worlds, findPinnedOutcome(worlds)) };
    return kept.fan;
  };
})();

function buildFanPlot({ state, inks, height }: ChartFrame): FanPlot | null {
  const worlds = getCurrentWorlds(state);
  if (worlds === null) return null;
  const { scale, plotWidth: width } = state;
  return {
    fan: fanNow(worlds),
    ticks: worlds.ticks,
    from: worlds.plan.from,
    place: findCurrentPlace(state, worlds),
    unit: worlds.definitions[findPinnedOutcome(worlds)].unit,
    ...{ scale, width, inks, top: HEAD + 10, bottom: height - 14, beside: getHeadLabelLeft(state) },
  };
}

function Title() {
  const { Tick } = usePage(getCurrentModelWords);
  const worlds = usePage(getCurrentWorlds);
  if (worlds === null) return null;
  const { plan, definitions } = worlds;
  const { label } = definitions[findPinnedOutcome(worlds)];
  const { count, lines } = fanNow(worlds);
  const drawn = lines.length < count ? `, ${formatGroupedInteger(lines.length)} of them drawn` : '';
  const since =
    plan.from === null
      ? 'other seeds from the start'
      : `the same up to ${Tick} ${plan.from - 1}, then other chance`;
  return (
    <p className={styles.title}>
      <b>{label}</b> in {formatGroupedInteger(count)} worlds{drawn}: {since}.
    </p>
  );
}

/** The figures at the tick on the screen. */
function Figures() {
  const worlds = usePage(getCurrentWorlds);
  const place = usePage(state => (worlds === null ? 0 : findCurrentPlace(state, worlds)));
  if (worlds === null) return null;
  const { band, here, rank, all, definition } = summarizeOutcome(worlds, place, findPinnedOutcome(worlds));
  const rows = [
    ['here', here === null ? '–' : formatOutcomeValue(here, definition.unit)],
    ['median', band === null ? '–' : formatOutcomeValue(band.median, definition.unit)],
    ['9 in 10', band === null ? '–' : formatBandRange(band, definition.unit)],
    ['as far', rank === null ? '–' : formatGroupedInteger(rank.level + rank.behind)],
    ['growing', formatGroupedInteger(all.filter(({ isGrowing }) => isGrowing).length)],
  ];
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dd>
            <b>{value}</b>
          </dd>
          <dt>{name}</dt>
        </div>
      ))}
    </dl>
  );
}

function Told({ hit: { line, value } }: { readonly hit: FanHit }) {
  const unit = usePage(state => {
    const worlds = getCurrentWorlds(state);
    return worlds === null ? '' : worlds.definitions[findPinnedOutcome(worlds)].unit;
  });
  return (
    <>
      <b>
        {formatOutcomeValue(value, unit)}
        {formatUnitSuffix(unit)}
      </b>
      <span className="label">
        {line.world.world === 0 ? 'the run itself' : `world ${line.world.world}`}; a press opens it
      </span>
    </>
  );
}

function describeFan(state: PageState): string {
  const worlds = getCurrentWorlds(state);
  if (worlds === null) return 'No worlds are there.';
  const told = summarizeOutcome(worlds, findCurrentPlace(state, worlds), findPinnedOutcome(worlds));
  const { definition, here, band } = told;
  if (here === null || band === null) return 'The first worlds are under way.';
  const { unit, label } = definition;
  return `${label} ${formatOutcomeValue(here, unit)}${formatUnitSuffix(unit)}; ${describeRank(told)}; median ${formatOutcomeValue(band.median, unit)}, nine in ten ${formatBandRange(band, unit)}.`;
}

/** A row for each tick of the courses. */
function buildFanTable(state: PageState): TableData {
  const worlds = getCurrentWorlds(state);
  if (worlds === null) return { head: [], rows: [] };
  const { bands, here } = fanNow(worlds);
  const { unit } = worlds.definitions[findPinnedOutcome(worlds)];
  const told = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : formatOutcomeValue(value, unit);
  return {
    head: [getCurrentModelWords(state).tick, 'here', 'worlds', '5 %', 'median', '95 %'],
    rows: worlds.ticks.map((tick, place) => {
      const band = bands[place];
      return [
        tick,
        told(here?.values[place]),
        band?.n ?? 0,
        told(band?.low),
        told(band?.median),
        told(band?.high),
      ];
    }),
  };
}
