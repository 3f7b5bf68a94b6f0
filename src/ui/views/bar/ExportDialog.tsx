import type { DocumentForm, ExportForm } from '../../../workers/protocol/api.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { isRecordedModel } from '../../model/getModelAppearance.ts';
import { formatByteSize } from '../../words/sizes.ts';
import styles from '../setup/LeaveDialog.module.css';

/** Bytes above which a document that is one text cannot be opened again. */
const MAX_SINGLE_TEXT_BYTES = 500_000_000;
/** Bytes of the run on the screen up to which both runs of a comparison are put into one archive. */
const MAX_PAIRED_SIZE = 200_000_000;

interface Props {
  /** Bytes that the document will take in each form, estimated. */
  readonly sizes: Readonly<Record<DocumentForm, number>>;
  readonly onChoose: (form: ExportForm) => void;
  /** Writes both runs of a comparison. */
  readonly onBoth: () => void;
  readonly onClose: () => void;
}

/** The choice of a document's form, with what it will take. */
export function ExportDialog({ sizes, onChoose, onBoth, onClose }: Props) {
  const isPair = usePage(state => state.pair !== null);
  const hasNetwork = usePage(state => state.run?.info.config.networkInfo != null);
  const isRecorded = usePage(({ run }) => run !== null && isRecordedModel(run.setup.model));
  const isRedacted = usePage(({ run }) => run?.setup.parameters.redact === true);
  const isTooLong = sizes.json > MAX_SINGLE_TEXT_BYTES;
  return (
    <Dialog title="Export the run" onClose={onClose}>
      <p>
        The whole run with every answer, in one of two forms: one JSON document, or NDJSON, one row a line.
        Both can be opened here and on the command line again; sizes are estimated.
      </p>
      {isTooLong && (
        <p role="note">
          One text of more than {formatByteSize(MAX_SINGLE_TEXT_BYTES)} cannot be opened again: NDJSON can be,
          whatever its size.
        </p>
      )}
      <p className={styles.choices}>
        <button type="button" className={isTooLong ? '' : styles.stay} onClick={() => onChoose('json')}>
          JSON, about {formatByteSize(sizes.json)}
        </button>
        <button type="button" className={isTooLong ? styles.stay : ''} onClick={() => onChoose('lines')}>
          NDJSON, about {formatByteSize(sizes.lines)}
        </button>
      </p>
      {isPair && (
        <>
          <p>
            {sizes.json > MAX_PAIRED_SIZE
              ? `Runs of more than ${formatByteSize(MAX_PAIRED_SIZE)} are exported one by one: swap the two for the other.`
              : 'Or both runs that are compared, as JSON documents in one archive with the comparison as JSON.'}
          </p>
          {sizes.json <= MAX_PAIRED_SIZE && (
            <p className={styles.choices}>
              <button type="button" onClick={onBoth}>
                Both runs, ZIP
              </button>
            </p>
          )}
        </>
      )}
      <p>
        Or tables for R, pandas and others: people, rounds, those of the model, and a dictionary of their
        columns, as CSV in one archive.
      </p>
      <p className={styles.choices}>
        <button type="button" onClick={() => onChoose('tables')}>
          Tables, ZIP
        </button>
      </p>
      {hasNetwork && (
        <>
          <p>
            Or the network alone, for Gephi, igraph and others: each node with its state, when it first was in
            which, how often it moved, and what it did.
          </p>
          <p className={styles.choices}>
            <button type="button" onClick={() => onChoose('gexf')}>
              GEXF
            </button>
            <button type="button" onClick={() => onChoose('graphml')}>
              GraphML
            </button>
          </p>
        </>
      )}
      {isRecorded && (
        <>
          <p>
            Or the recorded steps by the clock, for Perfetto and Chrome: a process a case, a thread an agent.
            Steps without a time are left out and counted at the end;{' '}
            {isRedacted
              ? 'the set-up hides the texts of the traces.'
              : 'messages, arguments, results and errors may hold what is private.'}
          </p>
          <p className={styles.choices}>
            <button type="button" onClick={() => onChoose('perfetto')}>
              Perfetto trace{!isRedacted && ' without texts'}
            </button>
            {!isRedacted && (
              <button type="button" onClick={() => onChoose('perfetto_texts')}>
                Perfetto trace with texts
              </button>
            )}
          </p>
        </>
      )}
    </Dialog>
  );
}
