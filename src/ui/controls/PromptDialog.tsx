import { counted, visible } from '../words.ts';
import { Dialog } from './Dialog.tsx';
import styles from './PromptDialog.module.css';
import { Scrolling } from './Scrolling.tsx';

interface Props {
  readonly title: string;
  /** Null while it is on its way. */
  readonly prompt: { readonly system: string; readonly user: string } | null;
  readonly tokens: number;
  /** The raw answer; null where none came. */
  readonly said: string | null;
  readonly tokensOut: number;
  readonly onClose: () => void;
}

/** Exactly what was asked, and exactly what came back. */
export function PromptDialog({ title, prompt, tokens, said, tokensOut, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.whole}>
        <h3>system</h3>
        <Scrolling>{visible(prompt?.system ?? '…')}</Scrolling>
        <h3>user, {counted(tokens, 'token')} in all</h3>
        <Scrolling>{visible(prompt?.user ?? '…')}</Scrolling>
        <h3>raw answer, {counted(tokensOut, 'token')}</h3>
        <Scrolling>{said === null ? 'none came' : visible(said)}</Scrolling>
      </div>
    </Dialog>
  );
}
