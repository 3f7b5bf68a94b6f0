import { formatQuotedText } from '../core/formatQuotedText.ts';
import { findResultError } from './findResultError.ts';
import type { CaseDraft, FoundRoles, TracePlace, TraceReading, TraceSink } from './traceReading.ts';
import type { StepDraft } from './traceSteps.ts';
import type { LeftOutPart, SkippedPart, TraceCase, TraceOutcome } from './traces.ts';
import { COST_NAMES } from './usage.ts';

/** Format and content of a file. */
export interface FoundFile {
  /** Path; of a file in an archive behind that of the archive. */
  readonly file: string;
  /** Name of the format; null if none was recognised. */
  readonly format: string | null;
  /** Kind of the file, if no format was recognised: "a Jupyter notebook"; null if that is not known either. */
  readonly kind: string | null;
  /** JSON values and spans of it that were read, whatever file their case is counted with; 0 for tables and XML, whose rows are steps. */
  readonly parts: number;
  readonly cases: number;
  readonly steps: number;
}

/** Readings of all files. */
export interface TraceReadings {
  readonly cases: readonly TraceCase[];
  /** The first that could not be read, at most `MAX_LISTED_SKIPS`. */
  readonly skipped: readonly SkippedPart[];
  /** Total number of unreadable parts. */
  readonly skippedCount: number;
  readonly found: readonly FoundFile[];
  /** Deliberate omissions, by file. */
  readonly leftOut: readonly LeftOutPart[];
  /** Decisions on open points of the sources, a sentence each. */
  readonly notes: readonly string[];
  /** Cases with the id of one before: theirs has " (2)" after it, or more. */
  readonly doubled: number;
  /** Of event logs: what was taken for what, in the first of them. */
  readonly roles: FoundRoles | null;
}

/** Skipped parts that are listed; more are counted. */
export const MAX_LISTED_SKIPS = 1_000;

/** Gathers cases and what was passed over, and keeps texts that come again and again once. */
export class Findings implements TraceSink {
  private readonly cases: TraceCase[] = [];
  private readonly verdicts = new Map<string, TraceOutcome>();
  /** Tasks whose ending a file has. */
  private readonly judging = new Map<string, Set<string>>();
  private readonly skipped: SkippedPart[] = [];
  private skippedCount = 0;
  private doubled = 0;
  private roles: FoundRoles | null = null;
  private readonly leftOut = new Map<string, { -readonly [Name in keyof LeftOutPart]: LeftOutPart[Name] }>();
  private readonly notes = new Set<string>();
  /** Steps that failed by what their results say. */
  private failedByResult = 0;
  private readonly files = new Map<string, { -readonly [Name in keyof FoundFile]: FoundFile[Name] }>();
  private readonly ids = new Map<string, number>();
  private readonly words = new Map<string, string>();

  constructor(readonly reading: TraceReading) {}

  add(draft: CaseDraft, place: TracePlace): void {
    const { strayResults = 0 } = draft;
    if (strayResults > 0) this.leaveOut(place.file, STRAY_RESULTS, strayResults);
    if (draft.steps.length === 0) {
      this.skip(place, `${draft.id} has no step`);
      return;
    }
    const steps = draft.steps.slice();
    for (const step of steps) {
      this.tellFailure(step, draft.tellsFailures === true);
      const impossible = dropImpossibleCosts(step);
      if (impossible > 0) this.leaveOut(place.file, IMPOSSIBLE_COSTS, impossible);
    }
    const labels = Object.entries(draft.labels ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const id = this.uniqueId(draft.id);
    if (id !== draft.id) this.doubled++;
    this.cases.push({
      ...{ id, parent: draft.parent ?? null, outcome: draft.outcome ?? null, reward: draft.reward ?? null },
      end: draft.end ?? null,
      ...(draft.isClosed === true && { isClosed: true }),
      tokens: draft.tokens ?? (steps.some(hasTokenUsage) ? 'exact' : 'none'),
      labels: Object.fromEntries(labels.map(([name, word]) => [name, this.word(word)])),
      steps,
    });
    const file = this.file(place.file);
    file.cases++;
    file.steps += steps.length;
  }

  skip(place: TracePlace, reason: string): void {
    this.skippedCount++;
    if (this.skipped.length < MAX_LISTED_SKIPS)
      this.skipped.push({ file: place.file, line: place.line, reason });
  }

  leaveOut(file: string, what: string, count = 1): void {
    const key = `${file}\n${what}`;
    const found = this.leftOut.get(key);
    if (found === undefined) this.leftOut.set(key, { file, what, count });
    else found.count += count;
  }

  note(sentence: string): void {
    this.notes.add(sentence);
  }

  /** Notes that a part of a file was read. */
  took(file: string, parts = 1): void {
    this.file(file).parts += parts;
  }

  judge(task: string, outcome: TraceOutcome, place: TracePlace): void {
    this.verdicts.set(task, outcome);
    const tasks = this.judging.get(place.file) ?? new Set();
    this.judging.set(place.file, tasks.add(task));
  }

  tellRoles(found: FoundRoles): void {
    this.roles ??= found;
    if (found.kind !== 'columns') return;
    for (const [role, name] of Object.entries(this.reading.columns ?? {}))
      if (name !== null && !found.names.includes(name))
        this.note(
          `a log has no column “${formatQuotedText(name)}”, which was asked for as ${role}: it is read by the usual names, of ${found.names.join(', ')}`,
        );
  }

  opened(file: string, format: string | null, kind: string | null = null): void {
    const found = this.file(file);
    found.format = format;
    found.kind = kind;
  }

  /** Results of the reading. Empty files come first in the skipped parts, with their expected content. */
  end(expected: string): TraceReadings {
    const named = new Set(this.skipped.map(({ file }) => file));
    const empty = [...this.files.values()].flatMap(({ file, format, kind, cases, parts }) => {
      if (cases > 0 || named.has(file)) return [];
      const tasks = this.judging.get(file)?.size ?? 0;
      // A file's content may belong to the case of another one, and counts as read then.
      if ((tasks > 0 || parts > 0) && this.cases.length > 0) return [];
      const reason =
        format === null
          ? `${NOTHING_RECOGNISED}${kind === null ? '' : `; it looks like ${kind}`}; ${expected}`
          : `read as ${format}, ${tasks > 0 ? describeUnmatchedVerdicts(tasks) : NO_CASE}${this.leftOutIn(file)}`;
      return [{ file, line: null, reason }];
    });
    return {
      cases: this.cases.map(one => this.judged(one)),
      skipped: [...empty, ...this.skipped].slice(0, MAX_LISTED_SKIPS),
      skippedCount: this.skippedCount + empty.length,
      found: [...this.files.values()],
      leftOut: [...this.leftOut.values()],
      notes: [...this.notes, ...this.failureNotes()],
      doubled: this.doubled,
      roles: this.roles,
    };
  }

  private tellFailure(step: StepDraft, tellsFailures: boolean): void {
    if (this.reading.errorsInResults !== false && markFailureByResult(step)) this.failedByResult++;
    // A step without a known end may still fail.
    if (tellsFailures && (step.result !== null || step.until !== null)) step.failed ??= false;
  }

  private failureNotes(): readonly string[] {
    const count = this.failedByResult;
    if (count === 0) return [];
    const [steps, their] =
      count === 1
        ? ['1 step counts', 'its result reports']
        : [`${count} steps count`, 'their results report'];
    return [
      `${steps} as failed since ${their} an error (an object with an “error”, or a text that begins with “Error”); {"errors_in_results": false} in a reading (errorsInResults of a program) takes them for successes`,
    ];
  }

  /** Omissions from a file without results. */
  private leftOutIn(file: string): string {
    const parts = [...this.leftOut.values()].filter(part => part.file === file);
    return parts.map(({ what, count }) => `; left out: ${what}: ${count}`).join('');
  }

  private judged(one: TraceCase): TraceCase {
    const outcome = one.outcome ?? this.verdicts.get(one.labels.task ?? one.id) ?? null;
    return outcome === one.outcome ? one : { ...one, outcome };
  }

  private file(file: string) {
    const found = this.files.get(file) ?? { file, format: null, kind: null, parts: 0, cases: 0, steps: 0 };
    this.files.set(file, found);
    return found;
  }

  private uniqueId(id: string): string {
    const count = (this.ids.get(id) ?? 0) + 1;
    this.ids.set(id, count);
    return count === 1 ? id : this.uniqueId(`${id} (${count})`);
  }

  private word(text: string): string {
    const known = this.words.get(text);
    if (known === undefined) this.words.set(text, text);
    return known ?? text;
  }
}

const IMPOSSIBLE_COSTS = 'tokens and costs below 0, or above any sum';
const STRAY_RESULTS = 'results of tools that answer no call of their conversation';
const NOTHING_RECOGNISED = 'nothing in it was recognised';
const NO_CASE = 'without any case in it';
/** Message about a file with the endings of that many tasks, none of which has a case. */
const describeUnmatchedVerdicts = (tasks: number): string =>
  `which says how ${tasks} ${tasks === 1 ? 'task' : 'tasks'} ended, and not what was done; the traces that it judges have to be opened together with it`;

const hasTokenUsage = (step: StepDraft): boolean => step.tokensIn !== null || step.tokensOut !== null;

/** Costs that nothing can have are unknown: one of them would spoil every sum. @returns how many they were */
function dropImpossibleCosts(step: StepDraft): number {
  const impossible = COST_NAMES.filter(name => {
    const cost = step[name];
    return cost !== null && !(cost >= 0 && cost <= Number.MAX_SAFE_INTEGER);
  });
  for (const name of impossible) step[name] = null;
  return impossible.length;
}

/** Marks a step as failed if its result says so and the source does not. @returns true if it was */
function markFailureByResult(step: StepDraft): boolean {
  if (step.failed !== null) return false;
  const error = findResultError(step.result);
  if (error === null) return false;
  step.failed = true;
  step.error ??= error;
  return true;
}
