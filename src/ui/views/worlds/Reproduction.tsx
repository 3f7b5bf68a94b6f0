import { usePage } from '../../hooks/hooks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { buildPlanCommands, WITH_FILES } from '../../worlds/describeReproduction.ts';
import styles from './Worlds.module.css';

/** The commands that play the same worlds, for the same numbers; nothing for a model that runs in the browser. */
export function Reproduction({ worlds }: { readonly worlds: Worlds }) {
  const info = usePage(state => state.run?.info);
  const commands = info === undefined ? [] : buildPlanCommands(worlds, info);
  if (commands.length === 0) return null;
  return (
    <details className={`label ${styles.command}`}>
      <summary>The same on the command line{worlds.plan.files !== null && `, ${WITH_FILES}`}</summary>
      {commands.map(command => (
        <p key={command}>
          <code>{command}</code>
        </p>
      ))}
    </details>
  );
}
