import { SAY, type TraceStep } from '../traces/traces.ts';

/** A step as rules see it. Equal things have equal numbers, among the steps of one `StepKeyer`. */
export interface StepKeys {
  /** A message and no call: most rules pass it over. */
  readonly isMessage: boolean;
  readonly tool: number;
  /** Tool and arguments. A call whose arguments are unknown is like no other. */
  readonly call: number;
  /** Call and result; an unknown result is like another one. */
  readonly result: number;
  readonly hasArgs: boolean;
  readonly hasResult: boolean;
  readonly state: number;
  readonly failed: boolean;
  readonly args: string | null;
}

const PAIRS = 0x400_0000;

/** Gives steps their numbers. */
export class StepKeyer {
  readonly #texts: Numbering<string>;
  readonly #calls: Numbering<number>;
  readonly #results: Numbering<number>;
  #unlike = 0;

  /** @param remembered texts, calls and results that are known again; of more, the oldest are forgotten */
  constructor(remembered = Number.POSITIVE_INFINITY) {
    this.#texts = new Numbering(remembered);
    this.#calls = new Numbering(remembered);
    this.#results = new Numbering(remembered);
  }

  /** @param state that the mapping gives the step */
  of(step: TraceStep, state: string): StepKeys {
    const { argsHash, resultHash } = step;
    const tool = this.#texts.of(step.tool);
    const call = argsHash === null ? --this.#unlike : this.#calls.of(tool * PAIRS + this.#texts.of(argsHash));
    return {
      isMessage: step.tool === SAY,
      tool,
      call,
      result:
        call < 0
          ? call
          : this.#results.of(call * PAIRS + (resultHash === null ? 0 : this.#texts.of(resultHash))),
      hasArgs: argsHash !== null,
      hasResult: resultHash !== null,
      state: this.#texts.of(state),
      failed: step.failed === true,
      args: step.args,
    };
  }
}

/** Numbers things from 1 on in the order in which they come. */
class Numbering<T> {
  readonly #numbers = new Map<T, number>();
  readonly #remembered: number;
  #last = 0;

  constructor(remembered: number) {
    this.#remembered = remembered;
  }

  of(thing: T): number {
    let found = this.#numbers.get(thing);
    if (found === undefined) {
      found = ++this.#last;
      this.#numbers.set(thing, found);
      if (this.#numbers.size > this.#remembered) this.#numbers.delete(this.#numbers.keys().next().value as T);
    }
    return found;
  }
}
