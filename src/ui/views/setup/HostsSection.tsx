import { useCommands } from '../../hooks/hooks.ts';
import { isUserAllowedHost, listAllowedHosts } from '../../policy/allowedOrigins.ts';
import styles from '../oracle/OraclePanel.module.css';

/** The foreign hosts that this page may reach; each can be revoked. */
export function HostsSection() {
  const commands = useCommands();
  const hosts = listAllowedHosts();
  if (hosts.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Hosts that this page may reach">
      <h3>Hosts that this page may reach</h3>
      <ul className={styles.hosts}>
        {hosts.map(host => (
          <li key={host}>
            <span>{host}</span>
            {isUserAllowedHost(host) ? (
              <button type="button" aria-label={`Remove ${host}`} onClick={() => void commands.release(host)}>
                remove
              </button>
            ) : (
              <span className="label">named by the address</span>
            )}
          </li>
        ))}
      </ul>
      <p className="label">In addition to its own. Removing one reloads the page; the run stays.</p>
    </section>
  );
}
