import { buildAnswerGrammar } from '../../engine/oracle/formats/buildAnswerGrammar.ts';
import type { Question } from '../../engine/oracle/oracle.ts';
import { toChatMessages, type Wanted } from '../client/wanted.ts';
import type { LocalRequest } from './localModelContract.ts';

/** WebLLM's generator is broken for small seeds, and a negative one breaks every request after it. */
const SMALLEST_SEED = 1_000;
const SEEDS = 0x7fff_fffe - SMALLEST_SEED;

/** A question as a request to a model in the browser. */
export function buildLocalRequest(question: Question, wanted: Wanted): LocalRequest {
  const { form, texts, mostTokens, temperature, seed } = wanted;
  const isChoice = question.kind === 'choice' && form !== 'completion';
  return {
    messages: toChatMessages(wanted),
    grammar: isChoice ? buildAnswerGrammar(question, form, texts) : getAnswerGrammar(question),
    letters: isChoice && form === 'letter' ? question.options.length : 0,
    mostTokens,
    temperature,
    seed: SMALLEST_SEED + (seed % SEEDS),
  };
}

const getAnswerGrammar = (question: Question): string | null =>
  question.kind === 'completion' ? (question.shape?.grammar ?? null) : null;
