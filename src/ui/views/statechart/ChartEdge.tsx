import { type CSSProperties, memo } from 'react';
import type { ChartInfo } from '../../../workers/protocol/api.ts';
import { fitLabelParts, type LabelPart } from '../../charts/fitting.ts';
import { doesEdgeCarryTransition, type PlacedEdge } from '../../charts/placement.ts';
import { buildRouteSvgPath, type Point } from '../../charts/route.ts';
import { formatGroupedInteger } from '../../lib/words.ts';
import { getTriggerLabel } from '../../words/chartWords.ts';
import styles from './ChartSvg.module.css';
import { getGapBeforePart, startsLabelRow } from './labelRows.ts';

/** "waits no longer 12 leaves 3": words only where there is room for them. @param chart null: where there is none @param room pixels of a row */
export function fitEdgeLabel(
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
    // Where many share a line, the tip has them all.
    if (names.length > MOST_NAMES) return [[`${names.length} triggers`, flowOf()]];
    return names.map(name => [name, flowOf(name)]);
  }
  const shown = edge.shown ?? (chart === null ? [] : edge.names.map(name => getTriggerLabel(chart, name)));
  if (shown.length < 2) return [[shown[0] ?? '', flowOf()]];
  return shown.map((name, position) => [name, flowOf(edge.names[position])]);
}

/** Most triggers that are named beside one line. */
const MOST_NAMES = 2;

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
  /** Root of its share of the total of the line that was taken most; null: no totals are told. */
  readonly weight: number | null;
  readonly marked: boolean;
  readonly tint: CSSProperties;
  readonly onHover: (edge: PlacedEdge | null) => void;
}

/** A line with its band and its arrow. */
export const ChartEdge = memo(
  function ChartEdge({ edge, flow, share, glow, near, weight, marked, tint, onHover }: EdgeProps) {
    if (edge.quiet && flow === 0 && !near) return null;
    const path = buildRouteSvgPath(edge.route);
    return (
      <g style={tint} onPointerEnter={() => onHover(edge)} onPointerLeave={() => onHover(null)}>
        <path
          d={path}
          className={glow ? styles.glow : styles.band}
          strokeWidth={flow > 0 ? 1 + Math.sqrt(flow * share) * 1.15 : 0}
        />
        <path
          d={path}
          className={marked ? styles.foreign : getEdgeLineClass(edge)}
          markerEnd="url(#arrow)"
          strokeWidth={weight === null ? undefined : 0.75 + 2 * weight}
        />
        {edge.isWildcard && <Port at={edge.route.points[0]} />}
        <path d={path} className={styles.reach} />
      </g>
    );
  },
  (a, b) =>
    (['edge', 'flow', 'glow', 'near', 'weight', 'marked'] as const).every(part => a[part] === b[part]),
);

interface LabelProps extends Pick<EdgeProps, 'edge' | 'flow' | 'near'> {
  /** name|number|name|number …: a string, so that an unchanged label is not rendered again. */
  readonly parts: string;
}

/** Names and numbers beside a line. They are drawn after all lines, so that none strikes them out. */
export const EdgeLabel = memo(function EdgeLabel({ edge, flow, near, parts }: LabelProps) {
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
