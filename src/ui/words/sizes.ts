import { formatGroupedInteger } from '../lib/formatCounts.ts';

const [GB, MB, KB] = [1e9, 1e6, 1e3];

/** "6.1 GB", "210 MB", "2.4 MB", "44 kB". */
export function formatByteSize(bytes: number): string {
  if (bytes >= GB) return `${(bytes / GB).toFixed(1)} GB`;
  if (bytes < MB) return `${Math.ceil(bytes / KB)} kB`;
  return bytes >= 10 * MB
    ? `${formatGroupedInteger(Math.round(bytes / MB))} MB`
    : `${(bytes / MB).toFixed(1)} MB`;
}

/** "40 s", "3 min". */
export const formatRoughTime = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
