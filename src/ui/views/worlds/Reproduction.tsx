import { usePage } from '../../hooks/hooks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { describeReproduction } from '../../worlds/describeReproduction.ts';
import styles from './Worlds.module.css';

/** The command that plays the same worlds, for the same numbers. */
export function Reproduction({ worlds }: { readonly worlds: Worlds }) {
  const info = usePage(state => state.run?.info);
  return info === undefined ? null : (
    <details className={`label ${styles.command}`}>
      <summary>The same on the command line</summary>
      {describeReproduction(worlds, info)}
    </details>
  );
}
