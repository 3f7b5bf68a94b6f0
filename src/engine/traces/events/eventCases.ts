import { outcomeOf, outcomeOfReward } from '../lists/messageList.ts';
import type { ColumnRole, TracePlace, TraceSink } from '../reading.ts';
import { type StepDraft, stepOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import type { TraceOutcome } from '../traces.ts';
import { numberOf, wordOf } from '../values.ts';

/** One event of a log by the roles of its columns. */
type EventRow = Pick<ReadonlyMap<ColumnRole, unknown>, 'get'>;

/** A case while its events are read. */
interface EventCase {
  readonly steps: StepDraft[];
  readonly open: { readonly key: string; readonly instance: string | null; readonly step: StepDraft }[];
  readonly place: TracePlace;
  outcome: TraceOutcome | null;
  reward: number | null;
  task: string | null;
}

/** Transitions of a life cycle that neither begin nor end an activity. */
const BETWEEN = /^(?:schedule|assign|reassign|suspend|resume|autoskip|manualskip|withdraw|unknown)$/;

/** The cases of one event log. Events of one case may stand anywhere in it. */
export class EventCases {
  private readonly cases = new Map<string, EventCase>();

  constructor(private readonly sink: TraceSink) {}

  /** Adds an event; one that names no case or no activity is passed over. */
  add(row: EventRow, place: TracePlace): void {
    const [id, tool] = [wordOf(row.get('case')), wordOf(row.get('activity'))];
    if (id === null || tool === null) {
      this.sink.skip(place, `an event without ${id === null ? 'a case' : 'an activity'}`);
      return;
    }
    const found = this.caseOf(id, place);
    found.reward = numberOf(row.get('reward')) ?? found.reward;
    found.outcome = outcomeOf(cellOf(row.get('outcome'))) ?? found.outcome;
    found.task ??= wordOf(cellOf(row.get('task')));
    const lifecycle = wordOf(row.get('lifecycle'))?.toLowerCase() ?? null;
    if (lifecycle === null || !BETWEEN.test(lifecycle)) this.addEvent(found, row, tool, lifecycle);
  }

  /** Notes what is known of a case as a whole. */
  judge(id: string, outcome: TraceOutcome | null, reward: number | null, place: TracePlace): void {
    const found = this.caseOf(id, place);
    found.outcome = outcome ?? found.outcome;
    found.reward = reward ?? found.reward;
  }

  end(): void {
    for (const [id, { steps, outcome, reward, task, place }] of this.cases) {
      const sorted = inTime(steps);
      const draft = { id, outcome: outcome ?? outcomeOfReward(reward), reward, labels: { task } };
      this.sink.add({ ...draft, steps: sorted }, place);
    }
    this.cases.clear();
  }

  private caseOf(id: string, place: TracePlace): EventCase {
    const found = this.cases.get(id) ?? {
      steps: [],
      open: [],
      place,
      outcome: null,
      reward: null,
      task: null,
    };
    this.cases.set(id, found);
    return found;
  }

  private addEvent(found: EventCase, row: EventRow, tool: string, lifecycle: string | null): void {
    const instance = wordOf(row.get('instance'));
    const key = tool;
    const ends = lifecycle !== null && /complete|end|abort/.test(lifecycle);
    if (ends) {
      const index = found.open.findIndex(one =>
        instance === null || one.instance === null ? one.key === key : one.instance === instance,
      );
      if (index >= 0) {
        complete(found.open.splice(index, 1)[0].step, row, lifecycle);
        return;
      }
    }
    const step = eventStep(row, tool);
    if (lifecycle !== null && /abort/.test(lifecycle)) step.failed = true;
    found.steps.push(step);
    if (lifecycle === 'start') found.open.push({ key, instance, step });
  }
}

/** Steps by their times; one without a time stays after the one that it came after. */
function inTime(steps: readonly StepDraft[]): StepDraft[] {
  let known = Number.NEGATIVE_INFINITY;
  const keyed = steps.map(step => {
    known = step.at ?? known;
    return { step, key: known };
  });
  // No difference: two that nobody has timed are infinitely early.
  return keyed.toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1)).map(({ step }) => step);
}

/** Clocks of logs may begin at 0. */
const eventTime = (value: unknown): number | null => (numberOf(value) === 0 ? 0 : timeOf(value));

/** What the end of an activity adds to its beginning. */
function complete(step: StepDraft, row: EventRow, lifecycle: string): void {
  const { at, ...rest } = eventStep(row, step.tool);
  step.until = rest.until ?? at;
  if (/abort/.test(lifecycle)) step.failed = true;
  for (const name of [
    'state',
    'agent',
    'args',
    'argsHash',
    'result',
    'resultHash',
    'failed',
    'error',
  ] as const)
    Object.assign(step, { [name]: step[name] ?? rest[name] });
  for (const name of ['tokensIn', 'tokensOut', 'usd'] as const) step[name] ??= rest[name];
}

function eventStep(row: EventRow, tool: string): StepDraft {
  const error = cellOf(row.get('error'));
  const failed = error === undefined ? null : (flagOf(error) ?? (error !== null && error !== ''));
  return stepOf({
    tool,
    state: wordOf(row.get('state')),
    agent: wordOf(row.get('agent')),
    args: cellOf(row.get('args')) ?? null,
    result: cellOf(row.get('result')) ?? null,
    failed,
    error: failed === true && flagOf(error) === null ? wordOf(error) : null,
    at: eventTime(row.get('time')),
    until: eventTime(row.get('end')),
    tokensIn: numberOf(row.get('tokensIn')),
    tokensOut: numberOf(row.get('tokensOut')),
    usd: numberOf(row.get('usd')),
  });
}

/** A cell that is empty says nothing. */
const cellOf = (value: unknown): unknown => (value === '' ? null : value);

function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = wordOf(value)?.toLowerCase();
  if (word === '0' || word === 'false' || word === 'no') return false;
  return word === '1' || word === 'true' || word === 'yes' ? true : null;
}
