import type { Tick } from '../../core/indices.ts';
import type { Strategy } from './librarianTerms.ts';
import { ThinkingLog } from './memory/file.ts';
import { Memory, type SavedMemory } from './memory/memory.ts';
import type { AskedLine } from './reports/librarianDetail.ts';
import type { LibrarianStep } from './step/librarianStep.ts';
import type { Task, TaskItem, TaskQuestion } from './task/librarianTask.ts';

type MutableAskedLine = { -readonly [Name in keyof AskedLine]: AskedLine[Name] };

/** An agent as plain data; its steps stand in the run's table. */
export interface SavedLibrarian {
  readonly memory: SavedMemory;
  readonly log: readonly string[];
  readonly at: number;
  readonly spent: number;
  readonly loads: number;
  readonly asked: readonly AskedLine[];
  readonly told: string | null;
  readonly tokens: number;
  readonly settled: number;
  readonly right: number;
  readonly stopped: { readonly tick: Tick; readonly why: string } | null;
}

/** One agent with its memory and its progress through the task. */
export class Librarian {
  readonly memory = new Memory();
  readonly log: ThinkingLog;
  /** The task's questions that have been put, oldest first. */
  readonly asked: MutableAskedLine[] = [];
  /** Index among its items of the one in front of it. */
  at = 0;
  /** Answers since that item came. */
  spent = 0;
  /** Loads since that item came. */
  loads = 0;
  /** Result or error of its last action, for the next prompt. */
  told: string | null = null;
  /** Tokens of all prompts and answers. */
  tokens = 0;
  /** Questions settled, and answered right. */
  settled = 0;
  right = 0;
  stopped: { readonly tick: Tick; readonly why: string } | null = null;

  constructor(
    readonly task: Task,
    /** The task's items in the order in which this agent gets them. */
    readonly items: readonly TaskItem[],
    readonly strategy: Strategy,
    /** The thinking log's entries before the first cycle. */
    readonly firstLog: readonly string[],
    readonly logEntries: number,
    private readonly readSteps: () => readonly LibrarianStep[],
  ) {
    this.log = new ThinkingLog(logEntries, firstLog);
  }

  /** Its steps, oldest first: records of their own. O(its steps). */
  get steps(): readonly LibrarianStep[] {
    return this.readSteps();
  }

  /** The item in front of it; null at the end of the task. */
  get item(): TaskItem | null {
    return this.items[this.at] ?? null;
  }

  get question(): TaskQuestion | null {
    return this.item?.kind === 'question' ? this.task.questions[this.item.index] : null;
  }

  toSaved(): SavedLibrarian {
    const { memory, log, at, spent, loads, asked, told, tokens, settled, right, stopped } = this;
    return {
      memory: memory.toSaved(),
      log: [...log.entries],
      at,
      spent,
      loads,
      asked: asked.map(line => ({ ...line })),
      told,
      tokens,
      settled,
      right,
      stopped,
    };
  }

  /** Replaces the whole memory; entries given at the start are part of what was saved. */
  restore({ memory, log, asked, ...rest }: SavedLibrarian): void {
    this.memory.restore(memory);
    this.log.entries.length = 0;
    for (const entry of log) this.log.add(entry);
    this.asked.length = 0;
    for (const line of asked) this.asked.push({ ...line });
    Object.assign(this, rest);
  }
}
