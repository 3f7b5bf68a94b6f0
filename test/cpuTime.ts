/**
 * Milliseconds of the processor that a task takes; unlike the clock's, they do not grow on a busy machine.
 * Against blow-ups alone, with bounds of several times what is usual: speed is measured by `npm run bench`.
 */
export function cpuTime(task: () => unknown): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
