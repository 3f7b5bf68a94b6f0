import { isLanguageModelOracle } from '../../../oracle/oracleSetup.ts';
import type { LibrarianState } from '../librarianState.ts';
import type { Strategy } from '../librarianTerms.ts';

/** Questions answered right, asked, and in the tasks overall; tokens of prompts and answers. */
interface Recall {
  readonly right: number;
  readonly asked: number;
  readonly questions: number;
  readonly tokens: number;
}

/** Recall of the policy's strategies, or of the language model that decides. */
export function computeRecallByStrategy(
  state: LibrarianState,
): Readonly<Partial<Record<Strategy | 'model', Recall>>> {
  const isModel = isLanguageModelOracle(state.config.oracle);
  const recall: Partial<Record<Strategy | 'model', Recall>> = {};
  for (const { strategy, right, settled, questions, tokens } of state.frame(state.sealed).strategies) {
    const name = isModel ? 'model' : strategy;
    const { right: r = 0, asked = 0, questions: q = 0, tokens: t = 0 } = recall[name] ?? {};
    recall[name] = { right: r + right, asked: asked + settled, questions: q + questions, tokens: t + tokens };
  }
  return recall;
}
