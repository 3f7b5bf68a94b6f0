import type { Tick } from '../../../core/indices.ts';
import { getAnswerSource, parseTextAnswer } from '../../../oracle/formats/parsedAnswer.ts';
import { estimateTextTokens, estimateTokenCount } from '../../../oracle/formats/tokens.ts';
import type { Answer } from '../../../oracle/oracle.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { Librarian } from '../agent.ts';
import { readLibrarianAnswer } from '../answer/read.ts';
import type { LibrarianColumns, Unasked } from '../columns.ts';
import type { AgentConfig } from '../inputs/agentConfig.ts';
import type { LibrarianLedger } from '../librarianLedger.ts';
import type { LibrarianParameters } from '../parameters.ts';
import type { LibrarianQuestion } from '../question.ts';
import { Words } from '../reader/words.ts';
import { advanceTask } from '../task/progress.ts';
import { type LibrarianStateName, PAGE_OUT, STATES } from '../words.ts';
import { applyLibrarianAnswer, type Result } from './result.ts';
import { formatStepReport, type Item, type Step } from './step.ts';

/** Counts per tick: the model's series. */
export const LIBRARIAN_SERIES = ['adds', 'removes', 'loads', 'saves', 'pagings', 'failures'] as const;
type Counts = Record<(typeof LIBRARIAN_SERIES)[number], number>;

const COUNTED = {
  working_memory_add: 'adds',
  working_memory_remove: 'removes',
  storage_load: 'loads',
  storage_save: 'saves',
  [PAGE_OUT]: 'pagings',
} as const;

/** Parts of a run that its loop reads and writes. */
export interface LoopParts {
  readonly parameters: LibrarianParameters;
  readonly config: AgentConfig;
  readonly columns: LibrarianColumns;
  readonly ledger: LibrarianLedger;
  readonly state: Uint16Array;
}

/** One cycle of one agent: read the answer, act, bound the memory, record, move on. */
export class Loop {
  readonly words = new Words();
  counts: Counts = createLibrarianCounts();
  readonly #parts: LoopParts;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  beginTick(): void {
    this.counts = createLibrarianCounts();
  }

  stateOf(agent: number): LibrarianStateName {
    return STATES[this.#parts.state[agent]];
  }

  step(question: LibrarianQuestion, answer: Answer, tick: Tick, machine: Machine): void {
    const { ledger, columns, parameters } = this.#parts;
    const { agent: index, state } = question;
    const agent = ledger.agents[index];
    const asked = {
      source: getAnswerSource(answer),
      item: this.#itemOf(agent),
      // A question that never reached a model has cost nothing.
      tokensIn: answer.kind === 'unusable' && !answer.said ? 0 : estimateTokenCount(question.characters),
    };
    columns.iterations[index]++;
    const parsed = parseTextAnswer(answer, readLibrarianAnswer);
    const row = ledger.steps.length;
    agent.memory.row = row;
    if (parsed.kind === 'unanswered') {
      const kind = 'unanswered';
      this.counts.failures++;
      this.#record(
        { ...this.#blank(index, tick), ...asked, kind, next: state, error: parsed.reason },
        machine,
        answer,
      );
      return;
    }
    const result = applyLibrarianAnswer(
      parsed,
      state,
      agent,
      { tick, row },
      { config: this.#parts.config, words: this.words },
    );
    if (state !== 'paging') advanceTask(agent, result.executed, tick, { parameters, words: this.words });
    agent.told = formatStepReport(result);
    this.#bound(index, tick, state === 'paging');
    const { trigger, executed, ...told } = result;
    this.#count(result);
    const step: Step = {
      ...this.#blank(index, tick),
      ...asked,
      ...told,
      said: parsed.said,
      mended: parsed.kind === 'said' ? parsed.read.mended : [],
      tokensOut: estimateTextTokens(parsed.said ?? ''),
    };
    this.#record(step, machine, answer);
    if (step.next !== state) machine.fire(index, this.#trigger(machine, trigger), row + 1);
  }

  /** Carries out what the chart does by itself. */
  unasked(index: number, due: Unasked, tick: Tick, machine: Machine): void {
    const { ledger, columns } = this.#parts;
    const row = ledger.steps.length;
    const blank = this.#blank(index, tick);
    switch (due) {
      case 'restored': {
        const next = STATES[columns.restoreTo[index]];
        this.#record({ ...blank, kind: 'restored', next, result: `memory.json says ${next}` }, machine);
        machine.fire(index, this.#trigger(machine, due), row + 1);
        columns.restoreTo[index] = 0;
        return;
      }
      case 'over_limit': {
        const tokens = columns.workingTokens[index];
        const result = `working memory has ${tokens} tokens, limit ${columns.pagingAt[index]}`;
        this.#record({ ...blank, kind: 'over_limit', next: 'paging', result }, machine);
        break;
      }
      default: {
        const why = due === 'task_done' ? 'the task is over' : `${columns.iterations[index]} iterations`;
        this.#record({ ...blank, kind: 'stopped', next: 'stopped', result: why }, machine);
        ledger.stop(index, tick, why);
      }
    }
    machine.fire(index, this.#trigger(machine, due), row + 1);
  }

  /** Applies the hard limit before the next question. */
  #bound(index: number, tick: Tick, wasPaged: boolean): void {
    const { ledger, columns, parameters } = this.#parts;
    const agent = ledger.agents[index];
    if (parameters.hard) agent.memory.shrinkTo(parameters.hard_limit, tick);
    columns.measure(index, agent.memory.workingTokens, wasPaged);
    columns.itemsLeft[index] = agent.items.length - agent.at;
  }

  #itemOf({ item, spent }: Librarian): Item | null {
    return item && { kind: item.kind, number: item.index + 1, left: this.#parts.parameters.patience - spent };
  }

  #blank(index: number, tick: Tick): Step {
    const { ledger, columns } = this.#parts;
    const { memory } = ledger.agents[index];
    return {
      row: ledger.steps.length,
      agent: index,
      tick,
      number: columns.iterations[index],
      state: this.stateOf(index),
      next: this.stateOf(index),
      kind: 'thought',
      source: null,
      said: null,
      mended: [],
      claims: null,
      thought: null,
      action: null,
      result: null,
      error: null,
      item: null,
      working: memory.workingTokens,
      storage: memory.storageTokens,
      tokensIn: 0,
      tokensOut: 0,
    };
  }

  #record(step: Step, machine: Machine, answer?: Answer): void {
    this.#parts.ledger.add(step, answer?.evidence, machine.log);
  }

  #count({ error, executed }: Result): void {
    if (executed !== null) this.counts[COUNTED[executed.type]]++;
    else if (error !== null) this.counts.failures++;
  }

  #trigger(machine: Machine, name: string): number {
    return machine.chart.triggerNumber.get(name)!;
  }
}

const createLibrarianCounts = (): Counts =>
  Object.fromEntries(LIBRARIAN_SERIES.map(name => [name, 0])) as Record<keyof Counts, number>;
