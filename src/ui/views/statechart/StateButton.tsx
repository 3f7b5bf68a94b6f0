import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import type { Rect } from '../../charts/packing.ts';
import { isReachedByKeyboard } from '../../hooks/keys.ts';
import styles from './ChartSvg.module.css';

interface Props {
  readonly label: string;
  /** Shown while the pointer rests on it; null for none. */
  readonly title: string | null;
  /** Its colour, as `--hue`. */
  readonly tint: CSSProperties;
  readonly selected: boolean;
  /** True if a discovered chart omits it. */
  readonly isPale?: boolean;
  /** Number of the state in a chart with hierarchy. */
  readonly number?: number;
  readonly onSelect: () => void;
  /** By a pointer; the same as `onSelect` by default. */
  readonly onPress?: (event: MouseEvent<SVGGElement>) => void;
  readonly onHover: (isOver: boolean) => void;
  readonly children: ReactNode;
}

/** A state of a chart: a press, Enter or the space bar selects it. */
export const StateButton = ({
  label,
  title,
  tint,
  selected,
  isPale,
  number,
  onSelect,
  onPress = onSelect,
  onHover,
  children,
}: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand in an SVG drawing
  <g
    role="button"
    tabIndex={0}
    className={styles.state}
    data-pale={isPale || undefined}
    data-state={number}
    style={tint}
    aria-label={label}
    aria-pressed={selected}
    onClick={onPress}
    onKeyDown={event => {
      if (event.key !== 'Enter' && !(event.key === ' ' && isReachedByKeyboard(event.currentTarget))) return;
      event.preventDefault();
      onSelect();
    }}
    onPointerEnter={() => onHover(true)}
    onPointerLeave={() => onHover(false)}
  >
    {children}
    {title && <title>{title}</title>}
  </g>
);

/** Pixels of a box above its filling, for its name and its number. */
const HEAD = 20;

/** The lower part of a box, filled in proportion. A picture within the picture cuts it off in every program. @param level 0 to 1 */
export function LevelFill({ box, radius, level }: { box: Rect; radius: number; level: number }) {
  const { x, y, width, height } = box;
  const part = (height - HEAD) * level;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a part of the drawing, not one of its own
    <svg x={x} y={y + height - part} width={width} height={part}>
      <rect className={styles.level} y={part - height} width={width} height={height} rx={radius} />
    </svg>
  );
}
