import type { Tick } from '../../../engine/core/indices.ts';
import type { RunConfig } from '../../../engine/setup/config.ts';
import { formatElapsedTime } from '../../words/clock.ts';

const DAY = 86_400;

/** Recorded time from the beginning to the end of a tick: "01:05", "0.25 s", "3 d 04:00"; '' where a tick is a step. */
export function formatRecordedClock({ parameters }: Pick<RunConfig, 'parameters'>, tick: Tick): string {
  if (parameters.by_time !== true) return '';
  const each = Number(parameters.tick_seconds);
  const seconds = Math.max(0, tick * each);
  if (each < 1 && seconds < 60) return `${Number(seconds.toFixed(2))} s`;
  if (seconds < 2 * DAY) return formatElapsedTime(seconds);
  const minutes = Math.floor((seconds % DAY) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / DAY)} d ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
