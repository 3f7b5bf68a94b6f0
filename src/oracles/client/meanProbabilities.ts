import type { ChoiceOption } from '../../engine/oracle/oracle.ts';
import type { OracleComparison } from '../../engine/oracle/oracleReport.ts';

/** Mean probabilities of two deciders on the same questions, by the actions' names. */
export class MeanProbabilities {
  readonly #sums = new Map<string, { one: number; other: number }>();
  #questions = 0;

  /** @param one, other probabilities, one per option */
  add(options: readonly ChoiceOption[], one: readonly number[], other: readonly number[]): void {
    this.#questions++;
    for (const [i, { action }] of options.entries()) {
      const sum = this.#sums.get(action) ?? { one: 0, other: 0 };
      this.#sums.set(action, { one: sum.one + (one[i] ?? 0), other: sum.other + (other[i] ?? 0) });
    }
  }

  get questions(): number {
    return this.#questions;
  }

  get options(): readonly string[] {
    return [...this.#sums.keys()];
  }

  get one(): readonly number[] {
    return [...this.#sums.values()].map(sum => sum.one / this.#questions);
  }

  get other(): readonly number[] {
    return [...this.#sums.values()].map(sum => sum.other / this.#questions);
  }

  /** The means, with the model as the one and the policy as the other; null before the first question. */
  comparison(): OracleComparison | null {
    if (this.#questions === 0) return null;
    return { questions: this.#questions, options: this.options, model: this.one, policy: this.other };
  }
}

/** Half the sum of differences: 0 for equal distributions, 1 for disjoint ones. */
export const computeTotalVariation = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, p, i) => sum + Math.abs(p - (other[i] ?? 0)), 0) / 2;
