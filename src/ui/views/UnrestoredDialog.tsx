import type { NamedFile } from '../../workers/api.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { download } from '../controls/download.ts';
import { useLink, usePage, usePageStore } from '../hooks.ts';
import styles from './LeaveDialog.module.css';

const save = ({ bytes }: NamedFile) =>
  download('saved-run.json', [bytes as Uint8Array<ArrayBuffer>], 'application/json');

/** A run that did not survive a reload: it can be retried, downloaded as a file, or given up. */
export function UnrestoredDialog() {
  const link = useLink();
  const store = usePageStore();
  const unrestored = usePage(state => state.unrestored);
  if (unrestored === null) return null;
  const { message, document } = unrestored;
  return (
    <Dialog
      title="The run could not be brought back"
      onClose={() => store.getState().learn({ unrestored: null })}
    >
      <p>
        It was saved before the page was reloaded, but {message}.{' '}
        {document
          ? 'Its document, with every answer, is still there and can be downloaded and replayed.'
          : 'Nothing in it came from a language model: its address and its rounds play it again.'}{' '}
        It stays saved until you give it up; a reload tries again.
      </p>
      <p className={styles.choices}>
        {document && (
          <button type="button" className={styles.stay} onClick={() => save(document)}>
            Download its document
          </button>
        )}
        <button type="button" onClick={() => void link.giveUp()}>
          Give it up
        </button>
      </p>
    </Dialog>
  );
}
