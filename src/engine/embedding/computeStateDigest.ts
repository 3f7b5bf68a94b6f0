import { InputError } from '../core/errors.ts';
import { computeJsonDigest } from '../core/hashing/computeJsonDigest.ts';
import type { Machine } from '../statechart/machine.ts';
import { describeUnsaved } from './describeUnsaved.ts';
import { computeArrayDigest } from './setupParts.ts';

/**
 * SHA-256 of the log's hash, of all present values by agent (columns, `agent.data`, times and thresholds) and of the
 * events that are under way, 64 hexadecimal digits: an action changes values on a transition that leads nowhere else as well, which no log has.
 * @throws InputError for `agent.data` that JSON would change
 */
export function computeStateDigest(machine: Machine): string {
  const { log, population, variables, chart } = machine;
  const { names, ticksInState, timeoutThreshold } = population;
  const columns = names.map(name => [name, computeArrayDigest(population.column(name)!)]);
  const data = variables.save();
  checkAgentData(data);
  return computeJsonDigest({
    log: log.hash,
    columns: Object.fromEntries(columns),
    times: [computeArrayDigest(ticksInState), computeArrayDigest(timeoutThreshold)],
    // Events under way: one that was taken back leaves no other trace.
    sent: chart.isSimple ? [] : machine.macrosteps.timers.save(),
    data: data.flatMap((own, agent) => (own === null ? [] : [[agent, own]])),
  });
}

/** @throws InputError for the first value among `agent.data` that JSON would change */
export function checkAgentData(data: ReturnType<Machine['variables']['save']>): void {
  for (const [agent, own] of data.entries())
    for (const [name, value] of own ?? []) checkSaveable(value, `data of agent ${agent}.${name}`);
}

/** @throws InputError for a value at a place that JSON would change */
export function checkSaveable(value: unknown, place: string): void {
  const fault = value === undefined ? null : describeUnsaved(value, place);
  if (fault !== null)
    throw new InputError(
      `${fault}, which JSON does not hold: keep texts, numbers, lists and plain objects in it`,
    );
}
