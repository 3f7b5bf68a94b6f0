import type { ActionDefinition, Block, Guard, StateDefinition } from '../definition.ts';
import { serializeChartPart } from './json.ts';
import { convertTicksToMs, getDelayEventName } from './xstateParts.ts';

/** A part of an XState machine that is being written. */
export type Config = Record<string, unknown>;

/** What stands alone, without its list. */
export const unwrapSingleItem = <T>(all: readonly T[]): T | readonly T[] => (all.length === 1 ? all[0] : all);
/** What Statescope notes; nothing where there is nothing to note. */
export const buildMetaField = (notes: Config): Config =>
  Object.keys(notes).length > 0 ? { meta: { statescope: notes } } : {};

/** Adds to what is noted. */
export function addMetaNote(config: Config, more: Config): void {
  const before = config.meta as { statescope: Config } | undefined;
  Object.assign(config, buildMetaField({ ...before?.statescope, ...more }));
}

/** `{type, params}`; a function by its name alone. */
export function serializeXStatePart(part: Guard | ActionDefinition): Config {
  if (part.kind === 'function') return { type: part.name };
  const { kind, ...params } = serializeChartPart(part);
  return { type: kind, params };
}

/**
 * Blocks of a state without those that only send and cancel a delay of its own, and the delays, by their events.
 * @param answered triggers of the state's transitions
 */
export function extractDelayActions(
  id: string,
  definition: StateDefinition | null,
  answered: ReadonlySet<string>,
) {
  const { entry = [], exit = [] } = definition ?? {};
  const cancelled = new Set(
    exit.flatMap(block => (block.length === 1 && block[0].kind === 'cancel' ? [block[0].id] : [])),
  );
  const delays = new Map<string, number>();
  for (const block of entry) {
    const [send] = block;
    if (block.length !== 1 || send.kind !== 'send' || send.id !== send.event) continue;
    const { event, after = 0 } = send;
    if (
      event === getDelayEventName(convertTicksToMs(after), id) &&
      cancelled.has(event) &&
      answered.has(event)
    )
      delays.set(event, after);
  }
  const isDelay = (block: Block) => {
    const [only] = block;
    if (block.length !== 1) return false;
    return only.kind === 'send'
      ? delays.has(only.event) && only.id === only.event
      : only.kind === 'cancel' && delays.has(only.id);
  };
  return {
    entry: entry.filter(block => !isDelay(block)),
    exit: exit.filter(block => !isDelay(block)),
    delays,
  };
}
