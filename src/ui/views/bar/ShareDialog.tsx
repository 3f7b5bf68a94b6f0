import type { Files } from '../../../engine/files/namedFile.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { formatByteSize } from '../../words/sizes.ts';
import styles from '../setup/LeaveDialog.module.css';

/** Files that are listed one by one. */
const MAX_LISTED_FILES = 8;

interface Props {
  readonly files: Files;
  /** Characters of the address with the files and without them. */
  readonly lengths: { readonly whole: number; readonly bare: number };
  /** @param isWhole true if the files go into the address */
  readonly onChoose: (isWhole: boolean) => void;
  readonly onClose: () => void;
}

/** The question before the user's files go into an address: their names and sizes, and its length. */
export function ShareDialog({ files, lengths, onChoose, onClose }: Props) {
  const all = Object.values(files).flatMap(given => given ?? []);
  const rest = all.length - MAX_LISTED_FILES;
  return (
    <Dialog title="Put your files into the address?" onClose={onClose}>
      <p>
        Anyone who has the address can read them, whole. They stand after the #, which is sent to no host;
        programs that pass the address on see it.
      </p>
      <ul>
        {all.slice(0, MAX_LISTED_FILES).map(({ name, bytes }, i) => (
          <li key={i}>
            {escapeInvisibleText(name)}, {formatByteSize(bytes.length)}
          </li>
        ))}
        {rest > 0 && <li>and {formatNounCount(rest, 'file')} more</li>}
      </ul>
      <p>
        With them the address has {formatGroupedInteger(lengths.whole)} characters, without them{' '}
        {formatGroupedInteger(lengths.bare)}; then the same files are needed to open it.
      </p>
      <p className={styles.choices}>
        <button type="button" onClick={() => onChoose(true)}>
          Copy with files
        </button>
        <button type="button" className={styles.stay} onClick={() => onChoose(false)}>
          Copy without files
        </button>
      </p>
    </Dialog>
  );
}
