import { SAY, type TraceStep } from '../traces/traces.ts';

/** A step as rules see it. Equal things have equal numbers, among the steps of one `Keyer`. */
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
export class Keyer {
  readonly #texts = new Map<string, number>();
  readonly #calls = new Map<number, number>();
  readonly #results = new Map<number, number>();
  #unlike = 0;

  /** @param state that the mapping gives the step */
  of(step: TraceStep, state: string): StepKeys {
    const { argsHash, resultHash } = step;
    const tool = this.#text(step.tool);
    const call = argsHash === null ? --this.#unlike : getPairNumber(this.#calls, tool, this.#text(argsHash));
    return {
      isMessage: step.tool === SAY,
      tool,
      call,
      result:
        call < 0
          ? call
          : getPairNumber(this.#results, call, resultHash === null ? 0 : this.#text(resultHash)),
      hasArgs: argsHash !== null,
      hasResult: resultHash !== null,
      state: this.#text(state),
      failed: step.failed === true,
      args: step.args,
    };
  }

  #text(text: string): number {
    let found = this.#texts.get(text);
    if (found === undefined) {
      found = this.#texts.size + 1;
      this.#texts.set(text, found);
    }
    return found;
  }
}

function getPairNumber(known: Map<number, number>, a: number, b: number): number {
  const key = a * PAIRS + b;
  let found = known.get(key);
  if (found === undefined) {
    found = known.size + 1;
    known.set(key, found);
  }
  return found;
}
