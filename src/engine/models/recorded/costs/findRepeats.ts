import { isCallTool, isGuardTool } from '../../../traces/guardSteps.ts';
import { SAY, type TraceStep } from '../../../traces/traces.ts';

/**
 * Kinds of repeated stretches: one call in a row; two or more calls in turn; edits and failing tests in turn; one file
 * written whole again and again; one call with the same result now and again in a case.
 */
export const REPEAT_KINDS = ['same_call', 'in_turn', 'edit_test', 'rewrite', 'later'] as const;
/** One of `REPEAT_KINDS`. */
export type RepeatKind = (typeof REPEAT_KINDS)[number];

/** Steps of a case that repeat each other, without overlap with other stretches of it. */
interface RepeatedStretch {
  readonly kind: RepeatKind;
  /** Places of its steps in the case, from 0, in order; those of the first round first. */
  readonly places: readonly number[];
  /** Places of the steps of its first round: what is done again. */
  readonly round: readonly number[];
  readonly rounds: number;
  /** True if each round gave the result of the first; null if a result is unknown. */
  readonly sameResult: boolean | null;
}

/** Most calls of a round of calls in turn. */
const MAX_ROUND_CALLS = 6;
/** Fewest rounds of one call, of two calls in turn, of more calls in turn, and of the other kinds. */
const MIN_ROUNDS = { one: 3, two: 2, more: 3, other: 3 };

/** Finds the repeated stretches of a case in the order of their first steps. O(steps). @param states of its steps */
export function findRepeats(
  steps: readonly TraceStep[],
  states: readonly string[],
): readonly RepeatedStretch[] {
  // A guard's decision between two calls does not part them.
  const own = steps.flatMap(({ tool }, place) => (isGuardTool(tool) ? [] : [place]));
  const search = new RepeatSearch(steps, states, own);
  return search.findAll().toSorted((a, b) => a.places[0] - b.places[0]);
}

class RepeatSearch {
  readonly #steps: readonly TraceStep[];
  readonly #states: readonly string[];
  /** Places of the agent's own steps. */
  readonly #own: readonly number[];
  /** By position among these: the number of its call; 0 for a message, and for a call without known arguments. */
  readonly #calls: Int32Array;
  readonly #taken: Uint8Array;

  constructor(steps: readonly TraceStep[], states: readonly string[], own: readonly number[]) {
    this.#steps = steps;
    this.#states = states;
    this.#own = own;
    this.#calls = numberCalls(own.map(place => steps[place]));
    this.#taken = new Uint8Array(own.length);
  }

  findAll(): RepeatedStretch[] {
    const found: RepeatedStretch[] = [];
    for (let size = 1; size <= MAX_ROUND_CALLS; size++) found.push(...this.#findInTurn(size));
    found.push(...this.#findEditTests(), ...this.#findRewrites(), ...this.#findLater());
    return found;
  }

  /** Runs in which each call is that of `size` calls before. */
  #findInTurn(size: number): RepeatedStretch[] {
    const calls = this.#calls;
    const least = size === 1 ? MIN_ROUNDS.one : size === 2 ? MIN_ROUNDS.two : MIN_ROUNDS.more;
    const found: RepeatedStretch[] = [];
    for (let from = 0; from + size * least <= calls.length; ) {
      let end = from + size;
      while (end < calls.length && calls[end] !== 0 && calls[end] === calls[end - size]) end++;
      const rounds = Math.floor((end - from) / size);
      if (rounds < least || !this.#isFree(from, from + rounds * size)) {
        from = Math.max(from + 1, end - size + 1);
        continue;
      }
      const positions = Array.from({ length: rounds * size }, (_, i) => from + i);
      found.push(this.#take(size === 1 ? 'same_call' : 'in_turn', positions, size, rounds));
      from += rounds * size;
    }
    return found;
  }

  /** Edits and tests in turn, none of which is known to pass; looking around between them does not part them. */
  #findEditTests(): RepeatedStretch[] {
    const found: RepeatedStretch[] = [];
    let positions: number[] = [];
    // By number of steps: up to the first test, and up to the last.
    let [rounds, last, first, end] = [0, '', 0, 0];
    const flush = () => {
      if (rounds >= MIN_ROUNDS.other)
        found.push(this.#take('edit_test', positions.slice(0, end), first, rounds));
      [positions, rounds, last, first, end] = [[], 0, '', 0, 0];
    };
    for (let i = 0; i < this.#own.length; i++) {
      const place = this.#own[i];
      const { tool, failed } = this.#steps[place];
      const role = tool === SAY ? 'other' : getEditRole(this.#states[place], tool);
      const isParting = this.#taken[i] === 1 || role === null || (role === 'test' && failed === false);
      if (isParting) {
        flush();
        continue;
      }
      if (role === 'other') {
        if (positions.length > 0) positions.push(i);
        continue;
      }
      if (role === 'test' && last === '') continue;
      positions.push(i);
      if (role === 'test') {
        end = positions.length;
        if (last === 'edit') rounds++;
        if (rounds === 1 && first === 0) first = end;
      }
      last = role;
    }
    flush();
    return found;
  }

  /** Writes of a whole file, again and again, with no test and no other edit between them. */
  #findRewrites(): RepeatedStretch[] {
    const found: RepeatedStretch[] = [];
    let positions: number[] = [];
    let path: string | null = null;
    const flush = () => {
      if (positions.length >= MIN_ROUNDS.other)
        found.push(this.#take('rewrite', positions, 1, positions.length));
      [positions, path] = [[], null];
    };
    for (let i = 0; i < this.#own.length; i++) {
      const place = this.#own[i];
      const { tool, args } = this.#steps[place];
      const role = getEditRole(this.#states[place], tool);
      if (this.#taken[i] === 1 || role === 'test') flush();
      else if (role === 'edit') {
        const own = findWrittenPath(tool, args);
        if (own === null || own !== path) flush();
        path = own;
        if (own !== null) positions.push(i);
      }
    }
    flush();
    return found;
  }

  /** One call that gives the same result three times or more, anywhere in the case. */
  #findLater(): RepeatedStretch[] {
    const byCall = new Map<string, number[]>();
    for (let i = 0; i < this.#own.length; i++) {
      const { resultHash } = this.#steps[this.#own[i]];
      if (this.#taken[i] === 1 || this.#calls[i] === 0 || resultHash === null) continue;
      const key = `${this.#calls[i]} ${resultHash}`;
      const known = byCall.get(key);
      if (known === undefined) byCall.set(key, [i]);
      else known.push(i);
    }
    return [...byCall.values()]
      .filter(({ length }) => length >= MIN_ROUNDS.other)
      .map(positions => this.#take('later', positions, 1, positions.length));
  }

  #isFree(from: number, end: number): boolean {
    return !this.#taken.subarray(from, end).includes(1);
  }

  /** @param size steps of the first round */
  #take(kind: RepeatKind, positions: readonly number[], size: number, rounds: number): RepeatedStretch {
    for (const position of positions) this.#taken[position] = 1;
    const places = positions.map(position => this.#own[position]);
    const round = places.slice(0, size);
    return { kind, places, round, rounds, sameResult: this.#hasSameResult(kind, places, size) };
  }

  #hasSameResult(kind: RepeatKind, places: readonly number[], size: number): boolean | null {
    if (kind === 'edit_test') {
      const results = places.flatMap(place => {
        const { tool, resultHash } = this.#steps[place];
        return getEditRole(this.#states[place], tool) === 'test' ? [resultHash] : [];
      });
      return results.includes(null) ? null : new Set(results).size === 1;
    }
    const hashes = places.map(place => this.#steps[place].resultHash);
    if (hashes.includes(null)) return null;
    return hashes.every((hash, i) => hash === hashes[i % size]);
  }
}

/** Equal calls have equal numbers, from 1. */
function numberCalls(steps: readonly TraceStep[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(steps, ({ tool, argsHash }) => {
    if (!isCallTool(tool) || argsHash === null) return 0;
    const key = `${tool}\n${argsHash}`;
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  });
}

const EDITS = /^(?:edit|editing|write|writing)$/i;
const TESTS = /^(?:test|testing|build|building)$/i;
/** States in which a coding agent only looks around. */
const LOOKS = /^(?:read|reading|search|searching|list|view|plan|think|talk|say)$/i;
const EDIT_TOOL = /(?:^|_|\b)(?:edit|write|replace|patch|create_file|str_replace)/i;

/** Part of a step in edit-test cycles; null if it parts them. */
function getEditRole(state: string, tool: string): 'edit' | 'test' | 'other' | null {
  if (TESTS.test(state)) return 'test';
  if (EDITS.test(state) || EDIT_TOOL.test(tool)) return 'edit';
  return LOOKS.test(state) ? 'other' : null;
}

const PATH =
  /"(?:file_path|filepath|path|file|filename|target_file|notebook_path)"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/** A tool, or a command of an editor, that writes a file whole. */
const WRITE_TOOL = /(?:^|_|\b)(?:write|create)(?:_?(?:to_)?file)?$/i;
const WRITE_COMMAND = /"command"\s*:\s*"(?:create|write)"/;

/** Path of the file that a call writes whole; null if it does something else. */
function findWrittenPath(tool: string, args: string | null): string | null {
  if (args === null || !(WRITE_TOOL.test(tool) || WRITE_COMMAND.test(args))) return null;
  return PATH.exec(args)?.[1] ?? null;
}
