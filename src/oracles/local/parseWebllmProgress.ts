import type { LoadProgress } from './localModelContract.ts';

const MIB = 1024 * 1024;

/** Progress from WebLLM's sentences; it starts again in each phase. */
export function parseWebllmProgress({
  progress,
  text,
}: {
  progress: number;
  text: string;
}): LoadProgress | null {
  const part = Math.min(1, Math.max(0, progress));
  if (text.startsWith('Loading model from cache')) return { phase: 'load', part, bytes: null, of: null };
  if (text.startsWith('Loading GPU shader')) return { phase: 'shaders', part, bytes: null, of: null };
  const fetched = /(\d+)MB fetched/.exec(text);
  if (fetched === null) return null;
  const bytes = Number(fetched[1]) * MIB;
  // Its megabytes are rounded up: early on they say nothing about the whole.
  return { phase: 'download', part, bytes, of: part >= 0.1 ? Math.round(bytes / part) : null };
}
