import { computeExponential } from '../../core/computeExponential.ts';
import type { ChoiceOption, ChoiceQuestion } from '../oracle.ts';
import type { Prompt } from './prompt.ts';

/** Number of rotations of the options, which offset a model's bias towards a letter. */
const ROTATIONS = 4;
/** Letters of the options, by position; a question has at most 26 options. */
export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Tolerance for a log-probability rounded above 0. */
const ROUNDING = 1e-4;

/** A token that might have come, as a server reports it. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
}

/** The options in the order of their letters: position → option. */
export function computeLetterOrder(question: ChoiceQuestion): readonly number[] {
  const { length } = question.options;
  const shift = (question.rotation % ROTATIONS) % length;
  return question.options.map((_, position) => (position + shift) % length);
}

/** A prompt that lists the options by letter, rotated as the question says, and asks for one letter. */
export function buildLetterPrompt(question: ChoiceQuestion): Prompt {
  const order = computeLetterOrder(question);
  const lines = order.map((option, i) => `${LETTERS[i]}: ${question.options[option].meaning}`);
  return { system: buildLetterSystemPrompt(question.rules, lines.join('\n')), user: question.situation };
}

/** Also the template in the document, with `{options}` for the lines. */
const buildLetterSystemPrompt = (rules: string, options: string): string =>
  `${rules}\n${options}\nAnswer with one letter.`;

/**
 * Probabilities of the options from the log-probabilities of the first token: variants of a letter ("A", " A", "a") are
 * summed, everything else is dropped and the rest renormalised; `mass` is their sum before that. A reason if they
 * cannot be used.
 */
export function readLetterProbabilities(
  options: readonly ChoiceOption[],
  order: readonly number[],
  tokens: readonly TokenLogprob[],
): { readonly probabilities: readonly number[]; readonly mass: number } | { readonly reason: string } {
  const mass = options.map(() => 0);
  for (const { token, logprob } of tokens) {
    if (typeof logprob !== 'number' || Number.isNaN(logprob))
      return { reason: 'a log-probability is not a number' };
    if (logprob > ROUNDING) return { reason: 'a log-probability is positive' };
    const position = findLetterPosition(token, options.length);
    if (position >= 0) mass[order[position]] += computeExponential(Math.min(0, logprob));
  }
  const sum = mass.reduce((total, m) => total + m, 0);
  if (!(sum > 0)) return { reason: 'no probability on any letter' };
  if (sum > 1.01) return { reason: 'the probabilities sum to more than 1' };
  return { probabilities: mass.map(m => m / sum), mass: Math.min(1, sum) };
}

/** Longest token that can be a letter with its surroundings. */
const MAX_TOKEN_LENGTH = 16;

/** Position of the letter that a token says, or −1. */
function findLetterPosition(token: string, letters: number): number {
  if (token.length > MAX_TOKEN_LENGTH) return -1;
  const sign = token.replace(/^[\s\u2581\u0120("']+|[\s.:)"']+$/g, '');
  if (sign.length !== 1) return -1;
  const position = LETTERS.indexOf(sign.toUpperCase());
  return position < letters ? position : -1;
}
