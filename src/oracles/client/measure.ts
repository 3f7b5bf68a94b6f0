import type { ChoiceOption, ChoiceQuestion, KinQuestion, Question } from '../../engine/oracle/oracle.ts';
import type { KinError, OracleComparison, OrderSensitivity } from '../../engine/oracle/oracleReport.ts';
import type { AskModel, Reply } from './ask.ts';

/**
 * Asks each question twice, the second time with the options rotated by one. Failed questions are left out.
 */
export async function measureOrderSensitivity(
  questions: readonly Question[],
  ask: AskModel,
  signal: AbortSignal,
): Promise<OrderSensitivity> {
  const choices = questions.filter(question => question.kind === 'choice');
  const plain = await askQuestionRound(choices, ask, signal);
  const turned = await askQuestionRound(choices.map(rotateQuestionOptions), ask, signal);
  signal.throwIfAborted();
  const pairs = choices.flatMap(({ options }, i) => {
    const [one, other] = [plain[i], turned[i]].map(reply => readReplyDistribution(reply, options.length));
    return one && other ? [{ one, other: unrotateProbabilities(other) }] : [];
  });
  const differences = pairs.map(({ one, other }) => computeTotalVariation(one, other));
  return {
    questions: pairs.length,
    changed: pairs.filter(({ one, other }) => findLikeliestOption(one) !== findLikeliestOption(other)).length,
    difference: computeMeanValue(differences),
  };
}

/**
 * Asks each agent individually, and its kind for it. Failed questions, and those without a kind, are left
 * out.
 */
export async function measureGroupError(
  questions: readonly Question[],
  own: AskModel,
  ofKind: AskModel,
  signal: AbortSignal,
): Promise<KinError> {
  const choices = questions.filter(question => question.kind === 'choice' && question.kin !== null);
  const alone = await askQuestionRound(choices, own, signal);
  const adapted = await askQuestionRound(choices, ofKind, signal);
  signal.throwIfAborted();
  const sums = new MeanProbabilities();
  const differences: number[] = [];
  for (const [i, question] of (choices as readonly ChoiceQuestion[]).entries()) {
    const { options } = question;
    const [one, other] = [alone[i], adapted[i]].map(reply => readReplyDistribution(reply, options.length));
    if (!one || !other) continue;
    sums.add(options, one, other);
    differences.push(computeTotalVariation(one, other));
  }
  return {
    questions: differences.length,
    difference: computeMeanValue(differences),
    options: sums.options,
    own: sums.one,
    adapted: sums.other,
  };
}

/** The same question with its options, and thus its letters, rotated by one. */
function rotateQuestionOptions(question: ChoiceQuestion): ChoiceQuestion {
  const { kind, agent, tick, options, rules, situation, rotation } = question;
  const kin: KinQuestion | null = null;
  const turned = options.map((_, i) => options[(i + 1) % options.length]);
  return { kind, agent, tick, options: turned, rules, situation, rotation, kin };
}

const unrotateProbabilities = (probabilities: readonly number[]): readonly number[] =>
  probabilities.map((_, i) => probabilities[(i + probabilities.length - 1) % probabilities.length]);

const readReplyDistribution = (reply: Reply | null, options: number): readonly number[] | null =>
  reply === null ? null : getReplyProbabilities(reply, options);

const findLikeliestOption = (probabilities: readonly number[]): number =>
  probabilities.reduce((best, p, i) => (p > probabilities[best] ? i : best), 0);

const computeMeanValue = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

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
const computeTotalVariation = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, p, i) => sum + Math.abs(p - (other[i] ?? 0)), 0) / 2;

/**
 * Asks for a whole kind and lets each agent adapt the answer. Questions without a kind are put as they are.
 * @param shared asks a kind's question.
 * @param own asks an agent's own.
 */
export function createGroupAsk(shared: AskModel, own: AskModel): AskModel {
  return async call => {
    const { question, signal } = call;
    const kind = question.kind === 'choice' ? question.kin : null;
    if (kind === null) return own(call);
    const reply = await shared({ question: kind.question, signal, dispatched: () => call.dispatched() });
    const probabilities = getReplyProbabilities(reply, kind.question.options.length);
    if (probabilities === null || (reply.kind !== 'weighed' && reply.kind !== 'chosen')) return reply;
    return {
      kind: 'weighed',
      probabilities: kind.adapt(probabilities),
      source: reply.source,
      evidence: { ...reply.evidence, shared: probabilities },
    };
  };
}

/** Probabilities, one per option, of an answered choice: all on one option if only that came; else null. */
export function getReplyProbabilities(reply: Reply, options: number): readonly number[] | null {
  if (reply.kind === 'weighed') return reply.probabilities;
  if (reply.kind !== 'chosen') return null;
  return reply.probabilities ?? Array.from({ length: options }, (_, i) => (i === reply.option ? 1 : 0));
}

/**
 * Asks all questions, in the order of their agents, before anything is awaited.
 * @param notify called with each reply as it comes.
 * @returns one reply to each question; null for missing ones when `signal` was aborted.
 */
export function askQuestionRound(
  questions: readonly Question[],
  ask: AskModel,
  signal: AbortSignal,
  notify: (index: number, reply: Reply) => void = () => {},
): Promise<readonly (Reply | null)[]> {
  return new Promise((resolve, reject) => {
    const replies = new Array<Reply | null>(questions.length).fill(null);
    // One signal each: a thousand listeners on a single one would be slow to add and to remove.
    const open = new Set<AbortController>();
    let missing = questions.length;
    let over = false;
    const end = () => {
      const reason = signal.aborted ? signal.reason : new DOMException('given up', 'AbortError');
      over = true;
      signal.removeEventListener('abort', end);
      resolve(replies);
      // One shared reason: separate exceptions would cost a stack each.
      for (const controller of open) controller.abort(reason);
    };
    const fail = (error: unknown) => {
      reject(error);
      end();
    };
    if (missing === 0 || signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    for (const index of orderQuestionsByAgent(questions)) {
      const controller = new AbortController();
      open.add(controller);
      ask({ question: questions[index], signal: controller.signal, dispatched: () => {} }).then(
        reply => {
          open.delete(controller);
          if (over) return;
          replies[index] = reply;
          notify(index, reply);
          missing--;
          if (missing === 0) end();
        },
        error => {
          open.delete(controller);
          if (!over) fail(error);
        },
      );
    }
  });
}

const orderQuestionsByAgent = (questions: readonly Question[]): readonly number[] =>
  [...questions.keys()].sort((a, b) => questions[a].agent - questions[b].agent);
