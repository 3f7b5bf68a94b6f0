import { type CSSProperties, memo } from 'react';
import { LABEL_LINE } from '../../../charts/nested/measures.ts';
import type { NestedEdge } from '../../../charts/nested/nestedPlacement.ts';
import { buildRouteSvgPath } from '../../../charts/route.ts';
import { useCalmPage, usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/words.ts';
import { getViewedTick } from '../../../state/shown.ts';
import styles from '../ChartSvg.module.css';
import { getNestedStateHue } from './getNestedStateHue.ts';
import own from './Nested.module.css';
import { NestedBoxes } from './NestedBoxes.tsx';
import type { NestedSvgProps } from './nestedSvgProps.ts';

/** Size of a society above which a band stands for more agents. */
const CROWD = 500;

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
      <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        <Lines placement={placement} />
        <Edges {...props} />
        <NestedBoxes {...props} />
      </g>
    </svg>
  );
}

/** What does not change with the ticks: lines between regions, arrows to where a state begins. */
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

function Edges({ run, placement, glow, hovered, onHoverEdge }: NestedSvgProps) {
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
          share={Math.min(1, CROWD / info.config.agents) / (last - first + 1)}
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
      <g style={tint} onPointerEnter={() => onHover(edge)} onPointerLeave={() => onHover(null)}>
        {sum > 0 && (
          <path
            d={path}
            className={glow ? styles.glow : styles.band}
            strokeWidth={1 + Math.sqrt(sum * share) * 1.15}
          />
        )}
        <path d={path} className={line} markerEnd="url(#arrow)" />
        <path d={path} className={styles.reach} />
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
      </g>
    );
  },
  (a, b) =>
    a.edge === b.edge && a.flows === b.flows && a.glow === b.glow && a.near === b.near && a.share === b.share,
);
