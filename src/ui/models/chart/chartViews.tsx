import { useMemo, useRef } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { createPlaceView } from '../../hooks/createPlaceView.tsx';
import { useCalmPage, useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { ModelViews } from '../../model/modelPlugin.ts';
import type { NamedChoice } from '../../state/oracleChoices.ts';
import type { PageState } from '../../state/pageState.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import { Select } from '../../views/bar/Select.tsx';
import { Whereabouts } from '../../views/inspector/Whereabouts.tsx';
import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { createHelpDialog } from '../../views/setup/createHelpDialog.tsx';
import { describeStateName } from '../../words/chartLabels.ts';
import styles from './Chart.module.css';
import { getChartPart } from './chartPart.ts';
import { CHART_TEXT } from './chartText.ts';
import { FlowView } from './FlowView.tsx';
import { OWN_CHART } from './ownChart.ts';

const OWN = 'own';
const CURRENT_CHART = 'kept';
const PICK_CHART = 'pick';

/** The bundled charts or the user's own, and the network. */
function ChartChoices() {
  return (
    <>
      <ChartSelect />
      <NetworkSelect />
    </>
  );
}

function ChartSelect() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(getCurrentAppearance);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const epoch = usePage(({ run }) => run?.info.epoch);
  // Only a run changes what is kept.
  const kept = useMemo(() => OWN_CHART.text(), [epoch]);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('chart') ?? false);
  const own = usePage(({ run }) => (isOwn ? run?.info.config.inputInfo.chart?.name : kept?.name));
  // Texts from an address are listed next to the user's own.
  const other = isOwn && OWN_CHART.lent() !== null ? kept : null;
  const choices: NamedChoice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN, label: own, title: 'your own statechart' }]),
    ...(other
      ? [{ value: CURRENT_CHART, label: other.name, title: 'your own statechart, kept in this browser' }]
      : []),
    {
      value: PICK_CHART,
      label: 'open a file…',
      title: 'a statechart of your own: SCXML, JSON as of XState, or Mermaid',
    },
  ];
  const choose = (value: string) => {
    if (value === PICK_CHART) return picker.current?.click();
    if (value === CURRENT_CHART && kept)
      return void commands.openOwn('chart', [new File([kept.text], kept.name)]);
    if (value !== OWN) return void commands.reset({ preset: value, own: [], parameters: {}, changes: [] });
    if (kept && !isOwn) void commands.openOwn('chart', [new File([kept.text], kept.name)]);
  };
  return (
    <>
      <Select label="Chart" strong value={isOwn ? OWN : preset} choices={choices} onChoose={choose} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Statechart file"
        accept=".scxml,.xml,.json,.mmd,.md"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files, 'chart');
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Placeholder for the editor while it is loaded. */
const EditorPlaceholder = <section aria-busy="true" />;

/** Agents that follow a chart of anybody's: what flows between its states, and why an agent may move. */
export const CHART_VIEWS: ModelViews = {
  Place: createPlaceView(
    FlowView,
    createLazyView(async () => (await import('./ChartNetwork.tsx')).ChartNetwork),
  ),
  Overview: TransitionList,
  overview: 'Transitions',
  Side: createLazyView(
    async () => (await import('../../views/side/createSideEditor.tsx')).createSideEditor(CHART_TEXT),
    EditorPlaceholder,
  ),
  Agent: createLazyView(preloadOnActivity(async () => (await import('./ChartAgent.tsx')).ChartAgent)),
  Sentence: ChartSentence,
  Chip: ChartChip,
  Choices: ChartChoices,
  Facts: createLazyView(async () => (await import('./ChartFacts.tsx')).ChartFacts),
  ChartNotes: null,
  Help: createHelpDialog(async () => (await import('./chartHelp.ts')).CHART_HELP),
};

/** The most common states, and if anything can still happen. */
function ChartSentence() {
  const head = useCalmPage(state => Math.max(0, getViewedTick(state)));
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const isOver = useCalmPage(state => getCurrentAppearance(state).isOver(state));
  return (
    <>
      <b>Tick {formatGroupedInteger(head)}</b>: of {formatGroupedInteger(agents)}, <Whereabouts tick={head} />
      {isOver ? '; nothing more can happen' : head === 0 && rests && '; press Play'}.
    </>
  );
}

/** The chart that the agents follow, and their network. */
function ChartChip() {
  const chart = usePage(({ run }) => run?.info.chart.name ?? '');
  const region = usePage(({ run }) => run?.info.chart.region);
  const network = usePage(({ run }) => run?.info.config.networkInfo);
  // Before the first frame nobody knows.
  const asks = usePage(state => getChartPart(state).frame?.asks ?? true);
  return (
    <>
      chart {chart}
      {region && region.names.length > 1 && `, ${region.names.length} regions`}
      {network && `, ${formatNounCount(network.edges, 'link')}`}
      {!asks && '; nobody is asked'}
    </>
  );
}

/** Counts of each transition up to the round on the screen. */
function describeTakenTransitions(state: PageState): string {
  const { run } = state;
  if (run === null) return '';
  const last = getViewedTick(state);
  const sums = run.info.chart.transitions.map(() => 0);
  for (let tick = run.columns.first; tick <= last; tick++)
    for (let i = 0; i < sums.length; i++) sums[i] += run.columns.flow(tick, i);
  return sums.join();
}

/** Every transition between the states that are shown, and how often it was taken. */
function TransitionList() {
  const transitions = usePage(({ run }) => run?.info.chart.transitions) ?? [];
  const taken = useCalmPage(describeTakenTransitions).split(',').map(Number);
  const all = taken.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <header className={styles.head}>
        <h2>Transitions</h2>
        <span className="label">{formatNounCount(all, 'move')} so far</span>
      </header>
      <ul className={styles.list}>
        {transitions.map(({ trigger, source, target, guard, isRest }, i) => {
          if (isRest && taken[i] === 0) return null;
          return (
            <li key={i}>
              <span className={styles.trigger}>{trigger}</span>
              <span className={styles.way}>
                <End state={source} /> → <End state={target} />
                {guard !== null && <span className="label"> if {guard}</span>}
              </span>
              <span className={styles.count}>{formatGroupedInteger(taken[i] ?? 0)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A state at an end of a transition. */
function End({ state }: { readonly state: string }) {
  const chart = usePage(({ run }) => run?.info.chart);
  if (state === '*') return <>any state</>;
  return (
    <span className={styles.end}>
      <StateDot state={state} /> {describeStateName(chart, state)}
    </span>
  );
}
