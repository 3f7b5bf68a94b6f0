import { useCommands } from '../../hooks/hooks.ts';
import { findUnreachableOrigins } from '../../policy/allowedOrigins.ts';
import { isHostOrPattern } from '../../policy/hosts.ts';
import styles from './OraclePanel.module.css';

const getOriginHost = (origin: string): string => origin.replace(/^https?:\/\//, '');

interface ReachLineProps {
  readonly hosts: readonly string[];
  /** Another button that allows them: "Download". */
  readonly also?: string;
}

/** Says which hosts of the form the page may not reach yet, and lets the user allow them. */
export function ReachLine({ hosts: wanted, also }: ReachLineProps) {
  const commands = useCommands();
  const hosts = findUnreachableOrigins(wanted);
  const unnamed = hosts.find(host => !isHostOrPattern(host));
  if (hosts.length === 0) return null;
  if (unnamed)
    return (
      <p className={styles.reach}>
        {getOriginHost(unnamed)} cannot be named in a browser’s security policy, so this page may not reach
        it. Give the server a name, such as localhost.
      </p>
    );
  return (
    <p className={styles.reach}>
      {hosts.map(getOriginHost).join(', ')} {hosts.length === 1 ? 'is not yet a host' : 'are not yet hosts'}{' '}
      that this page may reach.{' '}
      <button type="button" onClick={() => void commands.reach(hosts, 'look')}>
        Allow {hosts.length === 1 ? 'it' : 'them'}
      </button>{' '}
      {also ? `So does ${also}. ` : ''}The page reloads; the run stays.
    </p>
  );
}
