import type { Tick } from '../../../engine/core/indices.ts';
import { writeEventCsvHeader, writeEventCsvLines } from '../../../engine/events/eventCsv.ts';
import { EventIndex } from '../../../engine/events/eventIndex.ts';
import { EventReader } from '../../../engine/events/eventReader.ts';
import { writeEventLogHeader, writeNdjsonLines } from '../../../engine/events/writeEventLines.ts';
import { EVENT_KINDS, type EventKind } from '../../../engine/model/event.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { EventPage, EventsAsked, EventsForm } from '../../protocol/readCommands.ts';
import { createTimeSlicer } from '../../shared/pace.ts';

/** The event log of the open run, a page at a time. What is asked for last counts. */
class EventLog {
  #latest = 0;
  /** Of what was asked for last. */
  #chosen: { readonly key: string; readonly index: EventIndex } | null = null;

  private constructor(
    private readonly run: Run,
    private readonly reader: EventReader,
    private readonly all: EventIndex,
  ) {}

  static async of(run: Run): Promise<EventLog> {
    const reader = await EventReader.of(run);
    return new EventLog(run, reader, new EventIndex(reader, run.machine.past.start + 1));
  }

  /** @returns null if something else has been requested in the meantime */
  async page(asked: EventsAsked, skipped: number, most: number): Promise<EventPage | null> {
    const number = ++this.#latest;
    const [from, to] = this.#range(asked);
    const index = this.#indexOf(asked);
    for (const one of new Set([this.all, index])) if (!(await this.#countTo(one, to, number))) return null;
    const counts = index.countsIn(from, to);
    const kinds = selectEventKinds(asked);
    const sum = (of: Record<EventKind, number>, some: Iterable<EventKind>) =>
      [...some].reduce((total, kind) => total + of[kind], 0);
    return {
      counts,
      total: sum(counts, kinds),
      all: sum(this.all.countsIn(from, to), EVENT_KINDS),
      skipped,
      lines: index.lines([from, to], kinds, skipped, most),
    };
  }

  /** All that is asked for, as a file: the bytes that the command line writes. */
  async file(asked: EventsAsked, form: EventsForm): Promise<Blob> {
    const linesOf = form === 'csv' ? writeEventCsvLines : writeNdjsonLines;
    const [from, to] = this.#range(asked);
    const { agents, words, off } = asked;
    const index = new EventIndex(this.reader, from, toEventSelection(asked), this.#nameOf);
    const kinds = selectEventKinds(asked);
    const parts: BlobPart[] = [];
    const breath = createTimeSlicer();
    while (index.next <= to) {
      parts.push(linesOf(index.recordsOf(index.next, kinds)));
      index.count();
      await breath();
    }
    if (form === 'csv') return new Blob([writeEventCsvHeader(), ...parts], { type: 'text/csv' });
    const counts = index.countsIn(from, to);
    const head = writeEventLogHeader(this.run, {
      ...(asked.from !== null && { from }),
      ...((asked.from !== null || to < this.run.tick) && { to }),
      ...(off.length > 0 && { kinds: [...kinds].filter(kind => counts[kind] > 0) }),
      ...(agents !== null && { agents }),
      ...(words !== '' && { words }),
    });
    return new Blob([head, ...parts], { type: 'application/x-ndjson' });
  }

  readonly #nameOf = (agent: number): string => this.run.state.nameOf(agent);

  #range({ from, to }: EventsAsked): readonly [Tick, Tick] {
    return [Math.max(from ?? this.all.first, this.all.first), Math.min(to, this.run.tick)];
  }

  #indexOf(asked: EventsAsked): EventIndex {
    if (asked.agents === null && asked.words === '') return this.all;
    const key = JSON.stringify([asked.agents, asked.words]);
    if (this.#chosen?.key !== key)
      this.#chosen = {
        key,
        index: new EventIndex(this.reader, this.all.first, toEventSelection(asked), this.#nameOf),
      };
    return this.#chosen.index;
  }

  /** @returns false if something else has been requested by then */
  async #countTo(index: EventIndex, to: Tick, number: number): Promise<boolean> {
    const breath = createTimeSlicer();
    while (index.next <= to) {
      index.count();
      if ((await breath()) && number !== this.#latest) return false;
    }
    return true;
  }
}

/** Of each run: a log keeps what it has counted. */
const logs = new WeakMap<Run, Promise<EventLog>>();

function loadEventLog(run: Run): Promise<EventLog> {
  const log = logs.get(run) ?? EventLog.of(run);
  logs.set(run, log);
  return log;
}

/** Some lines of a run's log; null if something else has been requested in the meantime. */
export const readEventPage = async (
  run: Run,
  ...asked: Parameters<EventLog['page']>
): Promise<EventPage | null> => (await loadEventLog(run)).page(...asked);

/** All lines that are wanted, as the command line writes them. */
export const writeEventFile = async (run: Run, asked: EventsAsked, form: EventsForm): Promise<Blob> =>
  (await loadEventLog(run)).file(asked, form);

const toEventSelection = ({ agents, words }: EventsAsked) => ({ ...(agents !== null && { agents }), words });

const selectEventKinds = ({ off }: EventsAsked): ReadonlySet<EventKind> =>
  new Set(EVENT_KINDS.filter(kind => !off.includes(kind)));
