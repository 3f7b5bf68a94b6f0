import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import type { EventOrder } from '../../files/eventFile.ts';
import type { Flags } from '../../options/orders.ts';

/** Adds what asks a run for its event log. */
export const addEventOptions = (run: Command): Command =>
  run
    .option('--events <file>', 'write events as lines of JSON; an existing file of the same run is continued')
    .option('--events-prompts', 'with the prompt of every question in it');

/** The event log that is wanted; null for none. @throws InputError for prompts without one */
export function parseEventOrder({ events, eventsPrompts: withPrompts = false }: Flags): EventOrder | null {
  if (events === undefined && withPrompts)
    throw new InputError('--events-prompts is for --events with a file');
  return events === undefined ? null : { path: events, withPrompts };
}
