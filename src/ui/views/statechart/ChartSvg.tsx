import { type CSSProperties, memo, useMemo } from 'react';
import type { ChartInfo } from '../../../workers/protocol/api.ts';
import { fitLabelParts, GAPS, type LabelPart, measureEdgeLabelRoom } from '../../charts/fitting.ts';
import { doesEdgeCarryTransition, type PlacedEdge, type Placement } from '../../charts/placement.ts';
import { buildRouteSvgPath, type Point } from '../../charts/route.ts';
import { useCalmPage, useNarrow, usePage } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords, getModelAppearance } from '../../model/getModelAppearance.ts';
import { getStateHueToken } from '../../model/hues.ts';
import type { DrawnPart } from '../../model/modelAppearance.ts';
import type { RunState } from '../../state/pageState.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { getStateDescription, getTriggerLabel } from '../../words/chartLabels.ts';
import { ArrowMarker } from './ArrowMarker.tsx';
import styles from './ChartSvg.module.css';
import { FlowLine, getBandShare } from './FlowLine.tsx';
import { chooseBoxName, StateBox } from './StateBox.tsx';

interface Props {
  readonly run: RunState;
  readonly placement: Placement;
  /** Of a discovered chart: what is drawn of it. */
  readonly part: DrawnPart | null | undefined;
  readonly width: number;
  readonly height: number;
  readonly small: boolean;
  /** True if edges take their target's colour, because the dots do not fly. */
  readonly glow: boolean;
  /** True if boxes are filled in proportion instead of holding dots. */
  readonly levels: boolean;
  readonly hovered: string | null;
  /** Number of the state whose agents are selected. */
  readonly selected: number | null;
  readonly onHoverState: (state: string | null) => void;
  readonly onHoverEdge: (edge: PlacedEdge | null) => void;
  readonly onSelectState: (state: number) => void;
  /** Returns whether something other than a state was under the point. @param byFinger which covers more than a point */
  readonly onClick: (x: number, y: number, byFinger: boolean) => boolean;
}

const getStateHueStyle = (states: readonly string[], state: string): CSSProperties =>
  ({ '--hue': `var(${getStateHueToken(state, states)})` }) as CSSProperties;

/** Boxes and edges of the chart at the round that is shown. */
export function ChartSvg(props: Props) {
  const { placement, width, height } = props;
  const { ChartNotes } = useViews();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      className={styles.chart}
      width={width}
      height={height}
      role="group"
      aria-label="States and transitions"
    >
      <ArrowMarker />
      {placement.group && <Group group={placement.group} small={props.small} />}
      <ChartEdges {...props} />
      <Boxes {...props} />
      {ChartNotes && <ChartNotes placement={placement} />}
    </svg>
  );
}

function ChartEdges({ run, placement, part, width, small, glow, hovered, onHoverEdge }: Props) {
  const tick = useCalmPage(getViewedTick, 'edges');
  const [first, last] = usePage(state => state.selection.range) ?? [tick, tick];
  const { chart, config } = run.info;
  const byName = usePage(state => state.triggerNames);
  const edges = useMemo(() => (part && placement.part?.(part.facts)) ?? placement.edges, [placement, part]);
  const carried = useMemo(
    () => edges.map(edge => chart.transitions.map(one => doesEdgeCarryTransition(edge, one))),
    [edges, chart],
  );
  const flowsOf = (edge: number, trigger?: string) => {
    let sum = 0;
    chart.transitions.forEach((transition, position) => {
      if (carried[edge][position] && (!trigger || transition.trigger === trigger))
        sum += run.columns.flowIn(first, last, position);
    });
    return sum;
  };
  const most = Math.max(1, ...placement.edges.map(({ total = 0 }) => total));
  const rooms = useMemo(() => {
    const boxes = placement.states.map(({ box }) => box);
    return edges.map(({ label }) => (label ? measureEdgeLabelRoom(label, boxes, width) : 0));
  }, [edges, placement, width]);
  const drawn = edges.map((edge, position) => ({
    edge,
    flow: flowsOf(position),
    near: hovered !== null && edge.sources.includes(hovered),
  }));
  return (
    <>
      {drawn.map(({ edge, ...rest }) => (
        <ChartEdge
          key={edge.key}
          edge={edge}
          {...rest}
          share={getBandShare(config.agents, last - first + 1)}
          glow={glow}
          weight={edge.total === undefined ? null : Math.sqrt(edge.total / most)}
          marked={part?.marked.has(edge.key) ?? false}
          tint={getStateHueStyle(chart.states, edge.target)}
          onHover={onHoverEdge}
        />
      ))}
      {drawn.map(({ edge, ...rest }, position) => (
        <EdgeLabel
          key={edge.key}
          edge={edge}
          {...rest}
          parts={fitEdgeLabel(edge, small ? null : chart, byName, rooms[position], trigger =>
            flowsOf(position, trigger),
          )}
        />
      ))}
    </>
  );
}

function Boxes({ run, placement, part, levels, selected, onSelectState, onHoverState, onClick }: Props) {
  const tick = useCalmPage(getViewedTick, 'states');
  const { chart, config } = run.info;
  const { short } = getModelAppearance(chart.name).states;
  const words = usePage(getCurrentModelWords);
  const narrow = useNarrow();
  return (
    <>
      {placement.states.map((placed, position) => (
        <StateBox
          key={placed.state}
          placed={placed}
          name={chooseBoxName(placed, config.agents, narrow) ?? short(placed.state)}
          about={getStateDescription(chart, placed.state)}
          words={formatNounCount(run.columns.count(tick, position), ...words.agent)}
          count={run.columns.count(tick, position)}
          level={levels ? run.columns.count(tick, position) / config.agents : 0}
          tint={getStateHueStyle(chart.states, placed.state)}
          selected={selected === position}
          isPale={part?.hidden.has(placed.state) ?? false}
          onSelect={() => onSelectState(position)}
          onHover={onHoverState}
          onClick={onClick}
        />
      ))}
    </>
  );
}

function Group({ group, small }: { group: NonNullable<Placement['group']>; small: boolean }) {
  const { x, y, width, height } = group.box;
  return (
    <>
      <rect className={styles.group} x={x} y={y} width={width} height={height} rx={14} />
      {!small && (
        <text x={x + 4} y={y - 5}>
          {group.label}
        </text>
      )}
    </>
  );
}

type PlacedLabel = PlacedEdge['label'];

/** True if a name begins a row of its own. */
const startsLabelRow = (label: PlacedLabel, position: number) =>
  label?.rowHeight !== undefined && position > 0 && position % 2 === 0
    ? { x: label.x, dy: label.rowHeight }
    : {};

/** Pixels before a name or a number. */
function getGapBeforePart(label: PlacedLabel, position: number): number {
  if (position === 0 || (position % 2 === 0 && label?.rowHeight !== undefined)) return 0;
  return position % 2 ? GAPS.number : GAPS.name;
}

/**
 * "waits no longer 12 leaves 3": words only if there is room for them.
 * @param chart null: no words
 * @param room pixels of a row
 */
function fitEdgeLabel(
  edge: PlacedEdge,
  chart: ChartInfo | null,
  byName: boolean,
  room: number,
  flowOf: (trigger?: string) => number,
): string {
  // Its place was sought for the number as it is.
  if (edge.total !== undefined) return `|${formatGroupedInteger(edge.total)}`;
  const parts = buildEdgeLabelParts(edge, chart, byName, flowOf);
  if (edge.label?.rowHeight === undefined) return fitLabelParts(parts, room);
  return parts.map(part => fitLabelParts([part], room)).join('|');
}

function buildEdgeLabelParts(
  edge: PlacedEdge,
  chart: ChartInfo | null,
  byName: boolean,
  flowOf: (trigger?: string) => number,
): readonly LabelPart[] {
  if (byName && chart !== null && edge.names.length > 0) {
    const names = listEdgeTriggers(chart, edge);
    // If many share a line, the tip has them all.
    if (names.length > MAX_TRIGGER_NAMES) return [[`${names.length} triggers`, flowOf()]];
    return names.map(name => [name, flowOf(name)]);
  }
  const shown = edge.shown ?? (chart === null ? [] : edge.names.map(name => getTriggerLabel(chart, name)));
  if (shown.length < 2) return [[shown[0] ?? '', flowOf()]];
  return shown.map((name, position) => [name, flowOf(edge.names[position])]);
}

/** Maximum number of triggers named next to one line. */
const MAX_TRIGGER_NAMES = 2;

/** The triggers of the transitions that share a line, each once. */
const listEdgeTriggers = (chart: ChartInfo, edge: PlacedEdge): readonly string[] => [
  ...new Set(
    chart.transitions.filter(one => doesEdgeCarryTransition(edge, one)).map(({ trigger }) => trigger),
  ),
];

/** Properties of `ChartEdge`. */
interface EdgeProps {
  readonly edge: PlacedEdge;
  readonly flow: number;
  /** One agent's contribution to the band's width. */
  readonly share: number;
  readonly glow: boolean;
  readonly near: boolean;
  /** Square root of its share of the total of the most used line; null: no totals are shown. */
  readonly weight: number | null;
  readonly marked: boolean;
  readonly tint: CSSProperties;
  readonly onHover: (edge: PlacedEdge | null) => void;
}

/** A line with its band and its arrow. */
const ChartEdge = memo(
  function ChartEdge({ edge, flow, share, glow, near, weight, marked, tint, onHover }: EdgeProps) {
    if (edge.quiet && flow === 0 && !near) return null;
    const path = buildRouteSvgPath(edge.route);
    return (
      <FlowLine
        path={path}
        line={marked ? styles.foreign : getEdgeLineClass(edge)}
        strokeWidth={weight === null ? undefined : 0.75 + 2 * weight}
        flow={flow}
        share={share}
        glow={glow}
        tint={tint}
        onHover={isOver => onHover(isOver ? edge : null)}
      >
        {edge.isWildcard && <Port at={edge.route.points[0]} />}
      </FlowLine>
    );
  },
  (a, b) =>
    (['edge', 'flow', 'glow', 'near', 'weight', 'marked'] as const).every(part => a[part] === b[part]),
);

interface LabelProps extends Pick<EdgeProps, 'edge' | 'flow' | 'near'> {
  /** name|number|name|number …: a string, so that an unchanged label is not rendered again. */
  readonly parts: string;
}

/** Names and numbers next to a line. They are drawn after all lines, so that none strikes them out. */
const EdgeLabel = memo(function EdgeLabel({ edge, flow, near, parts }: LabelProps) {
  const { label, total, quiet } = edge;
  const isSilent = total === undefined && (edge.shown ?? edge.names).length === 0 && flow === 0;
  if (label === null || isSilent || (quiet && flow === 0 && !near)) return null;
  return (
    <text className={styles.halo} data-total={total} x={label.x} y={label.y} textAnchor={label.anchor}>
      {parts.split('|').map((word, position) => (
        <tspan
          key={position}
          className={position % 2 ? styles.number : undefined}
          {...startsLabelRow(label, position)}
          dx={word ? getGapBeforePart(label, position) : 0}
        >
          {word}
        </tspan>
      ))}
    </text>
  );
});

const getEdgeLineClass = ({ quiet, isWildcard }: PlacedEdge): string =>
  isWildcard ? styles.wildcard : quiet ? styles.quiet : styles.line;

/** Starting point of a line from any state. */
const Port = ({ at: [x, y] }: { at: Point }) => (
  <text className={styles.port} x={x} y={y + 13} textAnchor="middle">
    *<title>any state</title>
  </text>
);
