import { Dialog } from '../../controls/Dialog.tsx';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import styles from './LeaveDialog.module.css';

/** Answers of a language model cost time and perhaps money: they are not discarded without asking. */
export function LeaveDialog() {
  const commands = useCommands();
  const store = usePageStore();
  const leaving = usePage(state => state.leaving);
  const calls = usePage(state => state.oracleReport?.spent.calls ?? 0);
  const head = usePage(state => state.head);
  const { tick } = usePage(getCurrentModelWords);
  if (leaving === null) return null;
  const stay = () => store.getState().stay();
  return (
    <Dialog title="Start another run?" onClose={stay}>
      <p>
        This run holds the answers to {formatNounCount(calls, 'call')} in {formatNounCount(head, tick)}. They
        are saved nowhere else: Export writes them into a document that can be replayed.
      </p>
      <p className={styles.choices}>
        <button type="button" className={styles.stay} onClick={stay}>
          Keep this run
        </button>
        <button type="button" onClick={() => void commands.reset(leaving, true)}>
          Start without them
        </button>
      </p>
    </Dialog>
  );
}
