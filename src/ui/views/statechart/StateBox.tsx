import type { CSSProperties } from 'react';
import { estimateTextWidth } from '../../charts/automatic/shortenText.ts';
import { formatFittingCount, measureFigures } from '../../charts/fitting.ts';
import type { PlacedState } from '../../charts/placement.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import styles from './ChartSvg.module.css';
import { LevelFill, StateButton } from './StateButton.tsx';

/** The whole name of a state with a shortened label, its number if that is shortened as well, and its meaning. */
function getStateBoxTitle(
  { state, name }: PlacedState,
  words: string | null,
  about: string | null,
): string | null {
  const whole = name !== undefined && name !== state ? state : null;
  const text = words === null ? whole : `${state}, ${words}`;
  return about === null ? text : `${text ?? state}: ${about}`;
}

/** Width of a box below which its name and its number come nearer to its edges, pixels. */
const NARROW = 112;
/** Pixels to the edges of a box, and between a name and the number next to it. */
const INSETS = { roomy: 10, narrow: 7 };
const NAME_TO_COUNT_DISTANCE = 5;
/** Sizes of the name and of the number, pixels, and of both on narrow pages. */
const SIZE = { name: 12.5, count: 12, narrow: 11 };
/** Factor by which a state's name is wider than plain text. */
const BOLD = 1.05;

/** Places a state's number next to its name, and both within the edges of the box. */
function layoutBoxHead(name: string, count: number, width: number) {
  const needed = estimateTextWidth(name, SIZE.name) * BOLD + NAME_TO_COUNT_DISTANCE;
  const whole = needed + measureFigures(formatGroupedInteger(count), SIZE.count);
  const isNarrow = width < NARROW || whole > width - 2 * INSETS.roomy;
  const inset = isNarrow ? INSETS.narrow : INSETS.roomy;
  return { inset, number: formatFittingCount(count, width - 2 * inset - needed, SIZE.count) };
}

/**
 * The name that a box was given, or the whole name if the page's letters are so small that it fits next to its number.
 * @param most the largest number that the box may have
 */
export function chooseBoxName({ state, name, isLow, box }: PlacedState, most: number, narrow: boolean) {
  if (!narrow || !name || isLow) return name;
  const needed =
    estimateTextWidth(state, SIZE.narrow) * BOLD +
    NAME_TO_COUNT_DISTANCE +
    measureFigures(formatGroupedInteger(most), SIZE.narrow);
  return needed <= box.width - 2 * INSETS.narrow ? state : name;
}

interface BoxProps {
  readonly placed: PlacedState;
  readonly name: string;
  /** Activity of an agent in it; null if the chart does not say. */
  readonly about: string | null;
  /** "3 agents" */
  readonly words: string;
  readonly count: number;
  /** Share of all agents, 0 if dots are drawn. */
  readonly level: number;
  readonly tint: CSSProperties;
  readonly selected: boolean;
  /** True if a discovered chart omits it. */
  readonly isPale: boolean;
  readonly onSelect: () => void;
  readonly onHover: (state: string | null) => void;
  /** Returns whether something other than the state was under the point. */
  readonly onClick: (x: number, y: number, byFinger: boolean) => boolean;
}

/** A state with its name and its number; a press selects it. */
export function StateBox({
  placed,
  name,
  about,
  words,
  count,
  level,
  tint,
  selected,
  isPale,
  onSelect,
  onHover,
  onClick,
}: BoxProps) {
  const { isLow = false, box } = placed;
  const { x, y, width, height } = box;
  const { inset, number } = layoutBoxHead(name, count, width);
  const title = getStateBoxTitle(placed, number === formatGroupedInteger(count) ? null : words, about);
  const radius = Math.min(10, height / 4);
  const press = (event: React.MouseEvent<SVGGElement>) => {
    const origin = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    const byFinger = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    if (origin && onClick(event.clientX - origin.left, event.clientY - origin.top, byFinger)) return;
    onSelect();
  };
  return (
    <StateButton
      label={`${placed.state}, ${words}${isPale ? ', left out as rare' : ''}`}
      title={title}
      tint={tint}
      selected={selected}
      isPale={isPale}
      onSelect={onSelect}
      onPress={press}
      onHover={isOver => onHover(isOver ? placed.state : null)}
    >
      <rect className={styles.box} x={x} y={y} width={width} height={height} rx={radius} />
      {level > 0 && <LevelFill box={box} radius={radius} level={level} />}
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
          {number}
        </text>
      )}
    </StateButton>
  );
}
