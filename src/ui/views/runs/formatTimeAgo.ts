/** Units of time in seconds, the largest first. */
const TIME_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "just now", "3 minutes ago", "2 days ago": how long ago something was. Both in milliseconds since 1970. */
export function formatTimeAgo(then: number, now: number): string {
  const seconds = Math.max(0, (now - then) / 1000);
  const unit = TIME_UNITS.find(([, length]) => seconds >= length);
  if (unit === undefined) return 'just now';
  const [name, length] = unit;
  const count = Math.floor(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
}
