import { type KeyboardEvent, useState } from 'react';
import { useCommands } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { normalizeWorldJob } from '../../worlds/findWorldJob.ts';
import {
  computeValueSpan,
  formatOutcomeValue,
  formatUnitSuffix,
  type OutcomeText,
} from '../../worlds/summarizeOutcome.ts';
import styles from './Worlds.module.css';

const DOTS_WIDTH = 480;
const DOTS_HEIGHT = 96;
const PLOT = DOTS_HEIGHT - 18;
const DOT_COLUMNS = 79;

/** One world in the drawing. */
interface Dot {
  readonly arm: number;
  readonly world: number;
  readonly seed: number;
  readonly value: number;
  readonly isGrowing: boolean;
  readonly x: number;
  readonly y: number;
}

/** Every world as a dot above its outcome; hollow if it was still growing. A press opens it. */
export function WorldDots({ outcome }: { readonly outcome: OutcomeText }) {
  const commands = useCommands();
  const [focus, setFocus] = useState(0);
  const { dots, radius, low, span } = placeWorldDots(outcome);
  if (dots.length === 0) return null;
  const { unit, label } = outcome.definition;
  const xOf = (value: number) => 6 + ((DOTS_WIDTH - 12) * (value - low)) / span;
  const move = (event: KeyboardEvent<SVGElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (by === undefined) return void commands.openWorld(normalizeWorldJob(dots[focus]));
    const next = Math.min(dots.length - 1, Math.max(0, focus + by));
    setFocus(next);
    event.currentTarget.querySelectorAll('circle')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset
    <svg
      className={styles.dots}
      viewBox={`0 0 ${DOTS_WIDTH} ${DOTS_HEIGHT}`}
      role="group"
      aria-label={`${label}, a dot a world`}
      onKeyDown={move}
    >
      {dots.map(({ arm, world, seed, value, isGrowing, x, y }, i) => (
        // biome-ignore lint/a11y/useSemanticElements: a button element cannot stand in an SVG drawing
        <circle
          key={world}
          role="button"
          tabIndex={i === Math.min(focus, dots.length - 1) ? 0 : -1}
          aria-label={`Open ${formatWorldNumber(world)}: ${formatOutcomeValue(value, unit)}${formatUnitSuffix(unit)}`}
          cx={x}
          cy={y}
          r={radius}
          data-grows={isGrowing ? true : undefined}
          onFocus={() => setFocus(i)}
          onClick={() => void commands.openWorld(normalizeWorldJob({ arm, world }))}
        >
          <title>{`${formatWorldNumber(world)}, seed ${seed}: ${formatOutcomeValue(value, unit)}${isGrowing ? ', still growing' : ''}`}</title>
        </circle>
      ))}
      {outcome.here !== null && <line x1={xOf(outcome.here)} x2={xOf(outcome.here)} y1={0} y2={PLOT + 3} />}
      <text x={0} y={DOTS_HEIGHT - 2}>
        {formatOutcomeValue(low, unit)}
      </text>
      <text x={DOTS_WIDTH} y={DOTS_HEIGHT - 2} textAnchor="end">
        {formatOutcomeValue(low + span, unit)}
        {formatUnitSuffix(unit)}
      </text>
      {outcome.here !== null && (
        <text
          x={Math.min(DOTS_WIDTH - 120, Math.max(60, xOf(outcome.here)))}
          y={DOTS_HEIGHT - 2}
          textAnchor="middle"
        >
          here {formatOutcomeValue(outcome.here, unit)}
        </text>
      )}
    </svg>
  );
}

const formatWorldNumber = (world: number): string => (world === 0 ? 'the run itself' : `world ${world}`);

/** Dots in columns over their values, piled up; as large as the highest pile lets them be. */
function placeWorldDots(report: OutcomeText) {
  const { low, span } = computeValueSpan(report);
  const piles = new Map<number, number>();
  const columnOf = (value: number) => Math.round(((DOT_COLUMNS - 1) * (value - low)) / span);
  const sorted = [...report.all].sort((a, b) => a.value - b.value || a.world.world - b.world.world);
  const heights = sorted.map(({ value }) => {
    const height = piles.get(columnOf(value)) ?? 0;
    piles.set(columnOf(value), height + 1);
    return height;
  });
  const highest = Math.max(1, ...piles.values());
  const step = Math.min(6, PLOT / highest);
  const dots: readonly Dot[] = sorted.map(({ world, value, isGrowing }, i) => ({
    arm: world.arm,
    world: world.world,
    seed: world.seed,
    value,
    isGrowing,
    x: 6 + ((DOTS_WIDTH - 12) * columnOf(value)) / (DOT_COLUMNS - 1),
    y: PLOT - (heights[i] + 0.5) * step,
  }));
  return { dots, radius: Math.max(0.8, Math.min(2.4, step / 2 - 0.4)), low, span };
}

/** "a dot is a world; hollow: 174 still changed in the last five rounds" */
export function describeWorldDots({ all }: OutcomeText, tick: string): string {
  const growing = all.filter(({ isGrowing }) => isGrowing).length;
  if (growing === 0) return 'a dot is a world';
  return `a dot is a world; hollow: ${formatGroupedInteger(growing)} still changed in the last five ${tick}s`;
}
