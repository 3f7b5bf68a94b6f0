import type { Degrees } from '../../../engine/network/degrees.ts';

/** The plot's size and margins, in its own units. */
export const PLOT = { width: 276, height: 132, left: 38, top: 8, bottom: 20, right: 8 };
/** The smallest share of people that the axis has. */
const LEAST_SHARE = 0.001;

/** x of a number of links; the axis is logarithmic and begins at 1. @param most the largest on it */
export const convertDegreeToX = (degree: number, most: number): number =>
  PLOT.left + (Math.log(degree) / Math.log(Math.max(2, most))) * (PLOT.width - PLOT.left - PLOT.right);

/** y of a share of people; logarithmic from all of them down to a thousandth. */
export const convertShareToY = (share: number): number =>
  PLOT.top +
  (Math.log(Math.max(LEAST_SHARE, share)) / Math.log(LEAST_SHARE)) * (PLOT.height - PLOT.top - PLOT.bottom);

/** The share of people with at least so many links as a path of steps: it falls after each number that is met. */
export function buildDegreePath({ degrees, atLeast, nodes }: Degrees, most: number): string {
  const parts: string[] = [];
  for (const [step, degree] of degrees.entries())
    parts.push(
      `${step === 0 ? `M${roundPlotCoordinate(convertDegreeToX(1, most))} ` : 'V'}${roundPlotCoordinate(convertShareToY(atLeast[step] / nodes))}H${roundPlotCoordinate(convertDegreeToX(degree, most))}`,
    );
  return parts.join('');
}

const roundPlotCoordinate = (value: number): number => Math.round(value * 10) / 10;

/** Powers of ten up to a number, and the number itself where none is near. */
export function listDegreeTicks(most: number): readonly number[] {
  const ticks: number[] = [];
  for (let tick = 1; tick <= most; tick *= 10) ticks.push(tick);
  const last = ticks[ticks.length - 1];
  return most > last * 2.5 ? [...ticks, most] : ticks;
}
