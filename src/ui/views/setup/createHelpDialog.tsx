import { createLazyView } from '../../controls/createLazyView.tsx';
import type { HelpContents } from './HelpDialog.tsx';

/** The help dialog with what a model says about its views; all of it is there before it is shown. */
export const createHelpDialog = (load: () => Promise<HelpContents>) =>
  createLazyView<{ readonly onClose: () => void }>(async () => {
    const [{ HelpDialog }, contents] = await Promise.all([import('./HelpDialog.tsx'), load()]);
    return ({ onClose }) => <HelpDialog {...contents} onClose={onClose} />;
  });
