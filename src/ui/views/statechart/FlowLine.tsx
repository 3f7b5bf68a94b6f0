import type { CSSProperties, ReactNode } from 'react';
import styles from './ChartSvg.module.css';

/** Size of a society above which a band stands for more agents. */
const CROWD = 500;

/** One agent's contribution to a band's width. @param ticks of the range that is shown */
export const getBandShare = (agents: number, ticks: number): number => Math.min(1, CROWD / agents) / ticks;

interface Props {
  /** SVG path. */
  readonly path: string;
  /** Class of the line; its arrow and its band have their own. */
  readonly line: string;
  readonly strokeWidth?: number | undefined;
  /** Agents that went along it in the range. */
  readonly flow: number;
  /** From `getBandShare`. */
  readonly share: number;
  /** True if it takes its target's colour, because the dots do not fly. */
  readonly glow: boolean;
  readonly tint: CSSProperties;
  readonly onHover: (isOver: boolean) => void;
  readonly children?: ReactNode;
}

/** A line of a chart with its arrow, and a band as wide as the number of those who went along it. */
export const FlowLine = ({ path, line, strokeWidth, flow, share, glow, tint, onHover, children }: Props) => (
  <g style={tint} onPointerEnter={() => onHover(true)} onPointerLeave={() => onHover(false)}>
    {flow > 0 && (
      <path
        d={path}
        className={glow ? styles.glow : styles.band}
        strokeWidth={1 + Math.sqrt(flow * share) * 1.15}
      />
    )}
    <path d={path} className={line} markerEnd="url(#arrow)" strokeWidth={strokeWidth} />
    {children}
    <path d={path} className={styles.reach} />
  </g>
);
