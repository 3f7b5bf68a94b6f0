import { formatTickTimestamp } from '../core/formatTimestamp.ts';
import { formatAgentId, type Tick } from '../core/indices.ts';
import { toChangeRecord } from '../export/writeRunDocument.ts';
import { applyLogRow } from '../log/fold.ts';
import type { EventFields, EventKind, EventRecord, ModelEvent } from '../model/event.ts';
import type { ModelReports } from '../model/model.ts';
import type { Run } from '../run/run.ts';
import { describeMove } from '../statechart/agent.ts';

/** An event of a run; its record is made on demand. */
export interface RunEvent {
  readonly tick: Tick;
  readonly kind: EventKind;
  /** Null if it does not concern a single agent. */
  readonly agent: number | null;
  fields(withPrompts: boolean): EventFields;
}

/**
 * Reads the events of a run from its present data. Events of a tick come in this order: changes; agent by agent the
 * model's events and then its transitions; posts. A sealed tick has the same events forever.
 */
export class EventReader {
  private constructor(
    private readonly run: Run,
    private readonly reports: ModelReports,
  ) {}

  static async of(run: Run): Promise<EventReader> {
    return new EventReader(run, await run.state.loadReports());
  }

  /** @throws RangeError for a tick that was not played */
  at(tick: Tick): readonly RunEvent[] {
    const events: RunEvent[] = [];
    for (const event of this.reports.events?.(tick) ?? []) events.push(toRunEvent(event, tick));
    this.#transitions(tick, events);
    const place = ({ kind, agent }: RunEvent) => (kind === 'post' ? Number.POSITIVE_INFINITY : (agent ?? -1));
    // Sorting is stable: an agent's own events keep their order, and its transitions come after them.
    const sorted = events.sort((a, b) => compareNumbers(place(a), place(b)));
    return [...this.#changes(tick), ...sorted];
  }

  /** The line of an event in the log. */
  record(event: RunEvent, withPrompts = false): EventRecord {
    const { tick, kind, agent } = event;
    const { config, machine } = this.run;
    const time =
      agent === null
        ? formatTickTimestamp(config.startTime, config.tickSeconds, tick)
        : machine.timeOf(agent, tick);
    return {
      tick,
      time,
      kind,
      ...(agent !== null && { agent_id: formatAgentId(agent) }),
      ...event.fields(withPrompts),
    };
  }

  #changes(tick: Tick): readonly RunEvent[] {
    return this.run.config.changes
      .filter(change => change.tick === tick)
      .map(change => {
        const { tick: _, ...told } = toChangeRecord(change);
        return { tick, kind: 'intervention', agent: null, fields: () => ({ change: told }) };
      });
  }

  #transitions(tick: Tick, events: RunEvent[]): void {
    const { machine } = this.run;
    const { past, table } = machine;
    const columns = past.at(tick - 1);
    past.forEach(tick - 1, tick, (_, agent, step, context) => {
      const from = columns.state[agent];
      applyLogRow(columns, table.targets, tick, agent, step);
      const fields = () => {
        const { fromState, toState, trigger } = describeMove(machine, step, from);
        const about = machine.resolveContext(context);
        return {
          ...{ from_state: fromState, to_state: toState, trigger },
          ...(about != null && { context: about }),
        };
      };
      events.push({ tick, kind: 'state_transition', agent, fields });
    });
  }
}

const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const toRunEvent = ({ kind, agent, fields }: ModelEvent, tick: Tick): RunEvent => ({
  tick,
  kind,
  agent,
  fields,
});
