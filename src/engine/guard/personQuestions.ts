import { type GuardCall, reduceGuardCall } from './guardCall.ts';

/** A question for a person, and the rule that asks it. */
interface PersonQuestion {
  readonly rule: string;
  readonly text: string;
}

/** A question about a call that waits for its answer. */
type AskedQuestion = PersonQuestion & { readonly call: string };

/** Questions that a guard has for a person. A call that was refused is asked about again for as long as it is repeated. */
export class PersonQuestions {
  #next: PersonQuestion | null = null;
  #asked: AskedQuestion | null = null;
  #refused: AskedQuestion | null = null;

  /** Has the next call wait for a person. */
  add(question: PersonQuestion): void {
    this.#next = question;
  }

  /** The question that a call has to wait for, and whether it was refused before; null for none. */
  take(call: GuardCall): (PersonQuestion & { readonly isAgain: boolean }) | null {
    const key = formatCallKey(call);
    const again = this.#refused?.call === key ? this.#refused : null;
    const asked = this.#next ?? again;
    const isAgain = this.#next === null;
    this.#next = null;
    this.#refused = null;
    this.#asked = asked && { ...asked, call: key };
    return asked && { ...asked, isAgain };
  }

  /** Takes it that a person refused a call. */
  refuse(call: GuardCall): void {
    if (this.#asked?.call === formatCallKey(call)) this.#refused = this.#asked;
  }
}

/** Equal for calls of the same tool with the same arguments. */
function formatCallKey(call: GuardCall): string {
  const { tool, argsHash = '' } = reduceGuardCall(call);
  return `${tool} ${argsHash}`;
}
