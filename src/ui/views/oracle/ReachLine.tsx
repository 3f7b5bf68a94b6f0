import { useLink } from '../../hooks/hooks.ts';
import { unreachable } from '../../policy/allowed.ts';
import { isHost } from '../../policy/hosts.ts';
import styles from './OraclePanel.module.css';

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, '');

interface ReachLineProps {
  readonly hosts: readonly string[];
  /** Another button that allows them: "Download". */
  readonly also?: string;
}

/** Says which hosts of the form the page may not reach yet, and lets the user allow them. */
export function ReachLine({ hosts: wanted, also }: ReachLineProps) {
  const link = useLink();
  const hosts = unreachable(wanted);
  const unnamed = hosts.find(host => !isHost(host));
  if (hosts.length === 0) return null;
  if (unnamed)
    return (
      <p className={styles.reach}>
        {hostOf(unnamed)} cannot be named in a browser’s security policy, so this page may not reach it. Give
        the server a name, such as localhost.
      </p>
    );
  return (
    <p className={styles.reach}>
      {hosts.map(hostOf).join(', ')} {hosts.length === 1 ? 'is not yet a host' : 'are not yet hosts'} that
      this page may reach.{' '}
      <button type="button" onClick={() => void link.reach(hosts, 'look')}>
        Allow {hosts.length === 1 ? 'it' : 'them'}
      </button>{' '}
      {also ? `So does ${also}. ` : ''}The page reloads; the run stays.
    </p>
  );
}
