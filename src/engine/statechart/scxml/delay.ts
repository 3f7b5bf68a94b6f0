import { roundMilliseconds } from '../timing/ticks.ts';

const TIME = /^\s*(\d*\.?\d+)\s*(ms|s|m|h|d)?\s*$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time that an event waits. */
interface Delay {
  readonly milliseconds: number;
  /** Without a unit it counts seconds. */
  readonly hasUnit: boolean;
}

/** The time that a delay is; null for a text that is none. */
export function parseDelay(text: string): Delay | null {
  const found = TIME.exec(text);
  if (found === null) return null;
  const [, count, unit] = found;
  return { milliseconds: roundMilliseconds(Number(count) * UNITS[unit ?? 's']), hasUnit: unit !== undefined };
}
