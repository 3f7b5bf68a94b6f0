import { InputError } from '../../core/errors.ts';
import { formatPlainCount } from '../../core/formatNounCount.ts';
import { assignColumnRoles, type ColumnRole } from '../../files/columnRoles.ts';
import { getRewardOutcome, parseSuccessOutcome } from '../lists/messageList.ts';
import { sortByTime } from '../spans/buildTurns.ts';
import type { TracePlace, TraceSink, ValueFormat } from '../traceReading.ts';
import { createStepDraft, type StepDraft } from '../traceSteps.ts';
import type { TraceOutcome } from '../traces.ts';
import { getPathValue, isFieldsObject, toFiniteNumber, toWordText } from '../values.ts';
import { ColumnDates, type WaitingDate } from './columnDates.ts';

/** One event of a log by the roles of its columns. */
export type EventRow = Pick<ReadonlyMap<ColumnRole, unknown>, 'get'>;

/** A case while its events are read. */
interface EventCase {
  readonly steps: StepDraft[];
  readonly open: { readonly key: string; readonly instance: string | null; readonly step: StepDraft }[];
  readonly place: TracePlace;
  /** Outcome of the case as a whole. */
  outcome: TraceOutcome | null;
  reward: number | null;
  task: string | null;
}

/** A step with those of its values that wait until all rows are known. */
interface ReadEvent {
  readonly step: StepDraft;
  readonly at: WaitingDate | null;
  readonly until: WaitingDate | null;
  readonly numbers: readonly WaitingNumber[];
}

/** Transitions of a life cycle that neither begin nor end an activity. */
const BETWEEN = /^(?:schedule|assign|reassign|suspend|resume|autoskip|manualskip|withdraw|unknown)$/;
/** Of most events no number waits. */
const NO_WAITING_NUMBERS: readonly WaitingNumber[] = [];
const NUMBER_ROLES = ['tokensIn', 'tokensOut', 'usd'] as const;

/** The cases of one event log. Events of one case may stand anywhere in it. */
export class EventCases {
  private readonly cases = new Map<string, EventCase>();
  private readonly outcomes: RowOutcomes;
  private readonly dates: ColumnDates;
  private readonly numbers: Readonly<Record<(typeof NUMBER_ROLES)[number], ColumnNumbers>>;
  /** Names of the log's columns. */
  private columns: ReadonlyMap<ColumnRole, string> = new Map();
  private isEuropean = false;
  /** The case of the event before: the next one is often of the same. */
  private last: { readonly id: string; readonly found: EventCase } | null = null;

  constructor(private readonly sink: TraceSink) {
    this.dates = new ColumnDates(sink, () => this.isEuropean);
    this.outcomes = new RowOutcomes(sink);
    this.numbers = {
      tokensIn: new ColumnNumbers(sink, 'tokensIn'),
      tokensOut: new ColumnNumbers(sink, 'tokensOut'),
      usd: new ColumnNumbers(sink, 'usd'),
    };
  }

  /** Names the columns of the rows that come. @param delimiter of a table */
  name(columns: ReadonlyMap<ColumnRole, string>, delimiter: string | null = null): void {
    this.columns = columns;
    this.isEuropean ||= delimiter === ';';
  }

  /** Adds an event; one that names no case or no activity is passed over. Neither row nor place is kept. */
  add(row: EventRow, place: TracePlace): void {
    const id = toWordText(row.get('case'));
    const tool = toWordText(row.get('activity'));
    if (id === null || tool === null) {
      this.sink.skip(place, `an event without ${id === null ? 'a case' : 'an activity'}`);
      return;
    }
    const found = this.caseOf(id, place);
    found.reward = toFiniteNumber(row.get('reward')) ?? found.reward;
    found.task ??= toWordText(toCellValue(row.get('task')));
    const lifecycle = toWordText(row.get('lifecycle'))?.toLowerCase() ?? null;
    const isBetween = lifecycle !== null && BETWEEN.test(lifecycle);
    const step = isBetween ? null : this.addEvent(found, row, tool, lifecycle);
    this.outcomes.add(id, step, toCellValue(row.get('outcome')), this.columns.get('outcome') ?? null);
  }

  /** Notes what is known of a case as a whole. */
  judge(id: string, outcome: TraceOutcome | null, reward: number | null, place: TracePlace): void {
    const found = this.caseOf(id, place);
    found.outcome = outcome ?? found.outcome;
    found.reward = reward ?? found.reward;
  }

  end(): void {
    this.dates.end();
    for (const name of NUMBER_ROLES) this.numbers[name].end(this.columns.get(name) ?? null);
    const ofRows = this.outcomes.end();
    for (const [id, { steps, outcome, reward, task, place }] of this.cases) {
      const text = outcome ?? ofRows.get(id) ?? getRewardOutcome(reward);
      this.sink.add(
        { id, outcome: text, reward, labels: { task }, steps: sortByTime(steps, step => step.at) },
        place,
      );
    }
    this.cases.clear();
    this.last = null;
  }

  private caseOf(id: string, place: TracePlace): EventCase {
    if (id === this.last?.id) return this.last.found;
    const found = this.cases.get(id) ?? createEventCase(place);
    this.cases.set(id, found);
    this.last = { id, found };
    return found;
  }

  /** @returns the step that the event is, or ends */
  private addEvent(found: EventCase, row: EventRow, tool: string, lifecycle: string | null): StepDraft {
    const instance = toWordText(row.get('instance'));
    const event = this.read(row, tool);
    const isAbort = lifecycle !== null && /abort/.test(lifecycle);
    if (lifecycle !== null && /complete|end|abort/.test(lifecycle)) {
      const index = found.open.findIndex(one =>
        instance === null || one.instance === null ? one.key === tool : one.instance === instance,
      );
      if (index >= 0) {
        const { step } = found.open.splice(index, 1)[0];
        completeEventStep(step, event);
        if (isAbort) step.failed = true;
        return step;
      }
    }
    const { step } = event;
    if (isAbort) step.failed = true;
    found.steps.push(step);
    if (lifecycle === 'start') found.open.push({ key: tool, instance, step });
    return step;
  }

  private read(row: EventRow, tool: string): ReadEvent {
    const step = createEventStep(row, tool);
    const { columns } = this;
    const until = this.dates.set(step, 'until', row.get('end'), columns.get('end') ?? null);
    const at = this.dates.set(step, 'at', row.get('time'), columns.get('time') ?? null);
    let numbers = NO_WAITING_NUMBERS;
    for (const name of NUMBER_ROLES) {
      const waiting = this.numbers[name].set(step, row.get(name));
      if (waiting !== null) numbers = [...numbers, waiting];
    }
    return { step, at, until, numbers };
  }
}

const createEventCase = ({ file, line }: TracePlace): EventCase => ({
  steps: [],
  open: [],
  place: { file, line },
  outcome: null,
  reward: null,
  task: null,
});

/** Additions of an activity's end to its beginning. */
function completeEventStep(step: StepDraft, { step: rest, at, until, numbers }: ReadEvent): void {
  const end = until ?? (rest.until === null ? at : null);
  if (end !== null) Object.assign(end, { step, field: 'until' });
  step.until = rest.until ?? rest.at;
  step.state ??= rest.state;
  step.agent ??= rest.agent;
  step.args ??= rest.args;
  step.argsHash ??= rest.argsHash;
  step.result ??= rest.result;
  step.resultHash ??= rest.resultHash;
  step.failed ??= rest.failed;
  step.error ??= rest.error;
  for (const name of NUMBER_ROLES) step[name] ??= rest[name];
  for (const number of numbers) number.step = step;
}

function createEventStep(row: EventRow, tool: string): StepDraft {
  const error = toCellValue(row.get('error'));
  const failed = error === undefined ? null : (parseEventFlag(error) ?? (error !== null && error !== ''));
  const called = parseSuccessOutcome(row.get('callOutcome'));
  return createStepDraft({
    tool,
    state: toWordText(row.get('state')),
    agent: toWordText(row.get('agent')),
    args: toCellValue(row.get('args')) ?? null,
    result: toCellValue(row.get('result')) ?? null,
    failed: failed ?? (called === null ? null : called === 'failed'),
    error: failed === true && parseEventFlag(error) === null ? toWordText(error) : null,
  });
}

/** A cell that is empty says nothing. */
const toCellValue = (value: unknown): unknown => (value === '' ? null : value);

function parseEventFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = toWordText(value)?.toLowerCase();
  if (word === '0' || word === 'false' || word === 'no') return false;
  return word === '1' || word === 'true' || word === 'yes' ? true : null;
}

/** Names that say of a column of outcomes that it is about cases: "case:outcome", "case_outcome". */
const OF_CASE = /^case\b|^case[_ :]?outcome$/i;

/**
 * The outcomes on the rows of a log. A column that is the same on all rows of each case has the outcomes of cases; one
 * that differs within a case has those of calls.
 */
class RowOutcomes {
  private readonly ofCases = new Map<string, TraceOutcome>();
  private readonly ofSteps: { readonly step: StepDraft; readonly outcome: TraceOutcome }[] = [];
  /** Words that say neither success nor failure. */
  private readonly strange = new Set<string>();
  /** The last column that was met, and whether it is about cases: most logs have one. */
  private met: { readonly column: string | null; readonly isOfCase: boolean } | null = null;
  /** The column that differs within a case. */
  private differing: string | null = null;

  constructor(private readonly sink: TraceSink) {}

  add(id: string, step: StepDraft | null, value: unknown, column: string | null): void {
    const outcome = parseSuccessOutcome(value);
    if (outcome === null) {
      if (typeof value === 'string' && !NOTHING.test(value.trim())) this.strange.add(value.slice(0, 40));
      return;
    }
    const known = this.ofCases.get(id);
    this.ofCases.set(id, outcome);
    if (this.met?.column !== column) this.met = { column, isOfCase: this.isOfCase(column) };
    if (this.met.isOfCase || column === null) return;
    if (step !== null) this.ofSteps.push({ step, outcome });
    if (known !== undefined && known !== outcome) this.differing ??= column;
  }

  private isOfCase(column: string | null): boolean {
    return column === null || OF_CASE.test(column) || column === this.sink.reading.columns?.outcome;
  }

  /** Gives each call its outcome if they belong to calls. @returns the outcomes of cases otherwise */
  end(): ReadonlyMap<string, TraceOutcome> {
    if (this.strange.size > 0) {
      const some = [...this.strange].slice(0, 3).map(one => JSON.stringify(one));
      this.sink.note(
        `outcomes such as ${some.join(', ')} say neither success nor failure: the outcome is unknown there`,
      );
    }
    if (this.differing === null) return this.ofCases;
    for (const { step, outcome } of this.ofSteps) step.failed ??= outcome === 'failed';
    const name = JSON.stringify(this.differing);
    this.sink.note(
      `the column ${name} differs within cases, so it is taken for the outcome of each call; {"columns": {"outcome": ${name}}} in a reading takes the last one for the outcome of the case`,
    );
    return new Map();
  }
}

/** Objects, one an event, with a field for the case and one for the activity. */
export const EVENT_ROWS: ValueFormat = {
  name: 'events as JSON',
  fits: (value, reading) => {
    if (!isFieldsObject(value)) return false;
    const roles = assignColumnRoles(Object.keys(value), reading);
    return roles.has('case') && roles.has('activity');
  },
  open: sink => {
    let cases = new EventCases(sink);
    let isTold = false;
    return {
      take: (value, place) => {
        if (!isFieldsObject(value)) throw new InputError('an event that is not an object');
        const names = Object.keys(value);
        const roles = assignColumnRoles(names, sink.reading);
        if (!isTold) sink.tellRoles({ kind: 'columns', names, roles: Object.fromEntries(roles) });
        isTold = true;
        cases.name(roles);
        cases.add(new Map([...roles].map(([role, name]) => [role, getPathValue(value, name)])), place);
      },
      endFile: () => {
        cases.end();
        cases = new EventCases(sink);
      },
      end: () => {},
    };
  },
};

/** Numbers of a step in a table. */
type NumberField = 'tokensIn' | 'tokensOut' | 'usd';

/** Cells that stand for no value. */
const NOTHING = /^(?:[-–—?]?|n\/?a|nan|null|none)$/i;

// A group of thousands does not begin with 0.
const COMMA = /^-?\d+,\d+$/;
const GROUPS_BY_COMMA = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPS_BY_POINT = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/;

/** A number that waits until it is known what its signs mean. */
interface WaitingNumber {
  readonly text: string;
  step: StepDraft;
}

/**
 * The numbers of one column in which commas stand. They are read once all rows are known: "1,5" proves that a comma is the
 * sign of decimals, "1,500.25" that it parts thousands. Of a column of "1,500" alone neither is known, unless its numbers are
 * whole by nature.
 */
class ColumnNumbers {
  private readonly waiting: WaitingNumber[] = [];
  /** Cells that hold something other than a number, and the first of them. */
  private odd: { readonly text: string; count: number } | null = null;

  constructor(
    private readonly sink: TraceSink,
    private readonly field: NumberField,
  ) {}

  /** Sets the number of a step, now or at the end. @returns what waits for the end */
  set(step: StepDraft, value: unknown): WaitingNumber | null {
    if (value === undefined) {
      step[this.field] = null;
      return null;
    }
    const text = typeof value === 'string' && /[.,]/.test(value) ? value.trim() : '';
    const waits =
      text !== '' && (COMMA.test(text) || GROUPS_BY_COMMA.test(text) || GROUPS_BY_POINT.test(text));
    step[this.field] = waits ? null : toFiniteNumber(value);
    if (!waits) {
      if (step[this.field] === null) this.noteOdd(value);
      return null;
    }
    const waiting = { text, step };
    this.waiting.push(waiting);
    return waiting;
  }

  private noteOdd(value: unknown): void {
    if (typeof value !== 'string' || NOTHING.test(value.trim())) return;
    this.odd ??= { text: value, count: 0 };
    this.odd.count++;
  }

  /** Sets the waiting numbers, and reports the undecided ones. */
  end(column: string | null): void {
    const { decimals = this.decimals() } = this.sink.reading;
    for (const { text, step } of this.waiting) step[this.field] = parseColumnNumber(text, decimals);
    const unread = this.waiting.find(({ text }) => parseColumnNumber(text, decimals) === null);
    if (unread !== undefined)
      this.sink.note(
        `numbers such as ${JSON.stringify(unread.text)}${column === null ? '' : ` in the column “${column}”`} are not read, since their comma may stand before decimals or between thousands; {"decimals": "comma"} or {"decimals": "point"} in a reading says which`,
      );
    this.waiting.length = 0;
    if (this.odd !== null)
      this.sink.note(
        `${formatPlainCount(this.odd.count, 'cell')}${column === null ? '' : ` of the column “${column}”`} such as ${JSON.stringify(this.odd.text.slice(0, 40))} hold no number: the amount is unknown there`,
      );
    this.odd = null;
  }

  private decimals(): 'comma' | 'point' | null {
    const some = (pattern: RegExp): boolean => this.waiting.some(({ text }) => pattern.test(text));
    const comma = this.waiting.some(({ text }) => COMMA.test(text) && !GROUPS_BY_COMMA.test(text));
    const isWhole = this.field !== 'usd';
    // Tokens are whole, so that signs in them part thousands.
    const byPoint = comma || some(/\..*[,.]/) || (isWhole && some(/\./));
    const byComma = some(/,.*[.,]/) || (isWhole && !comma && some(/,/));
    if (byPoint === byComma) return null;
    return byPoint ? 'comma' : 'point';
  }
}

/** @param decimals the sign before decimals; null: not known, so that a number with a comma is none */
function parseColumnNumber(text: string, decimals: 'comma' | 'point' | null): number | null {
  if (decimals === null) return text.includes(',') ? null : toFiniteNumber(text);
  if (decimals === 'point') return toFiniteNumber(text.replaceAll(',', ''));
  return toFiniteNumber((GROUPS_BY_POINT.test(text) ? text.replaceAll('.', '') : text).replace(',', '.'));
}
