/** `12 kB`, `5.2 MB`: bytes on the disk. */
export const formatDiskSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
