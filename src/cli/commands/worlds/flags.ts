import { InvalidArgumentError } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import {
  parseTablesOrder,
  TABLES_OF_ALL_WORLDS,
  type TableFlags,
  type TablesOrder,
} from '../../files/tables/tablesOrder.ts';
import type { Flags } from '../../options/orders.ts';
import { SPECS } from '../../options/specs.ts';
import type { AskedWorlds } from './buildWorldsPlan.ts';
import { type AskedQueue, parseQueueAddress } from './queue/parseQueueAddress.ts';

/** Options of `worlds`. */
export type WorldFlags = Flags &
  AskedWorlds &
  TableFlags & {
    readonly csv?: string;
    readonly differences?: string;
    readonly shard?: Shard;
    readonly cores: number;
    readonly queue?: string;
    readonly batch?: number;
    readonly yes?: boolean;
  };

/** One of so many parts of a plan, from 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** Reads `3/16`. @throws InvalidArgumentError for another form, and for a part that is not one of them */
export function parseShardFlag(text: string): Shard {
  const [, part, of] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (part === undefined) throw new InvalidArgumentError(`must read 3/16, not ${text}`);
  if (part < 1 || part > of) throw new InvalidArgumentError(`parts of ${of} are 1/${of} to ${of}/${of}`);
  return { part, of };
}

/** Parses the measured subject. @throws InputError if the model has no such subject */
export function parseSubjectFlag(flags: Flags): string | null {
  for (const { name, subject } of SPECS) {
    const id = subject && flags[subject.noun];
    if (typeof id !== 'string') continue;
    if (name !== flags.model)
      throw new InputError(`--${subject?.noun} is for model ${name}, not ${flags.model}`);
    return id;
  }
  return null;
}

/** The queue whose workers are to play; null for none. @throws InputError for what does not go with it */
export function parseQueueFlag(flags: WorldFlags, isGiven: (name: string) => boolean): AskedQueue | null {
  const { queue, batch } = flags;
  if (queue === undefined && batch !== undefined)
    throw new InputError('--batch is for worlds that workers play: give it with --queue');
  const stray = ['shard', 'cores'].find(isGiven);
  if (queue !== undefined && stray !== undefined)
    throw new InputError(`--${stray} is for worlds that are played here; with --queue workers play them`);
  return queue === undefined ? null : { address: parseQueueAddress(queue), size: batch ?? null };
}

/** The tables to write; null for none. @throws InputError for what does not go with them */
export function parseTablesFlag(flags: WorldFlags): TablesOrder | null {
  const order = parseTablesOrder(flags);
  if (order === null) return null;
  if (flags.queue !== undefined)
    throw new InputError('--tables is for worlds that are played here: leave --queue out');
  if (flags.oracle !== 'policy')
    throw new InputError(
      '--tables plays all worlds in one go, by the built-in policy; for a language model, run --tables writes them run by run',
    );
  const { shard } = flags;
  if (shard === undefined) return order;
  if (order.of !== undefined && !order.of.some(name => TABLES_OF_ALL_WORLDS.includes(name)))
    throw new InputError(
      `--tables-of with --shard needs ${TABLES_OF_ALL_WORLDS.join(' or ')}, by which merge finds whether a world is missing`,
    );
  return { ...order, part: `part${shard.part}of${shard.of}` };
}

/** @throws InputError for a decider that does not fit */
export function checkDeciderFlags(
  { oracle, queue, yes }: WorldFlags,
  isGiven: (name: string) => boolean,
): void {
  if (oracle === 'replay') throw new InputError('a replay repeats one run; worlds are others');
  const isPolicy = oracle === 'policy';
  if (isPolicy && yes) throw new InputError('--yes is for worlds that a language model decides');
  const stray = queue === undefined ? 'cores' : 'queue';
  if (!isPolicy && isGiven(stray))
    throw new InputError(
      `--${stray} is for the built-in policy: what a language model decides is played one world after the other`,
    );
}
