import type { DocumentForm } from '../../workers/api.ts';
import { Dialog } from '../controls/Dialog.tsx';
import styles from './LeaveDialog.module.css';
import { inBytes } from './local/sizes.ts';

/** Bytes above which a document that is one text cannot be opened again. */
const MOST_OF_ONE_TEXT = 500_000_000;

interface Props {
  /** Bytes that the document will take in each form, estimated. */
  readonly sizes: Readonly<Record<DocumentForm, number>>;
  readonly onChoose: (form: DocumentForm) => void;
  readonly onClose: () => void;
}

/** The choice of a document's form, with what it will take. */
export function ExportDialog({ sizes, onChoose, onClose }: Props) {
  const isTooLong = sizes.json > MOST_OF_ONE_TEXT;
  return (
    <Dialog title="Export the run" onClose={onClose}>
      <p>
        The whole run with every answer, in one of two forms: one JSON document, or NDJSON, one row a line.
        Both can be opened here and on the command line again; sizes are estimated.
      </p>
      {isTooLong && (
        <p role="note">
          One text of more than {inBytes(MOST_OF_ONE_TEXT)} cannot be opened again: NDJSON can be, whatever
          its size.
        </p>
      )}
      <p className={styles.choices}>
        <button type="button" className={isTooLong ? '' : styles.stay} onClick={() => onChoose('json')}>
          JSON, about {inBytes(sizes.json)}
        </button>
        <button type="button" className={isTooLong ? styles.stay : ''} onClick={() => onChoose('lines')}>
          NDJSON, about {inBytes(sizes.lines)}
        </button>
      </p>
    </Dialog>
  );
}
