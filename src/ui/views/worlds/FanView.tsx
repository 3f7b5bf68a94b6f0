import chart from '../../controls/chart/ChartCanvas.module.css';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { ChartTip } from '../../controls/chart/ChartTip.tsx';
import { ChartTitle } from '../../controls/chart/ChartTitle.tsx';
import type { ChartFrame } from '../../controls/chart/frame.ts';
import type { TableData } from '../../controls/tableData.ts';
import { useLink, usePage } from '../../hooks/hooks.ts';
import { grouped } from '../../lib/words.ts';
import { wordsNow } from '../../model/looks.ts';
import type { PageState } from '../../state/pageState.ts';
import { shownTick } from '../../state/shown.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { worldsNow } from '../../store/slices/worldsSlice.ts';
import { pinnedIn } from '../../worlds/courses.ts';
import { type Fan, fanOf } from '../../worlds/fan.ts';
import { placeNow, rangeWords, rankWords, toldOf, unitAfter, valueWords } from '../../worlds/told.ts';
import { jobOf } from '../../worlds/worldOf.ts';
import { besideHead } from '../time/TimelineTools.tsx';
import { drawFan, type FanHit, type FanPlot, hitFan } from './drawFan.ts';
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
      plot={plotOf}
      draw={drawFan}
      watch={state => [worldsNow(state), state.scale, state.plotWidth, shownTick(state), state.head]}
      share={1}
      hitTest={hitFan}
      onPick={hit => {
        if (hit === null) return false;
        void link.openWorld(jobOf(hit.line.world));
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
      told={sentenceOf}
      summary={sentenceOf}
      table={tableOf}
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
      kept = { key, fan: fanOf(worlds, pinnedIn(worlds)) };
    return kept.fan;
  };
})();

function plotOf({ state, inks, height }: ChartFrame): FanPlot | null {
  const worlds = worldsNow(state);
  if (worlds === null) return null;
  const { scale, plotWidth: width } = state;
  return {
    fan: fanNow(worlds),
    ticks: worlds.ticks,
    from: worlds.plan.from,
    place: placeNow(state, worlds),
    unit: worlds.definitions[pinnedIn(worlds)].unit,
    ...{ scale, width, inks, top: HEAD + 10, bottom: height - 14, beside: besideHead(state) },
  };
}

function Title() {
  const { Tick } = usePage(wordsNow);
  const worlds = usePage(worldsNow);
  if (worlds === null) return null;
  const { plan, definitions } = worlds;
  const { label } = definitions[pinnedIn(worlds)];
  const { count, lines } = fanNow(worlds);
  const drawn = lines.length < count ? `, ${grouped(lines.length)} of them drawn` : '';
  const since =
    plan.from === null
      ? 'other seeds from the start'
      : `the same up to ${Tick} ${plan.from - 1}, then other chance`;
  return (
    <p className={styles.title}>
      <b>{label}</b> in {grouped(count)} worlds{drawn}: {since}.
    </p>
  );
}

/** The figures at the tick on the screen. */
function Figures() {
  const worlds = usePage(worldsNow);
  const place = usePage(state => (worlds === null ? 0 : placeNow(state, worlds)));
  if (worlds === null) return null;
  const { band, here, rank, all, definition } = toldOf(worlds, place, pinnedIn(worlds));
  const rows = [
    ['here', here === null ? '–' : valueWords(here, definition.unit)],
    ['median', band === null ? '–' : valueWords(band.median, definition.unit)],
    ['9 in 10', band === null ? '–' : rangeWords(band, definition.unit)],
    ['as far', rank === null ? '–' : grouped(rank.level + rank.behind)],
    ['growing', grouped(all.filter(({ isGrowing }) => isGrowing).length)],
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
    const worlds = worldsNow(state);
    return worlds === null ? '' : worlds.definitions[pinnedIn(worlds)].unit;
  });
  return (
    <>
      <b>
        {valueWords(value, unit)}
        {unitAfter(unit)}
      </b>
      <span className="label">
        {line.world.world === 0 ? 'the run itself' : `world ${line.world.world}`}; a press opens it
      </span>
    </>
  );
}

function sentenceOf(state: PageState): string {
  const worlds = worldsNow(state);
  if (worlds === null) return 'No worlds are there.';
  const told = toldOf(worlds, placeNow(state, worlds), pinnedIn(worlds));
  const { definition, here, band } = told;
  if (here === null || band === null) return 'The first worlds are under way.';
  const { unit, label } = definition;
  return `${label} ${valueWords(here, unit)}${unitAfter(unit)}; ${rankWords(told)}; median ${valueWords(band.median, unit)}, nine in ten ${rangeWords(band, unit)}.`;
}

/** A row for each tick of the courses. */
function tableOf(state: PageState): TableData {
  const worlds = worldsNow(state);
  if (worlds === null) return { head: [], rows: [] };
  const { bands, here } = fanNow(worlds);
  const { unit } = worlds.definitions[pinnedIn(worlds)];
  const told = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : valueWords(value, unit);
  return {
    head: [wordsNow(state).tick, 'here', 'worlds', '5 %', 'median', '95 %'],
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
