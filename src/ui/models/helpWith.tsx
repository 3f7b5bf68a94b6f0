import { lazily } from '../controls/lazily.tsx';

/** The help dialog with what a model says about its views; both are there before it is shown. */
export const helpWith = (factsOf: () => Promise<readonly string[]>) =>
  lazily<{ readonly onClose: () => void }>(async () => {
    const [{ HelpDialog }, facts] = await Promise.all([import('../views/HelpDialog.tsx'), factsOf()]);
    return ({ onClose }) => <HelpDialog facts={facts} onClose={onClose} />;
  });
