import { useMemo, useRef } from 'react';
import { getJobSeed, type Job } from '../../../engine/worlds/worldPlan.ts';
import { downloadFile } from '../../controls/downloadFile.ts';
import { Scrolling } from '../../controls/Scrolling.tsx';
import { useCommands, useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useFocusLost } from '../../hooks/useFocusLost.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getCurrentPlugin } from '../../model/registered.ts';
import type { WantedWidth, Worlds } from '../../state/worldsState.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import { getCurrentWorlds } from '../../store/slices/worldsSlice.ts';
import { getMiddleItem } from '../../worlds/cells.ts';
import { findPinnedOutcome, isOutcomeMeasured, isPairPlan } from '../../worlds/courses.ts';
import { WIDTH as FIGURE_WIDTH } from '../../worlds/figure/figureMarks.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import { computeSpread } from '../../worlds/neededWorlds.ts';
import {
  describeAsFarRank,
  estimateOutcomeMean,
  findCurrentPlace,
  formatBandRange,
  formatMean,
  formatMedian,
  formatOutcomeValue,
  isBinaryOutcome,
  NO_INTERVAL_RULE,
  type OutcomeText,
  summarizeOutcome,
} from '../../worlds/summarizeOutcome.ts';
import { EnlargeButton } from '../inspector/EnlargeButton.tsx';
import { Differences, Fewer, OutcomeStrip } from './Differences.tsx';
import { Mean } from './Mean.tsx';
import { MeasuresNote } from './MeasuresNote.tsx';
import { NeededWorlds, WidthChoice } from './NeededWorlds.tsx';
import { OutcomeSelect } from './OutcomeSelect.tsx';
import { Question } from './Question.tsx';
import { Reproduction } from './Reproduction.tsx';
import { Sweep } from './Sweep.tsx';
import { describeWorldDots, WorldDots } from './WorldDots.tsx';
import styles from './Worlds.module.css';

/** Other worlds of the run on the screen: the distribution of each outcome over them, and this run's place. */
export function WorldsCorner() {
  const section = useRef<HTMLElement>(null);
  const commands = useCommands();
  const worlds = usePage(getCurrentWorlds);
  useFocusLost(section, worlds?.shown);
  const place = usePage(state => (worlds === null ? 0 : findCurrentPlace(state, worlds)));
  const isOneColumn = useOneColumn();
  const whole = usePage(state => state.run?.info.outcomes.length ?? 0);
  if (worlds === null) return null;
  const rows = worlds.definitions.map((_, measure) => summarizeOutcome(worlds, place, measure));
  const isAlone = !isPairPlan(worlds) && worlds.sweep.length === 0;
  const pinned = findPinnedOutcome(worlds);
  return (
    <section ref={section} tabIndex={-1} className={styles.corner} aria-label="Worlds">
      <header className={styles.head}>
        <h2>Worlds</h2>
        {!isOneColumn && <EnlargeButton what="the worlds" />}
        {isAlone && <OverTime worlds={worlds} />}
        <WorldsExports worlds={worlds} />
        <button type="button" onClick={() => void commands.leaveWorlds()}>
          Leave
        </button>
      </header>
      <Question worlds={worlds} />
      {worlds.shown !== null && <Member worlds={worlds} shown={worlds.shown} />}
      <progress
        className={styles.bar}
        aria-label="Worlds played"
        max={worlds.plan.worlds * worlds.plan.arms.length}
        value={worlds.played.length}
      />
      {worlds.sweep.length === 0 && (
        <p className={styles.sentence}>
          <OutcomeSelect worlds={worlds} />
          <span>in the headline{isAlone && ' and the picture'}</span>
        </p>
      )}
      {isPairPlan(worlds) && <Differences worlds={worlds} place={place} />}
      {worlds.sweep.length > 0 && <Sweep worlds={worlds} place={place} />}
      {isAlone && rows[pinned] && <Pinned outcome={rows[pinned]} wanted={worlds.wanted} />}
      {isAlone && (
        <Outcomes
          worlds={worlds}
          outcomes={orderOutcomes(rows, whole).filter(({ definition }) =>
            isOutcomeMeasured(definition, worlds),
          )}
          place={place}
        />
      )}
      <WidthChoice worlds={worlds} />
      <MeasuresNote worlds={worlds} />
      <Reproduction worlds={worlds} />
    </section>
  );
}

/** Outcomes of a part of the run come before those of the whole. */
const orderOutcomes = (rows: readonly OutcomeText[], whole: number): readonly OutcomeText[] => [
  ...rows.slice(whole),
  ...rows.slice(0, whole),
];

/** Which of the worlds is on the screen, and the way back. */
function Member({ worlds, shown }: { readonly worlds: Worlds; readonly shown: Job }) {
  const commands = useCommands();
  const { plan, change } = worlds;
  const label = change ?? plan.arms[shown.arm].label;
  return (
    <p className={`label ${styles.note}`}>
      On the screen: world {shown.world}, {label && plan.arms.length > 1 && `${label}, `}
      {plan.from === null ? 'seed' : 'drawn by seed'} {getJobSeed(plan, shown)}.{' '}
      <button type="button" className={styles.again} onClick={() => void commands.openWorld(null)}>
        Back to the run that they are worlds of
      </button>
    </p>
  );
}

interface OutcomesProps {
  readonly worlds: Worlds;
  readonly outcomes: readonly OutcomeText[];
  readonly place: number;
}

function Outcomes({ worlds, outcomes, place }: OutcomesProps) {
  const store = usePageStore();
  const { Tick } = usePage(getCurrentModelWords);
  const agents = usePage(state => state.run?.info.config.agents ?? Number.POSITIVE_INFINITY);
  const { played, shown, ticks, status, plan } = worlds;
  const { seed } = plan.arms[0].setup;
  const means = useMemo(
    () =>
      Object.fromEntries(
        outcomes.map(row => [
          row.definition.name,
          estimateOutcomeMean(row, seed, agents, status !== 'playing'),
        ]),
      ),
    [played, shown, place, status, seed, agents],
  );
  return (
    <Scrolling as="section" className={styles.scrolls} label="Outcomes of the worlds">
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">
              at {Tick} {ticks[place]}
            </th>
            <th scope="col">here</th>
            <th scope="col">
              {formatGroupedInteger(played.length)} worlds{status === 'done' ? '' : ' so far'}
            </th>
            <th scope="col">median</th>
            <th scope="col" title="from the 5 % to the 95 % quantile of the worlds">
              9 in 10
            </th>
            <th
              scope="col"
              title={`below it the 95 % interval of the mean: of shares Wilson’s, of other numbers a bootstrap of 2,000 resamples, widened for few values; ${NO_INTERVAL_RULE}`}
            >
              mean
            </th>
            <th scope="col" title="worlds in which it was less; ties count for neither">
              ahead of
            </th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map(row => {
            const { definition, band, here, rank, values } = row;
            const { name, label, unit, meaning } = definition;
            return (
              <tr key={name}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={worlds.pinned === name}
                    title={meaning}
                    onClick={() => store.getState().setWorlds({ ...worlds, pinned: name })}
                  >
                    {label}
                  </button>
                </th>
                <td>
                  <b>{here === null ? '–' : formatOutcomeValue(here, unit)}</b>
                </td>
                <td>
                  <OutcomeStrip strip={row} />
                </td>
                <td>
                  {band && formatMedian(row)}
                  <Fewer count={values.length} all={played.length} noun="worlds" />
                </td>
                <td>{band && !isBinaryOutcome(row) && formatBandRange(band, unit)}</td>
                <td>
                  {means[name] && (
                    <>
                      <Mean words={formatMean(means[name], unit)} />
                      <NeededWorlds
                        {...{ worlds, unit }}
                        mean={{ ...computeSpread(values), interval: means[name].interval }}
                      />
                    </>
                  )}
                </td>
                <td title={describeAsFarRank(row, worlds.wanted)}>
                  {rank &&
                    values.length > 0 &&
                    `${formatGroupedInteger(rank.ahead)} of ${formatGroupedInteger(values.length)}`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolling>
  );
}

/** The worlds one by one, over one outcome, and three of them by name. */
function Pinned({ outcome, wanted }: { readonly outcome: OutcomeText; readonly wanted: WantedWidth }) {
  const commands = useCommands();
  const sorted = [...outcome.all].sort((a, b) => a.value - b.value || a.world.world - b.world.world);
  const { unit } = outcome.definition;
  const { tick } = usePage(getCurrentModelWords);
  if (sorted.length === 0) return null;
  const named = [
    ['least', sorted[0]],
    ['median', getMiddleItem(sorted)],
    ['most', sorted.at(-1)],
  ] as const;
  return (
    <>
      <WorldDots outcome={outcome} />
      <p className={`label ${styles.note}`}>
        {outcome.definition.label}: {describeWorldDots(outcome, tick)}. Open a world:{' '}
        {named.map(([word, one]) =>
          one === undefined ? null : (
            <button
              key={word}
              type="button"
              className={styles.again}
              title={`seed ${one.world.seed}`}
              onClick={() => void commands.openWorld(normalizeWorldJob(one.world))}
            >
              {word} ({formatOutcomeValue(one.value, unit)})
            </button>
          ),
        )}{' '}
        or any dot.
      </p>
      {outcome.rank && (
        <p className={`label ${styles.note}`}>{formatCornerSentence(describeAsFarRank(outcome, wanted))}</p>
      )}
    </>
  );
}

/** Draws the chosen outcome over time, or the model’s own view again. */
function OverTime({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  return (
    <button
      type="button"
      aria-pressed={worlds.isOver}
      title={worlds.isOver ? 'the run’s own view again' : 'every world as a line, at the right'}
      onClick={() => store.getState().setWorlds({ ...worlds, isOver: !worlds.isOver })}
    >
      Over time
    </button>
  );
}

const formatCornerSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The worlds as a table, what was done to have them, and their picture. */
function WorldsExports({ worlds }: { readonly worlds: Worlds }) {
  return (
    <>
      <CsvButton worlds={worlds} />
      {worlds.plan.arms.length > 1 && <DifferencesButton worlds={worlds} />}
      <MethodsButton worlds={worlds} />
      <FigureButton form="svg" />
      <FigureButton form="png" />
    </>
  );
}

function CsvButton({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  const save = async () => {
    const { writeWorldsCsv } = await import('../../../engine/worlds/writeWorldsCsv.ts');
    const { plan, definitions, played } = worlds;
    const text = writeWorldsCsv(plan, definitions, played);
    downloadFile(
      `${['worlds', `seed-${plan.arms[0].setup.seed}`, plan.subject].filter(Boolean).join('-')}.csv`,
      [text],
      'text/csv',
    );
  };
  return (
    <button type="button" title="a row for each world" onClick={() => void runWithRetry(store, save)}>
      CSV
    </button>
  );
}

/** Saves the mean differences between the set-ups, those of `worlds --differences`. */
function DifferencesButton({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  const save = async () => {
    const { writeDifferencesCsv } = await import('../../../engine/worlds/writeDifferencesCsv.ts');
    const { plan, definitions, played, baseArm, sweep } = worlds;
    // Of two set-ups the first is the one without the change.
    const reference = sweep.length > 0 ? Math.max(0, baseArm) : 0;
    const text = writeDifferencesCsv(plan, definitions, played, reference);
    downloadFile(`differences-seed-${plan.arms[0].setup.seed}.csv`, [text], 'text/csv');
  };
  return (
    <button
      type="button"
      title="a row for each outcome and set-up: mean difference, 95 % interval, and the interval for all set-ups together"
      onClick={() => void runWithRetry(store, save)}
    >
      Differences
    </button>
  );
}

/** Hands over what was done, as a paper says it, with the command that repeats it, and offers the model by the ODD protocol. */
function MethodsButton({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  const copy = async () => {
    const { run, notify } = store.getState();
    if (run === null) return;
    const { config } = run.info;
    const { writeMethodsText } = await import('../../worlds/writeMethodsText.ts');
    const own = await getCurrentPlugin({ run }).methods?.();
    const text = [
      writeMethodsText(worlds, run.info, getCurrentModelWords({ run }).tick),
      ...(own ? [own.describe(config, Object.keys(worlds.plan.arms[0].values))] : []),
    ].join('\n');
    const odd = own && {
      label: 'Download the model (ODD)',
      act: () => downloadFile(`odd-seed-${config.seed}.md`, [own.writeOdd(config)], 'text/markdown'),
    };
    try {
      await navigator.clipboard.writeText(text);
      notify('note', 'The methods text is in the clipboard.', odd);
    } catch {
      downloadFile('methods.txt', [text], 'text/plain');
      notify('note', 'The methods text was downloaded as methods.txt, as the clipboard cannot be used.', odd);
    }
  };
  return (
    <button
      type="button"
      title="copies what was done, for a paper, and the command that repeats it"
      onClick={() => void runWithRetry(store, copy)}
    >
      Methods
    </button>
  );
}

/** Saves the picture that the worlds are shown by, with a caption, to stand alone. */
function FigureButton({ form }: { readonly form: 'svg' | 'png' }) {
  const store = usePageStore();
  const save = async () => {
    const worlds = getCurrentWorlds(store.getState());
    if (worlds === null) return;
    const { drawWorldsFigure } = await import('../../worlds/figure/drawWorldsFigure.ts');
    const { svg, height } = drawWorldsFigure(
      worlds,
      findCurrentPlace(store.getState(), worlds),
      getCurrentModelWords(store.getState()).tick,
    );
    const name = `worlds-seed-${worlds.plan.arms[0].setup.seed}.${form}`;
    if (form === 'svg') return downloadFile(name, [svg], 'image/svg+xml');
    const { renderSvgToPng } = await import('../statechart/chartPicture.ts');
    downloadFile(name, [await renderSvgToPng(svg, { width: FIGURE_WIDTH, height })], 'image/png');
  };
  return (
    <button
      type="button"
      aria-label={`Figure as ${form.toUpperCase()}`}
      title="the picture that is shown, with a caption"
      onClick={() => void runWithRetry(store, save)}
    >
      {form.toUpperCase()}
    </button>
  );
}
