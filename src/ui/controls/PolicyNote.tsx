import type { Source } from '../../engine/oracle/oracle.ts';
import { usePage } from '../hooks/hooks.ts';
import { getCurrentAppearance } from '../model/getModelAppearance.ts';

/** True if the built-in policy gave an answer. */
export const isPolicySource = (source: Source | null): boolean => source === 'policy' || source === 'budget';

/** Next to a prompt that a language model would be given: what the policy goes by instead. */
export function PolicyNote() {
  const { policy } = usePage(getCurrentAppearance);
  return (
    <p className="label">
      The built-in policy does not read this text as a language model does. {policy} To see the effect of
      another text, choose a language model under <i>Who decides</i>.
    </p>
  );
}

/** "raw answer", unless it came from no language model. */
export function nameAnswer(source: Source | null): string {
  if (isPolicySource(source)) return 'answer of the built-in policy';
  return source === 'given' ? 'answer that a change gave' : 'raw answer';
}
