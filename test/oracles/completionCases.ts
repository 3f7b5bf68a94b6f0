import { DIALECTS, type Dialect } from '../faulty/ask.ts';
import { FAULTS, type FaultName } from '../faulty/server.ts';
import { IS_LONG } from '../runs.ts';

interface CompletionCase {
  readonly fault: FaultName;
  readonly kind: Dialect;
  /** Share of the prompts that are struck. */
  readonly share: number;
}

/** Each fault that an answer in free text can have: at all prompts or at half of them, by turns; in the long run at both. */
const ALL: readonly CompletionCase[] = FAULTS.filter(
  ({ name, form }) => name !== 'refused' && form !== 'letter',
).flatMap(({ name: fault }, i) =>
  [
    { fault, kind: DIALECTS[i % 2], share: 1 },
    { fault, kind: DIALECTS[1 - (i % 2)], share: 0.5 },
  ].filter((_, at) => IS_LONG || at === (i >> 1) % 2),
);

/** Those of a model: all of librarians, who are quickest; missions and workflows share them, and in the long run each has all. */
export const completionCases = (model: 'governed' | 'librarian' | 'workflow'): readonly CompletionCase[] =>
  IS_LONG || model === 'librarian' ? ALL : ALL.filter((_, i) => i % 2 === (model === 'governed' ? 0 : 1));
