import { createLazyView } from '../../controls/createLazyView.tsx';
import type { HelpFact } from './HelpDialog.tsx';
import type { HelpExamples } from './HelpExamples.tsx';

/**
 * The help dialog with what a model says about its views, and with examples of a language if it has one; all of
 * it is there before it is shown.
 */
export const createHelpDialog = (
  factsOf: () => Promise<readonly HelpFact[]>,
  examplesOf: () => Promise<HelpExamples | null> = async () => null,
) =>
  createLazyView<{ readonly onClose: () => void }>(async () => {
    const [{ HelpDialog }, facts, examples] = await Promise.all([
      import('./HelpDialog.tsx'),
      factsOf(),
      examplesOf(),
    ]);
    return ({ onClose }) => <HelpDialog facts={facts} examples={examples} onClose={onClose} />;
  });
