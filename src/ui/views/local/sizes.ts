import { grouped } from '../../words/words.ts';

const GB = 1e9;
const MB = 1e6;

/** "6.1 GB", "210 MB", "0.6 MB". */
export function inBytes(bytes: number): string {
  if (bytes >= GB) return `${(bytes / GB).toFixed(1)} GB`;
  return bytes >= 10 * MB ? `${grouped(Math.round(bytes / MB))} MB` : `${(bytes / MB).toFixed(1)} MB`;
}

/** "40 s", "3 min". */
export const inTime = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
