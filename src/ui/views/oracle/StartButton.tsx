import { isRemoteOracle, type ModelSetup, type OracleSetup } from '../../../engine/oracle/oracleSetup.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { findUnreachableOrigins } from '../../policy/allowedOrigins.ts';
import { getPastTick } from '../../state/viewState.ts';
import { hasOtherDeciderSince } from '../../store/deciders.ts';
import styles from './OraclePanel.module.css';

interface StartProps {
  readonly oracle: ModelSetup;
  readonly inUse: boolean;
  /** Reason why it cannot be started yet; null when it can. */
  readonly obstacle: string | null;
}

/** Starts the run again with a language model, or continues the run with it. */
export function StartButton({ oracle, inUse, obstacle }: StartProps) {
  const commands = useCommands();
  const head = usePage(state => state.head);
  const { sent, words } = usePage(getCurrentAppearance);
  const { tick } = words;
  const hasWarmUp = usePage(state => (state.run?.info.config.warmUp ?? 1) > 0);
  const start = () => {
    // Files already in this browser need no host.
    const hosts = isRemoteOracle(oracle) ? findUnreachableOrigins(oracle.urls) : [];
    return hosts.length > 0 ? commands.reach(hosts, 'start') : commands.reset({ oracle });
  };
  const goingOn = usePage(state => {
    const past = getPastTick(state);
    return past === null
      ? `the ${tick}s so far stay as they are`
      : `a branch, in which the ${tick}s up to ${Math.max(0, past)} are as they were`;
  });
  const wasAnother = usePage(hasOtherDeciderSince);
  if (inUse)
    return (
      <>
        <p className="label">It decides in this run{head > 0 ? '' : '; Play or Step asks it'}.</p>
        {wasAnother && <GoOnButton oracle={oracle} obstacle={obstacle} />}
      </>
    );
  return (
    <>
      <button
        type="button"
        className={styles.start}
        disabled={obstacle !== null}
        title={obstacle ?? `the same seed from ${tick} 0; nothing is asked yet`}
        onClick={() => void start()}
      >
        Start again with this model
      </button>
      <GoOnButton oracle={oracle} obstacle={obstacle} />
      <p className="label">
        Start again: the same seed, from {tick} 0{hasWarmUp && '; the warm-up is the policy’s'}.
        {head > 0 && ` Go on: ${goingOn}.`} Nothing is asked before Play or Step.
        {isRemoteOracle(oracle) && ` Sent: ${sent}.`}
      </p>
    </>
  );
}

/** True if two set-ups ask alike: limits can be changed in mid-run, anything else makes another run. */
export const isSameAskingSetup = (
  { limits: _, ...a }: ModelSetup,
  { limits: __, ...b }: ModelSetup,
): boolean => JSON.stringify(a) === JSON.stringify(b);

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
      Continue with it from {Tick} {last + 1}
    </button>
  );
}
