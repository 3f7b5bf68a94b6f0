import type { ReactNode } from 'react';
import type { Source } from '../../engine/oracle/oracle.ts';
import { escapeInvisibleText, formatNounCount } from '../lib/formatCounts.ts';
import { Dialog } from './Dialog.tsx';
import { isPolicySource, nameAnswer, PolicyNote } from './PolicyNote.tsx';
import styles from './PromptDialog.module.css';
import { Scrolling } from './Scrolling.tsx';

interface Props {
  readonly title: string;
  /** The prompt; null while it is being loaded. */
  readonly prompt: { readonly system: string; readonly user: string } | null;
  /** Names in braces that stayed in it because they are not variables. */
  readonly unknown?: readonly string[];
  readonly tokens: number;
  /** Source of the answer; null if nothing was asked. */
  readonly source: Source | null;
  /** The answer as it came; null if none did. */
  readonly answer: string | null;
  readonly tokensOut: number;
  readonly onClose: () => void;
}

/** Exactly what was asked, and exactly what came back. */
export function PromptDialog({
  title,
  prompt,
  unknown = [],
  tokens,
  source,
  answer: said,
  tokensOut,
  onClose,
}: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.whole}>
        {isPolicySource(source) && <PolicyNote />}
        <h3>system</h3>
        <Scrolling>{escapeInvisibleText(prompt?.system ?? '…')}</Scrolling>
        <h3>user, {formatNounCount(tokens, 'token')} in all</h3>
        <Scrolling>{highlightVariables(escapeInvisibleText(prompt?.user ?? '…'), unknown)}</Scrolling>
        {unknown.length > 0 && (
          <p className="label">
            {unknown.map(name => `{${name}}`).join(', ')}: no variable of that name, so it stays as it is
          </p>
        )}
        <h3>
          {nameAnswer(source)}, {formatNounCount(tokensOut, 'token')}
        </h3>
        <Scrolling>{said === null ? 'none came' : escapeInvisibleText(said)}</Scrolling>
      </div>
    </Dialog>
  );
}

/** A text with some names in braces highlighted. */
function highlightVariables(text: string, names: readonly string[]): ReactNode {
  if (names.length === 0) return text;
  const braced = new RegExp(`(\\{(?:${names.map(name => name.replace(/[^\w]/g, '\\$&')).join('|')})\\})`);
  return text
    .split(braced)
    .map((part, position) => (position % 2 === 1 ? <mark key={position}>{part}</mark> : part));
}
