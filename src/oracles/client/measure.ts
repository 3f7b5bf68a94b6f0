import type { ChoiceQuestion, KinQuestion, Question } from '../../engine/oracle/oracle.ts';
import type { KinError, OrderSensitivity } from '../../engine/oracle/oracleReport.ts';
import type { AskModel, Reply } from './ask.ts';
import { askQuestionRound } from './askQuestionRound.ts';
import { getReplyProbabilities } from './createGroupAsk.ts';
import { computeTotalVariation, MeanProbabilities } from './meanProbabilities.ts';

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
