import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ChartOutline } from '../../../../engine/statechart/buildChartOutline.ts';
import { MAX_DOTS } from '../../../../engine/statechart/regionMoves.ts';
import type { ChartInfo } from '../../../../workers/protocol/api.ts';
import type { DotField } from '../../../charts/dotField.ts';
import type { NestedEdge, NestedPlacement } from '../../../charts/nested/nestedPlacement.ts';
import { getPointOnRoute } from '../../../charts/route.ts';
import type { PageCommands } from '../../../contract/pageCommands.ts';
import { useCalmPage, useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import { type Laid, useNestedPlacement } from '../../../model/nestedPlacements.ts';
import { releaseModelSelection } from '../../../model/releaseModelSelection.ts';
import type { PageState, PageStore, RunState } from '../../../state/pageState.ts';
import { getViewedAgents, getViewedTick } from '../../../state/viewState.ts';
import { isPlayingFast } from '../../../store/speed.ts';
import { describeStateName, getStateLabel, getTriggerLabel } from '../../../words/chartLabels.ts';
import { describeTransitionLabel } from '../../../words/describeTransitionLabel.ts';
import { describeTickSpan } from '../../../words/runClock.ts';
import styles from '../StatechartView.module.css';
import { selectState } from '../selectState.ts';
import own from './Nested.module.css';
import { NestedDots } from './NestedDots.tsx';
import { NestedSvg } from './NestedSvg.tsx';
import { convertToDrawingPoint, type SheetView, type WantedBox } from './sheetView.ts';
import { useZoom, type Zoom } from './useZoom.ts';

/** Properties of `NestedChart`. */
export interface NestedChartProps {
  readonly run: RunState;
  /** The dots' field, which also finds the dot under the pointer. */
  readonly field: DotField;
  readonly width: number;
  readonly height: number;
  /** Place of the tools. */
  readonly tools: HTMLElement | null;
  /** Called with the layout, and if there cannot be one. */
  readonly onLaid: (laid: Laid) => void;
}

/** Farthest from a dot's centre that it is still hit, by a mouse and by a finger, pixels. */
const POINT = 5;
const FINGER = 10;
/** Pixels of the panel's title. */
const TITLE = 30;

/** A chart with hierarchy with the society in it: all levels and all regions at once. */
export function NestedChart({ run, field, width, height: whole, tools, onLaid }: NestedChartProps) {
  const store = usePageStore();
  const sheet = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<NestedEdge | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const selected = useSelected();
  const fast = usePage(isPlayingFast);
  const height = whole - TITLE;
  const byName = usePage(state => state.triggerNames);
  const { chart, config } = run.info;
  const names = useMemo(() => listTransitionNames(chart, byName), [chart, byName]);
  const outline = useMemo(() => labelOutlineStates(chart, byName), [chart, byName]);
  const laid = useNestedPlacement(outline, names, { width, height }, config.agents);
  useEffect(() => onLaid(laid), [laid, onLaid]);
  const placement = laid === 'failed' ? null : laid;
  const wanted = useMemo(() => listPriorityBoxes(placement, chart.outline), [placement, chart.outline]);
  const { view, cut, zoom, fit, hasDragged } = useZoom(sheet, placement, { width, height }, wanted);
  const edges = EDGES.filter(edge => cut[edge]);
  const isPart = edges.length > 0;
  const hasDots = run.info.config.agents <= MAX_DOTS;
  const agentAt = (event: { clientX: number; clientY: number; pointerType?: string }): number => {
    const { left, top } = sheet.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const [x, y] = convertToDrawingPoint(view, [event.clientX - left, event.clientY - top]);
    return hasDots ? field.hitTest(x, y, (event.pointerType === 'touch' ? FINGER : POINT) / view.scale) : -1;
  };
  const hover = (event: PointerEvent) => {
    const agent = event.pointerType === 'touch' ? -1 : agentAt(event);
    const before = store.getState().selection.hover;
    if (agent >= 0 && !(before?.kind === 'agent' && before.agent === agent))
      store.getState().select({ hover: { kind: 'agent', agent } });
    if (agent < 0 && before?.kind === 'agent') store.getState().select({ hover: null });
  };
  const states = run.info.chart.outline?.states.length ?? 0;
  return (
    <div
      ref={sheet}
      className={own.sheet}
      data-drags={isPart || undefined}
      onPointerMove={hover}
      onPointerLeave={() => store.getState().select({ hover: null })}
      onClickCapture={event => {
        const agent = hasDragged() ? -1 : agentAt(event.nativeEvent as globalThis.PointerEvent);
        if (agent >= 0) store.getState().select({ agents: [agent], state: null });
        // A drag must not select a dot at its end, and a dot lies over its box.
        if (agent >= 0 || hasDragged()) event.stopPropagation();
      }}
    >
      {placement && width > 0 && (
        <>
          <NestedSvg
            run={run}
            placement={placement}
            view={view}
            width={width}
            height={height}
            glow={fast}
            levels={!hasDots}
            hovered={hovered}
            selected={selected.state}
            onHoverState={setHovered}
            onHoverEdge={setEdge}
            onSelectState={state => void selected.select(state)}
          />
          {hasDots && (
            <NestedDots
              field={field}
              placement={placement}
              states={states}
              view={view}
              width={width}
              height={height}
            />
          )}
          {edges.map(one => (
            <i key={one} className={own.cut} data-edge={one} aria-hidden="true" />
          ))}
          {edge && <NestedTip run={run} edge={edge} view={view} width={width} height={height} />}
        </>
      )}
      {tools && createPortal(<ZoomTools isPart={isPart} scale={view.scale} zoom={zoom} fit={fit} />, tools)}
    </div>
  );
}

const EDGES = ['left', 'top', 'right', 'bottom'] as const;

/** Boxes to be visible at first: the initial states, then as many others as there is room for. */
function listPriorityBoxes(
  placement: NestedPlacement | null,
  outline: ChartInfo['outline'],
): readonly WantedBox[] {
  const leaves = placement?.boxes.filter(({ dots }) => dots !== null) ?? [];
  return leaves.map(({ state, box }) => ({
    ...box,
    weight: outline?.active.includes(state) ? leaves.length + 1 : 1,
  }));
}

/** The outline with its states called as they are on the drawing. */
const labelOutlineStates = (chart: ChartInfo, byName: boolean): ChartInfo['outline'] =>
  chart.outline && {
    ...chart.outline,
    states: chart.outline.states.map(state => ({
      ...state,
      id: byName ? state.id : getStateLabel(chart, state.id),
    })),
  };

/** Labels of the transitions next to the lines of a chart with hierarchy. */
const listTransitionNames = (chart: ChartInfo, byName: boolean): readonly string[] =>
  (chart.outline?.transitions ?? []).map(({ trigger, words }) =>
    byName ? trigger : (words?.label ?? getTriggerLabel(chart, trigger)),
  );

/** The state whose agents are selected, and its selection. */
function useSelected() {
  const store = usePageStore();
  const commands = useCommands();
  const [chosen, setChosen] = useState<{ state: number; agents: readonly number[] } | null>(null);
  const agents = usePage(state => state.selection.agents);
  const position = usePage(state => state.selection.state);
  const outline = usePage(state => state.run?.info.chart.outline);
  const byPosition =
    position === null
      ? undefined
      : outline?.states.findIndex((_, state) => getRegionStateIndex(store.getState(), state) === position);
  const state = byPosition ?? (chosen?.agents === agents ? chosen.state : null);
  return {
    state,
    async select(wanted: number) {
      if (state === wanted) {
        store.getState().select({ state: null, agents: [] });
        return;
      }
      const selected = await selectStateMembers(store, commands, wanted);
      setChosen(selected && { state: wanted, agents: selected });
    },
  };
}

/** States of a chart with hierarchy that stand in another, itself among them. */
function collectInnerStates({ states }: ChartOutline, state: number): ReadonlySet<number> {
  const within = new Set([state]);
  for (const [i, { parent }] of states.entries()) if (within.has(parent)) within.add(i);
  return within;
}

/** Agents in a state at any level; null if the engine must be asked. */
function findStateMembers(page: PageState, state: number): number[] | null {
  const society = getViewedAgents(page);
  const outline = page.run?.info.chart.outline;
  if (!society?.places || !outline) return null;
  const within = collectInnerStates(outline, state);
  const { leaf } = society.places;
  const agents = society.state.length;
  const members = new Set<number>();
  for (const [place, one] of leaf.entries()) if (within.has(one)) members.add(place % agents);
  return [...members].sort((a, b) => a - b);
}

/** Position of a state among those of the region that is shown; −1 for none. */
const getRegionStateIndex = ({ run }: Pick<PageState, 'run'>, state: number): number => {
  const outlined = run?.info.chart.outline?.states[state];
  return outlined?.region === run?.info.chart.region?.shown
    ? (run?.info.chart.states.indexOf(outlined?.id ?? '') ?? -1)
    : -1;
};

/** Selects the agents that are in a state at the tick that is looked at. @returns them; null for none */
export async function selectStateMembers(
  store: PageStore,
  commands: PageCommands,
  state: number,
): Promise<readonly number[] | null> {
  const page = store.getState();
  const position = getRegionStateIndex(page, state);
  if (position >= 0) {
    selectState(store, position);
    return null;
  }
  const tick = getViewedTick(page);
  const asked = findStateMembers(page, state) ?? (await commands.ask(engine => engine.agentsIn(tick, state)));
  if (!asked || store.getState().run?.info.epoch !== page.run?.info.epoch) return null;
  page.select({ state: null, agents: [...asked], own: releaseModelSelection(page) });
  return store.getState().selection.agents;
}

interface NestedTipProps {
  readonly run: RunState;
  readonly edge: NestedEdge;
  readonly view: SheetView;
  readonly width: number;
  readonly height: number;
}

/** Trigger, guard, rate and flow of every transition of a line. */
function NestedTip({ run, edge, view, width, height }: NestedTipProps) {
  const tick = useCalmPage(getViewedTick, 'edges');
  const span = usePage(state => state.selection.range) ?? ([tick, tick] as const);
  const words = usePage(getCurrentModelWords);
  const { chart } = run.info;
  const { outline } = chart;
  if (!outline || !run.whole) return null;
  const [ex, ey] = getPointOnRoute(edge.route, 0.5);
  const x = Math.min(width - 40, Math.max(0, ex * view.scale + view.x));
  const y = Math.min(height - 20, Math.max(0, ey * view.scale + view.y));
  const left = Math.max(8, Math.min(x + 12, width - 264));
  const place = y > height / 2 ? { left, bottom: height - y + 8 } : { left, top: y + 14 };
  const name = (state: number) => {
    const id = outline.states[state]?.id;
    return id === undefined ? 'any state' : describeStateName(chart, id);
  };
  return (
    <div className={styles.tip} style={place}>
      {edge.transitions.length === 0 && (
        <p>
          {name(edge.source)} → {name(edge.target)}
          <span className="label"> where nobody has been yet</span>
        </p>
      )}
      {edge.transitions.map(transition => {
        const { trigger, guard, rate } = outline.transitions[transition];
        const { label, description } = describeTransitionLabel(chart, outline.transitions[transition]);
        const facts = [
          ...(label === trigger ? [] : [trigger]),
          ...(rate === null ? [] : [`rate ${rate}`]),
          guard ? `if ${guard}` : rate === null ? 'always' : '',
        ].filter(fact => fact !== '');
        return (
          <p key={transition}>
            <b>{label}</b> {name(edge.source)} → {name(edge.target)}
            {description && <span className="label"> {description};</span>}
            <span className="label">
              {' '}
              {facts.join(', ')}; {run.whole?.flowIn(...span, transition)}{' '}
              {describeTickSpan(span, words.tick)}
            </span>
          </p>
        );
      })}
    </div>
  );
}

interface Props extends Pick<Zoom, 'zoom' | 'fit'> {
  /** True if there is more of the drawing than its sheet shows. */
  readonly isPart: boolean;
  readonly scale: number;
}

/** The zoom factor, and a button that shows all of it. */
export function ZoomTools({ isPart, scale, zoom, fit }: Props) {
  return (
    <span className={own.tools}>
      {isPart && (
        <span className={own.part} title="there is more: drag the drawing, fit it, or enlarge the panel">
          part of it
        </span>
      )}
      <button type="button" aria-label="Zoom out" title="farther (Ctrl and wheel)" onClick={() => zoom(-1)}>
        −
      </button>
      <output aria-label="Zoom">{Math.round(scale * 100)} %</output>
      <button type="button" aria-label="Zoom in" title="nearer (Ctrl and wheel)" onClick={() => zoom(1)}>
        +
      </button>
      <button type="button" aria-label="Fit" aria-pressed={!isPart} title="all of the chart" onClick={fit}>
        fit
      </button>
    </span>
  );
}
