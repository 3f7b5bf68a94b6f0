import type { OracleSetup } from '../../engine/config.ts';
import { useLink, usePage } from '../hooks.ts';
import styles from './OraclePanel.module.css';

interface Props {
  readonly oracle: OracleSetup;
  readonly disabled?: boolean;
}

/** The same run with somebody else, from the round that comes next. Before the first round there is nothing to keep. */
export function GoOnButton({ oracle, disabled = false }: Props) {
  const link = useLink();
  const head = usePage(state => state.head);
  const isReplay = usePage(state => state.run?.setup.oracle.kind === 'replay');
  if (head <= 0 || isReplay) return null;
  return (
    <button
      type="button"
      className={styles.goOn}
      disabled={disabled}
      title="the rounds so far stay as they are; the document says who decided until when"
      onClick={() => void link.goOn(oracle)}
    >
      Go on with it from Round {head + 1}
    </button>
  );
}
