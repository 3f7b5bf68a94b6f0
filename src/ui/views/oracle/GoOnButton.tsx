import type { OracleSetup } from '../../../engine/oracle/oracleSetup.ts';
import { isRemoteOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { findUnreachableOrigins } from '../../policy/allowedOrigins.ts';
import { getPastTick } from '../../state/viewState.ts';
import styles from './OraclePanel.module.css';

interface Props {
  readonly oracle: OracleSetup;
  /** Reason why it cannot be chosen yet; null when it can. */
  readonly obstacle?: string | null;
}

/**
 * Continues the run with another oracle, from the next round, or in a branch from the one after the round that is looked
 * at. Before the first round there is nothing to keep.
 */
export function GoOnButton({ oracle, obstacle = null }: Props) {
  const commands = useCommands();
  const head = usePage(state => state.head);
  const past = usePage(getPastTick);
  const { tick, Tick } = usePage(getCurrentModelWords);
  const isLost = usePage(state => state.oracleReport?.lost != null);
  if (head <= 0) return null;
  const goOn = () => {
    const hosts = isRemoteOracle(oracle) ? findUnreachableOrigins(oracle.urls) : [];
    return hosts.length > 0 ? commands.reach(hosts, 'goOn') : commands.goOn(oracle);
  };
  const last = Math.max(0, past ?? head);
  return (
    <button
      type="button"
      className={isLost ? `${styles.goOn} ${styles.first}` : styles.goOn}
      disabled={obstacle !== null}
      title={
        obstacle ??
        (past === null
          ? `the ${tick}s so far stay as they are; the document says who decided until when`
          : `a branch: the ${tick}s up to ${last} are repeated as they were, and this run can be had again`)
      }
      onClick={() => void goOn()}
    >
      Go on with it from {Tick} {last + 1}
    </button>
  );
}
