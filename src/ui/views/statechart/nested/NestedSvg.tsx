import { type CSSProperties, memo } from 'react';
import type { ChartInfo } from '../../../../workers/protocol/api.ts';
import { LABEL_LINE, TITLE } from '../../../charts/nested/nestedMeasures.ts';
import type { NestedBox, NestedEdge, NestedPlacement } from '../../../charts/nested/nestedPlacement.ts';
import { buildRouteSvgPath } from '../../../charts/route.ts';
import { useCalmPage, usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import { getStateHueToken } from '../../../model/hues.ts';
import type { RunState } from '../../../state/pageState.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import { getStateDescription, getStateLabel } from '../../../words/chartLabels.ts';
import { ArrowMarker } from '../ArrowMarker.tsx';
import styles from '../ChartSvg.module.css';
import { FlowLine, getBandShare } from '../FlowLine.tsx';
import { LevelFill, StateButton } from '../StateButton.tsx';
import own from './Nested.module.css';
import type { SheetView } from './sheetView.ts';

/** The states' boxes, each with the number of agents in it. */
function NestedBoxes(props: NestedSvgProps) {
  const { run, placement, levels, selected, onHoverState, onSelectState } = props;
  const tick = useCalmPage(getViewedTick, 'states');
  const words = usePage(getCurrentModelWords);
  const { chart, config } = run.info;
  const { outline } = chart;
  if (!outline || !run.whole) return null;
  const { whole } = run;
  return (
    <>
      {placement.boxes.map(placed => {
        const { id, kind, parent } = outline.states[placed.state];
        const count = whole.count(tick, placed.state);
        if (kind === 'history' || kind === 'deep history')
          return <Past key={placed.state} placed={placed} isDeep={kind === 'deep history'} id={id} />;
        const around = outline.states[parent]?.id;
        const name = getStateLabel(chart, id);
        const within = around === undefined ? '' : ` in ${getStateLabel(chart, around)}`;
        return (
          <StateBox
            key={placed.state}
            placed={placed}
            kind={kind}
            title={[id, getStateDescription(chart, id)].filter(part => part !== null).join(': ')}
            label={`${name}${within}, ${formatNounCount(count, ...words.agent)}`}
            count={count}
            level={levels && placed.dots ? count / config.agents : 0}
            tint={getNestedStateHue(chart, placed.state)}
            selected={selected === placed.state}
            onSelect={onSelectState}
            onHover={onHoverState}
          />
        );
      })}
    </>
  );
}

/** A history: a circled H. */
function Past({ placed: { box }, isDeep, id }: { placed: NestedBox; isDeep: boolean; id: string }) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return (
    <g className={own.past}>
      <circle cx={x} cy={y} r={box.width / 2 - 0.5} />
      <text x={x} y={y + 4} textAnchor="middle">
        {isDeep ? 'H*' : 'H'}
      </text>
      <title>{`${id}: ${isDeep ? 'where it was, at all levels' : 'where it was'}`}</title>
    </g>
  );
}

interface BoxProps {
  readonly placed: NestedBox;
  readonly kind: string;
  readonly title: string;
  readonly label: string;
  readonly count: number;
  /** Share of all agents, 0 if dots are drawn. */
  readonly level: number;
  readonly tint: CSSProperties;
  readonly selected: boolean;
  readonly onSelect: (state: number) => void;
  readonly onHover: (state: number | null) => void;
}

const StateBox = memo(
  function StateBox({
    placed,
    kind,
    title,
    label,
    count,
    level,
    tint,
    selected,
    onSelect,
    onHover,
  }: BoxProps) {
    const { box, dots, isRegion, name, actions, state } = placed;
    const { x, y, width, height } = box;
    const holds = dots === null;
    const radius = Math.min(10, height / 4);
    return (
      <StateButton
        label={label}
        title={title}
        tint={tint}
        selected={selected}
        number={state}
        onSelect={() => onSelect(state)}
        onHover={isOver => onHover(isOver ? state : null)}
      >
        <rect
          className={isRegion ? own.region : holds ? own.around : styles.box}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={radius}
        />
        {holds && <rect className={own.handle} x={x} y={y} width={width} height={TITLE} rx={radius} />}
        {kind === 'final' && (
          <rect
            className={own.final}
            x={x + 3}
            y={y + 3}
            width={width - 6}
            height={height - 6}
            rx={radius - 2}
          />
        )}
        {level > 0 && <LevelFill box={box} radius={radius} level={level} />}
        <text
          className={`${own.over} ${isRegion ? own.regionName : styles.name}`}
          x={x + (isRegion ? 6 : 9)}
          y={y + 16}
        >
          {name}
          {kind === 'parallel' && (
            <tspan className={own.kind} dx={6}>
              parallel
            </tspan>
          )}
        </text>
        <text
          className={`${own.over} ${styles.count}`}
          x={x + width - (isRegion ? 6 : 9)}
          y={y + 16}
          textAnchor="end"
        >
          {formatGroupedInteger(count)}
        </text>
        {actions.map((words, row) => (
          <text
            key={words}
            className={own.action}
            x={x + 9}
            y={holds ? y + 30 : y + height - 6 - (actions.length - 1 - row) * 14}
          >
            {words}
          </text>
        ))}
      </StateButton>
    );
  },
  (a, b) =>
    a.placed === b.placed &&
    a.count === b.count &&
    a.level === b.level &&
    a.selected === b.selected &&
    a.label === b.label &&
    a.tint['--hue' as keyof CSSProperties] === b.tint['--hue' as keyof CSSProperties],
);

/** Boxes within boxes and the lines between them, at the tick that is shown. */
export function NestedSvg(props: NestedSvgProps) {
  const { placement, view, width, height } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      className={`${styles.chart} ${own.drawing}`}
      width={width}
      height={height}
      role="group"
      aria-label="States and transitions"
    >
      <ArrowMarker />
      <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        <Lines placement={placement} />
        <NestedEdges {...props} />
        <NestedBoxes {...props} />
      </g>
    </svg>
  );
}

/** Parts that do not change with the ticks: lines between regions, arrows to initial states. */
const Lines = memo(function Lines({
  placement: { dividers, starts, any },
}: Pick<NestedSvgProps, 'placement'>) {
  return (
    <>
      {dividers.map(({ from, to }) => (
        <path key={`${from}`} className={own.divider} d={`M${from}L${to}`} />
      ))}
      {starts.map(({ state, from, to }) => (
        <g key={state} className={own.start}>
          <circle cx={from[0]} cy={from[1]} r={3} />
          <path d={`M${from}L${to}`} markerEnd="url(#arrow)" />
        </g>
      ))}
      {any && (
        <text
          className={styles.port}
          x={any.x + any.width / 2}
          y={any.y + any.height - 2}
          textAnchor="middle"
        >
          *<title>any state</title>
        </text>
      )}
    </>
  );
});

function NestedEdges({ run, placement, glow, hovered, onHoverEdge }: NestedSvgProps) {
  const tick = useCalmPage(getViewedTick, 'edges');
  const [first, last] = usePage(state => state.selection.range) ?? [tick, tick];
  const { whole, info } = run;
  if (!whole) return null;
  return (
    <>
      {placement.edges.map(edge => (
        <Edge
          key={edge.key}
          edge={edge}
          flows={edge.transitions.map(transition => whole.flowIn(first, last, transition)).join()}
          share={getBandShare(info.config.agents, last - first + 1)}
          glow={glow}
          near={hovered !== null && (edge.source === hovered || edge.target === hovered)}
          tint={getNestedStateHue(info.chart, edge.target)}
          onHover={onHoverEdge}
        />
      ))}
    </>
  );
}

interface EdgeProps {
  readonly edge: NestedEdge;
  /** Agents that took each of its transitions, as a text: an unchanged line is not rendered again. */
  readonly flows: string;
  /** One agent's contribution to the band's width. */
  readonly share: number;
  readonly glow: boolean;
  readonly near: boolean;
  readonly tint: CSSProperties;
  readonly onHover: (edge: NestedEdge | null) => void;
}

const Edge = memo(
  function Edge({ edge, flows, share, glow, near, tint, onHover }: EdgeProps) {
    const numbers = flows === '' ? [] : flows.split(',').map(Number);
    const sum = numbers.reduce((all, one) => all + one, 0);
    const path = buildRouteSvgPath(edge.route, 7);
    const isDefault = edge.transitions.length === 0;
    const line = isDefault ? styles.quiet : sum > 0 || near ? styles.line : own.idle;
    return (
      <FlowLine
        path={path}
        line={line}
        flow={sum}
        share={share}
        glow={glow}
        tint={tint}
        onHover={isOver => onHover(isOver ? edge : null)}
      >
        {edge.label?.lines.map(({ text, transition }, row) => (
          <text
            key={row}
            className={styles.halo}
            x={(edge.label?.box.x ?? 0) + 3}
            y={(edge.label?.box.y ?? 0) + 10.5 + row * LABEL_LINE}
          >
            <tspan>{text}</tspan>
            {transition >= 0 && (
              <tspan className={styles.number} dx={3}>
                {formatGroupedInteger(numbers[edge.transitions.indexOf(transition)] ?? 0)}
              </tspan>
            )}
          </text>
        ))}
      </FlowLine>
    );
  },
  (a, b) =>
    a.edge === b.edge && a.flows === b.flows && a.glow === b.glow && a.near === b.near && a.share === b.share,
);

/** A state's colour: that of all views if its region is shown; else none. */
function getNestedStateHue({ states, outline, region }: ChartInfo, state: number): CSSProperties {
  const outlined = outline?.states[state];
  const isShown = outlined !== undefined && outlined.region === region?.shown && states.includes(outlined.id);
  const token = isShown ? getStateHueToken(outlined.id, states) : '--ink-3';
  return { '--hue': `var(${token})` } as CSSProperties;
}

/** Properties of the drawing. */
interface NestedSvgProps {
  readonly run: RunState;
  readonly placement: NestedPlacement;
  readonly view: SheetView;
  readonly width: number;
  readonly height: number;
  /** True if lines take their target's colour, because the dots do not fly. */
  readonly glow: boolean;
  /** True if boxes are filled in proportion instead of holding dots. */
  readonly levels: boolean;
  /** State whose lines stand out. */
  readonly hovered: number | null;
  /** State whose agents are selected. */
  readonly selected: number | null;
  readonly onHoverState: (state: number | null) => void;
  readonly onHoverEdge: (edge: NestedEdge | null) => void;
  readonly onSelectState: (state: number) => void;
}
