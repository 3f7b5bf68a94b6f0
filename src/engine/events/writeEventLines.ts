import { encodeHex } from '../core/hashing/hex.ts';
import { formatAgentId, type Tick } from '../core/indices.ts';
import { ENGINE_VERSION } from '../core/version.ts';
import type { EventKind, EventRecord } from '../model/event.ts';
import type { Run } from '../run/run.ts';
import { computeSetupDigest } from '../setup/computeSetupDigest.ts';
import type { EventReader, RunEvent } from './eventReader.ts';

/** Names the format in the first line of an event log. */
export const EVENTS_FORMAT = 'statescope-events';
/** Raised when older programs could not read it. */
export const EVENTS_VERSION = 1;

/** Selection of events; absent fields leave nothing out. */
export interface EventChoice {
  readonly from?: Tick;
  readonly to?: Tick;
  /** Events of these alone, and those that concern no one agent. */
  readonly agents?: readonly number[];
  readonly kinds?: readonly EventKind[];
  /** Search words for the lines; they leave no line out here. */
  readonly words?: string;
}

/** The first line of a log: the run that it is of, and what was left out. */
export function writeEventLogHeader(run: Run, choice: EventChoice = {}, withPrompts = false): string {
  const { model, config } = run;
  const { agents, ...rest } = choice;
  const head = {
    ...{ format: EVENTS_FORMAT, version: EVENTS_VERSION, engine: ENGINE_VERSION },
    setup: encodeHex(computeSetupDigest(config, model)),
    ...{ model: model.name, seed: config.seed },
    ...{ start_time: config.startTime, tick_seconds: config.tickSeconds },
    ...(withPrompts && { prompts: true }),
    ...rest,
    ...(agents && { agents: agents.map(formatAgentId) }),
  };
  return `${JSON.stringify(head)}\n`;
}

/** Creates the filter of a selection of events. */
export function createEventFilter({ agents, kinds }: EventChoice): (event: RunEvent) => boolean {
  const [who, what] = [agents && new Set(agents), kinds && new Set(kinds)];
  return ({ agent, kind }) =>
    (who === undefined || agent === null || who.has(agent)) && (what === undefined || what.has(kind));
}

/**
 * The lines of the ticks first … last, each tick's as one text; every line has its end.
 * @param form NDJSON by default
 */
export function* writeEventLines(
  reader: EventReader,
  first: Tick,
  last: Tick,
  choice: EventChoice = {},
  withPrompts = false,
  form: (records: readonly EventRecord[]) => string = writeNdjsonLines,
): Generator<string> {
  const isChosen = createEventFilter(choice);
  for (let tick = Math.max(first, choice.from ?? first); tick <= Math.min(last, choice.to ?? last); tick++)
    yield form(
      reader
        .at(tick)
        .filter(isChosen)
        .map(event => reader.record(event, withPrompts)),
    );
}

/** A JSON object a line. */
export const writeNdjsonLines = (records: readonly EventRecord[]): string =>
  records.map(record => `${JSON.stringify(record)}\n`).join('');
