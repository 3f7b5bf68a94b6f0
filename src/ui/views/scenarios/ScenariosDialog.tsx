import { useEffect, useState } from 'react';
import { computeWorldBand } from '../../../engine/statistics/quantiles.ts';
import { parseAddress } from '../../address/pageAddress.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { getErrorMessage } from '../../lib/messages.ts';
import { listModelChoices } from '../../model/getModelAppearance.ts';
import {
  createLesson,
  getScenarioModel,
  loadScenarios,
  type Scenario,
  type ScenarioLibrary,
} from '../../scenarios/scenario.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import { formatOutcomeValue, formatUnitSuffix } from '../../worlds/summarizeOutcome.ts';
import styles from './Scenarios.module.css';
import { SheetDialog } from './SheetDialog.tsx';

/** The library of scenarios: a question each, what its worlds came to, and the way to play them again. */
export function ScenariosDialog() {
  const store = usePageStore();
  const [library, setLibrary] = useState<ScenarioLibrary | null>(null);
  const [failure, setFailure] = useState('');
  const load = () => {
    setFailure('');
    loadScenarios().then(setLibrary, error => setFailure(getErrorMessage(error)));
  };
  useEffect(load, []);
  const groups = listGroups(library?.scenarios ?? []);
  const start = usePage(({ lesson, run }) => {
    const model = run?.setup.model ?? '';
    return lesson?.model === model ? `scenario-${lesson.id}` : `scenarios-${model}`;
  });
  // The first ones are in sight anyway, below what the dialog is about.
  useEffect(() => {
    if (library !== null && start !== `scenarios-${groups[0]?.model}`) scrollToHeading(start);
  }, [library]);
  const chosen = usePage(state => state.scenarios);
  const leave = () => store.getState().arrange({ scenarios: null });
  const sheet = library?.scenarios.find(({ id }) => id === chosen);
  if (sheet !== undefined) return <SheetDialog scenario={sheet} onClose={leave} />;
  return (
    <Dialog title="Scenarios" wide onClose={leave}>
      <p className={styles.lead}>
        One run is an anecdote. Each of these questions was put to many worlds, which differ by chance alone,
        or to all cases of a recording. <i>Play its worlds</i> reproduces the finding; <i>Sheet</i> asks about
        a run of your own, to hand in.
      </p>
      {failure !== '' && (
        <p role="alert">
          {failure}{' '}
          <button type="button" onClick={load}>
            Try again
          </button>
        </p>
      )}
      <nav className={styles.models} aria-label="Models">
        {groups.map(({ model, title, scenarios }) => (
          <button key={model} type="button" onClick={() => scrollToHeading(`scenarios-${model}`)}>
            {title} {scenarios.length}
          </button>
        ))}
      </nav>
      <div className={styles.groups}>
        {groups.map(({ model, title, scenarios }) => (
          <section
            key={model}
            data-cards={Math.min(MAX_COLUMNS, scenarios.length)}
            aria-labelledby={`scenarios-${model}`}
          >
            <h3 id={`scenarios-${model}`} tabIndex={-1}>
              {title}
            </h3>
            <ul className={styles.cards}>
              {scenarios.map(scenario => (
                <li key={scenario.id}>
                  <Card scenario={scenario} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Cards side by side on a wide screen. */
const MAX_COLUMNS = 4;

/** Scrolls to a scenario, or to the heading of those of a model, where the focus goes on. */
function scrollToHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** The scenarios of each model, in their order, under the name that the page has for it. */
const listGroups = (scenarios: readonly Scenario[]) =>
  listModelChoices().flatMap(({ value, label }) => {
    const own = scenarios.filter(scenario => getScenarioModel(scenario) === value);
    return own.length === 0 ? [] : [{ model: value, title: label, scenarios: own }];
  });

function Card({ scenario }: { readonly scenario: Scenario }) {
  const commands = useCommands();
  const store = usePageStore();
  const { question, setting, finding, address, asks, outcome } = scenario;
  // A run that is over before has worlds that go on.
  const asked = asks && outcome && { ...asks, rounds: scenario.rounds, outcome: outcome.name };
  const open = async (isPlayed: boolean) => {
    store.getState().arrange({ scenarios: null });
    const { setup, rounds, looking, problems } = await parseAddress(address);
    if (problems.length > 0) return void store.getState().notify('error', problems.join(' '));
    store.getState().arrange({ lesson: createLesson(scenario) });
    await commands.openAsked(setup, rounds, isPlayed ? asked : null);
    if (looking !== null && store.getState().run?.setup === setup)
      store.getState().arrange({ view: looking.view });
  };
  const safely = (isPlayed: boolean) => void runWithRetry(store, () => open(isPlayed));
  return (
    <article className={styles.card} aria-label={question}>
      <h4 id={`scenario-${scenario.id}`} tabIndex={-1}>
        {question}
      </h4>
      <p className={styles.setting}>{setting}</p>
      {outcome !== null && <ScenarioPicture scenario={scenario} unit={outcome.unit} />}
      <p>{finding}</p>
      <p className={styles.ways}>
        <a
          href={address}
          onClick={event => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            safely(false);
          }}
        >
          Open
        </a>
        {asked !== null && (
          <button type="button" onClick={() => safely(true)}>
            Play its worlds
          </button>
        )}
        <button type="button" onClick={() => store.getState().arrange({ scenarios: scenario.id })}>
          Sheet
        </button>
      </p>
    </article>
  );
}

const SCENARIO_WIDTH = 230;
const SCENARIO_ROW_HEIGHT = 46;
const SCENARIO_BINS = 50;

interface ScenarioPictureProps {
  readonly scenario: Scenario;
  readonly unit: string;
}

/** Distribution of the outcome over the worlds of each set-up on one axis; a line for the run, a mark at the median. */
function ScenarioPicture({ scenario: { arms, here }, unit }: ScenarioPictureProps) {
  const rows = arms.map(({ values }) => values.filter(value => value !== null));
  const all = [...rows.flat(), ...(here === null ? [] : [here])];
  const [low, most] = [Math.min(...all), Math.max(...all)];
  const span = most - low || 1;
  const xOf = (value: number) => 2 + ((SCENARIO_WIDTH - 4) * (value - low)) / span;
  const height = arms.length * SCENARIO_ROW_HEIGHT + 16;
  return (
    <svg className={styles.picture} viewBox={`0 0 ${SCENARIO_WIDTH} ${height}`} aria-hidden="true">
      {arms.map(({ label }, arm) => (
        <g key={label} transform={`translate(0 ${arm * SCENARIO_ROW_HEIGHT})`}>
          <ScenarioRow values={rows[arm]} low={low} span={span} xOf={xOf} />
          <text x={SCENARIO_WIDTH} y={10} textAnchor="end">
            {label}
          </text>
          {here !== null && <line x1={xOf(here)} x2={xOf(here)} y1={4} y2={SCENARIO_ROW_HEIGHT - 4} />}
        </g>
      ))}
      <text x={0} y={height - 3}>
        {formatOutcomeValue(low, unit)}
      </text>
      {/* Of equal values the axis has no other end. */}
      {most > low && (
        <text x={SCENARIO_WIDTH} y={height - 3} textAnchor="end">
          {formatOutcomeValue(most, unit)}
          {formatUnitSuffix(unit)}
        </text>
      )}
    </svg>
  );
}

interface ScenarioRowProps {
  readonly values: readonly number[];
  readonly low: number;
  readonly span: number;
  readonly xOf: (value: number) => number;
}

/** Bars, paler outside nine in ten, and the median below. */
function ScenarioRow({ values, low, span, xOf }: ScenarioRowProps) {
  const bins = new Array<number>(SCENARIO_BINS).fill(0);
  const binOf = (value: number) =>
    Math.min(SCENARIO_BINS - 1, Math.floor((SCENARIO_BINS * (value - low)) / span));
  for (const value of values) bins[binOf(value)]++;
  const most = Math.max(...bins);
  const band = computeWorldBand(values);
  if (band === null) return null;
  const width = (SCENARIO_WIDTH - 4) / SCENARIO_BINS;
  const tall = SCENARIO_ROW_HEIGHT - 20;
  return (
    <>
      {bins.map((count, bin) => {
        const height = count === 0 ? 0 : Math.max(1.5, (tall * count) / most);
        const isTail = bin < binOf(band.low) || bin > binOf(band.high);
        return (
          <rect
            key={bin}
            x={2 + bin * width}
            y={SCENARIO_ROW_HEIGHT - 6 - height}
            width={width - 0.8}
            height={height}
            data-tail={isTail || undefined}
          />
        );
      })}
      <path d={`M${xOf(band.median) - 3} ${SCENARIO_ROW_HEIGHT - 1}h6l-3 -4z`} />
    </>
  );
}
