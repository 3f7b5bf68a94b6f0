import { useEffect, useMemo, useState } from 'react';
import { ChartCanvas } from '../../controls/chart/ChartCanvas.tsx';
import { getKeyTargetIndex } from '../../controls/chart/getKeyTargetIndex.ts';
import { useLayout, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import { releaseModelSelection } from '../../model/releaseModelSelection.ts';
import type { PageState } from '../../state/pageState.ts';
import tools from '../time/TimelinesView.module.css';
import { ABOVE, buildLanesPlot, drawPairLanes, LANES } from './lanes.ts';
import { selectPairInputs } from './PairStates.tsx';
import { buildPartingsTable, describePartings } from './partingTable.ts';
import { getLastCommonTick } from './sides.ts';

/** Height of the title's line, pixels. */
const HEAD = 30;

/** Room for the title, pixels. */
const LEAST = 128;

/** Number of an agent in the run on the screen, by its id; −1 where it does not have it. */
const findAgentNumber = (id: string, agents: number): number => {
  const agent = Number(/\d+$/.exec(id)?.[0]) - 1;
  return agent >= 0 && agent < agents ? agent : -1;
};

/** Who parts from the other run, when and why: two lanes each, A over B. */
export function PartingsView() {
  const store = usePageStore();
  const { gutter } = useLayout();
  const [height, setHeight] = useState(0);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const words = usePage(getCurrentModelWords);
  const differences = usePage(state => state.pair?.differences ?? null);
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const rows = useMemo(
    () =>
      (differences?.partings ?? [])
        .map(parting => ({ parting, agent: findAgentNumber(parting.agent_id, agents) }))
        .filter(({ agent }) => agent >= 0),
    [differences, agents],
  );
  const fitting = Math.max(0, Math.floor((height - HEAD - ABOVE) / LANES));
  const first = Math.max(0, Math.min(top, rows.length - fitting));
  const visible = useMemo(() => rows.slice(first, first + fitting), [rows, first, fitting]);
  useEffect(() => store.getState().showRows(visible.map(({ agent }) => agent)), [store, visible]);
  const open = (row: number) => {
    const one = visible[row];
    if (one === undefined) return;
    const { select, showTick, head } = store.getState();
    const { tick } = one.parting;
    const own = releaseModelSelection(store.getState());
    select({ agents: [one.agent], state: null, own, cursor: tick < head ? tick : null });
    showTick(tick);
  };
  const pressed = (key: string): boolean => {
    const to = getKeyTargetIndex(key, first + active, rows.length, fitting);
    if (to !== null) {
      const from = to < first ? to : to >= first + fitting ? to - fitting + 1 : first;
      setTop(from);
      setActive(to - from);
    } else if (key === 'Enter') open(active);
    else return false;
    return true;
  };
  const parted = differences?.parted ?? 0;
  return (
    <ChartCanvas
      name="First differences"
      className={tools.view}
      top={HEAD}
      onHeight={setHeight}
      plot={frame => buildLanesPlot(frame, visible, active)}
      draw={drawPairLanes}
      watch={state => [...selectPairInputs(state), state.run?.histories.version, state.selection, active]}
      share={1}
      hitTest={(_, _x, y) => (y < ABOVE ? null : Math.floor((y - ABOVE) / LANES))}
      onHover={(row: number | null) => {
        if (row !== null) setActive(row);
        return false;
      }}
      onPick={row => {
        if (row !== null) open(row);
        return row !== null;
      }}
      onScroll={by => setTop(Math.max(0, Math.min(rows.length - fitting, first + by * 2)))}
      label={`First differences, ${formatGroupedInteger(parted)} ${words.agent[parted === 1 ? 0 : 1]}. Up and down choose a row, Enter opens it at its ${words.tick}.`}
      onKey={pressed}
      summary={describePartings}
      table={buildPartingsTable}
      beside={twin => (
        <div className={tools.tools}>
          <h2>First differences</h2>
          {twin}
          <span className={tools.choices} style={{ left: Math.max(gutter, LEAST) + 24 }}>
            <span className={`label ${tools.note}`}>
              <Note />
            </span>
          </span>
        </div>
      )}
    >
      <p className="hidden" aria-live="polite">
        {visible[active] && describePartingRow(store.getState(), first + active)}
      </p>
    </ChartCanvas>
  );
}

/** The sentence of one row. */
const describePartingRow = (state: PageState, row: number): string =>
  buildPartingsTable(state).rows[row]?.join(', ') ?? '';

/** What was counted, of how many, up to when. */
function Note() {
  const { agent, Tick } = usePage(getCurrentModelWords);
  const differences = usePage(state => state.pair?.differences ?? null);
  const last = usePage(getLastCommonTick);
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  if (differences === null) return <>comparing…</>;
  const { parted, until, partings } = differences;
  if (parted === 0)
    return (
      <>
        nobody differs up to {Tick} {until}
      </>
    );
  return (
    <>
      {formatGroupedInteger(parted)} of {formatGroupedInteger(agents)} {agent[1]} part up to {Tick}{' '}
      {formatGroupedInteger(Math.min(until, last))}; A above B, faint where they agree
      {partings.length < parted && `; the first ${formatGroupedInteger(partings.length)}`}
    </>
  );
}
