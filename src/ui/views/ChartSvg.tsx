import { type CSSProperties, memo } from 'react';
import type { ChartInfo } from '../../workers/api.ts';
import { carries, type PlacedEdge, type PlacedState, type Placement } from '../charts/placement.ts';
import { type Point, pathOf } from '../charts/route.ts';
import { useCalmPage, usePage } from '../hooks.ts';
import { isReached } from '../keys.ts';
import { hueToken } from '../models/hues.ts';
import { lookOf, wordsNow } from '../models/looks.ts';
import { useViews } from '../models/useViews.ts';
import type { RunState } from '../store/pageState.ts';
import { shownTick } from '../store/shown.ts';
import { aboutState, triggerLabel } from '../words/chartWords.ts';
import { counted, grouped } from '../words/words.ts';
import styles from './ChartSvg.module.css';
import { gapBefore, rowAt } from './labelRows.ts';

interface Props {
  readonly run: RunState;
  readonly placement: Placement;
  readonly width: number;
  readonly height: number;
  readonly small: boolean;
  /** Whether edges take their target's colour, because the dots do not fly. */
  readonly glow: boolean;
  /** Whether boxes are filled in proportion instead of holding dots. */
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

const hue = (states: readonly string[], state: string): CSSProperties =>
  ({ '--hue': `var(${hueToken(state, states.indexOf(state), states)})` }) as CSSProperties;

/** Size of a society above which a band stands for more agents. */
const CROWD = 500;

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
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M1 1 7 4 1 7" className={styles.arrow} />
        </marker>
      </defs>
      {placement.group && <Group group={placement.group} small={props.small} />}
      <Edges {...props} />
      <Boxes {...props} />
      {ChartNotes && <ChartNotes placement={placement} />}
    </svg>
  );
}

function Edges({ run, placement, small, glow, hovered, onHoverEdge }: Props) {
  const tick = useCalmPage(shownTick, 'edges');
  const [first, last] = usePage(state => state.selection.range) ?? [tick, tick];
  const { chart, config } = run.info;
  const byName = usePage(state => state.triggerNames);
  const flowsOf = (edge: PlacedEdge, trigger?: string) => {
    let sum = 0;
    chart.transitions.forEach((transition, position) => {
      if (carries(edge, transition) && (!trigger || transition.trigger === trigger))
        sum += run.columns.flowIn(first, last, position);
    });
    return sum;
  };
  return (
    <>
      {placement.edges.map(edge => (
        <Edge
          key={edge.key}
          edge={edge}
          flow={flowsOf(edge)}
          share={Math.min(1, CROWD / config.agents) / (last - first + 1)}
          parts={labelParts(edge, small ? null : chart, byName, trigger => flowsOf(edge, trigger))}
          glow={glow}
          near={hovered !== null && edge.sources.includes(hovered)}
          tint={hue(chart.states, edge.target)}
          onHover={onHoverEdge}
        />
      ))}
    </>
  );
}

function Boxes({ run, placement, levels, selected, onSelectState, onHoverState, onClick }: Props) {
  const tick = useCalmPage(shownTick, 'states');
  const { chart, config } = run.info;
  const { short } = lookOf(chart.name).states;
  const words = usePage(wordsNow);
  return (
    <>
      {placement.states.map((placed, position) => (
        <StateBox
          key={placed.state}
          placed={placed}
          name={placed.name ?? short(placed.state)}
          about={aboutState(chart, placed.state)}
          words={counted(run.columns.count(tick, position), ...words.agent)}
          count={run.columns.count(tick, position)}
          level={levels ? run.columns.count(tick, position) / config.agents : 0}
          tint={hue(chart.states, placed.state)}
          selected={selected === position}
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

/** "waits no longer 12 leaves 3": words only where there is room for them. @param chart null: where there is none */
function labelParts(
  edge: PlacedEdge,
  chart: ChartInfo | null,
  byName: boolean,
  flowOf: (trigger?: string) => number,
): string {
  if (byName && chart !== null && edge.names.length > 0) {
    const names = triggersOf(chart, edge);
    // Where many share a line, the tip has them all.
    if (names.length > MOST_NAMES) return `${names.length} triggers|${flowOf()}`;
    return names.map(name => `${name}|${flowOf(name)}`).join('|');
  }
  const shown = edge.shown ?? (chart === null ? [] : edge.names.map(name => triggerLabel(chart, name)));
  if (shown.length < 2) return `${shown[0] ?? ''}|${flowOf()}`;
  return shown.map((name, position) => `${name}|${flowOf(edge.names[position])}`).join('|');
}

/** Most triggers that are named beside one line. */
const MOST_NAMES = 2;

/** The triggers of the transitions that share a line, each once. */
const triggersOf = (chart: ChartInfo, edge: PlacedEdge): readonly string[] => [
  ...new Set(chart.transitions.filter(one => carries(edge, one)).map(({ trigger }) => trigger)),
];

interface EdgeProps {
  readonly edge: PlacedEdge;
  readonly flow: number;
  /** One agent's contribution to the band's width. */
  readonly share: number;
  /** name|number|name|number …: a string, so that an unchanged edge is not rendered again. */
  readonly parts: string;
  readonly glow: boolean;
  readonly near: boolean;
  readonly tint: CSSProperties;
  readonly onHover: (edge: PlacedEdge | null) => void;
}

const Edge = memo(
  function Edge({ edge, flow, share, parts, glow, near, tint, onHover }: EdgeProps) {
    if (edge.quiet && flow === 0 && !near) return null;
    const path = pathOf(edge.route);
    const words = parts.split('|');
    const silent = (edge.shown ?? edge.names).length === 0 && flow === 0;
    return (
      <g style={tint} onPointerEnter={() => onHover(edge)} onPointerLeave={() => onHover(null)}>
        <path
          d={path}
          className={glow ? styles.glow : styles.band}
          strokeWidth={flow > 0 ? 1 + Math.sqrt(flow * share) * 1.15 : 0}
        />
        <path d={path} className={lineClass(edge)} markerEnd="url(#arrow)" />
        {edge.isWildcard && <Port at={edge.route.points[0]} />}
        <path d={path} className={styles.reach} />
        {edge.label && !silent && (
          <text className={styles.halo} x={edge.label.x} y={edge.label.y} textAnchor={edge.label.anchor}>
            {words.map((word, position) => (
              <tspan
                key={position}
                className={position % 2 ? styles.number : undefined}
                {...rowAt(edge.label, position)}
                dx={word ? gapBefore(edge.label, position) : 0}
              >
                {position % 2 ? grouped(Number(word)) : word}
              </tspan>
            ))}
          </text>
        )}
      </g>
    );
  },
  (a, b) =>
    a.edge === b.edge && a.flow === b.flow && a.parts === b.parts && a.glow === b.glow && a.near === b.near,
);

const lineClass = ({ quiet, isWildcard }: PlacedEdge): string =>
  isWildcard ? styles.wildcard : quiet ? styles.quiet : styles.line;

/** Starting point of a line from any state. */
const Port = ({ at: [x, y] }: { at: Point }) => (
  <text className={styles.port} x={x} y={y + 13} textAnchor="middle">
    *<title>any state</title>
  </text>
);

/** The whole name of a state whose box has it shortened, and what it means. */
function titleOf({ state, name }: PlacedState, about: string | null): string | null {
  const whole = name !== undefined && name !== state ? state : null;
  return about === null ? whole : `${state}: ${about}`;
}

/** Width of a box below which its name and its number come nearer to its edges, pixels. */
const NARROW = 112;

interface BoxProps {
  readonly placed: PlacedState;
  readonly name: string;
  /** What an agent in it does; null where the chart does not say. */
  readonly about: string | null;
  /** "3 agents" */
  readonly words: string;
  readonly count: number;
  /** Share of all agents, 0 where dots are drawn. */
  readonly level: number;
  readonly tint: CSSProperties;
  readonly selected: boolean;
  readonly onSelect: () => void;
  readonly onHover: (state: string | null) => void;
  readonly onClick: Props['onClick'];
}

function StateBox({
  placed,
  name,
  about,
  words,
  count,
  level,
  tint,
  selected,
  onSelect,
  onHover,
  onClick,
}: BoxProps) {
  const { isLow = false, box } = placed;
  const { x, y, width, height } = box;
  const inset = width < NARROW ? 7 : 10;
  const radius = Math.min(10, height / 4);
  const press = (event: React.MouseEvent<SVGGElement>) => {
    const origin = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    const byFinger = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    if (origin && onClick(event.clientX - origin.left, event.clientY - origin.top, byFinger)) return;
    onSelect();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand in an SVG drawing
    <g
      role="button"
      tabIndex={0}
      className={styles.state}
      style={tint}
      aria-label={`${placed.state}, ${words}`}
      aria-pressed={selected}
      onClick={press}
      onKeyDown={event => {
        if (event.key !== 'Enter' && !(event.key === ' ' && isReached(event.currentTarget))) return;
        event.preventDefault();
        onSelect();
      }}
      onPointerEnter={() => onHover(placed.state)}
      onPointerLeave={() => onHover(null)}
    >
      <rect className={styles.box} x={x} y={y} width={width} height={height} rx={radius} />
      {level > 0 && (
        <rect
          className={styles.level}
          {...box}
          rx={radius}
          style={{ clipPath: `inset(${20 + (height - 20) * (1 - level)}px 0 0)` }}
        />
      )}
      {name !== '' && (
        <text
          className={isLow ? styles.low : styles.name}
          x={x + (isLow ? 6 : inset)}
          y={y + (isLow ? height / 2 + 4 : 16)}
        >
          {name}
        </text>
      )}
      {!isLow && name !== '' && (
        <text className={styles.count} x={x + width - inset} y={y + 16} textAnchor="end">
          {grouped(count)}
        </text>
      )}
      {titleOf(placed, about) && <title>{titleOf(placed, about)}</title>}
    </g>
  );
}
