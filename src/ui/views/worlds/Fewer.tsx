import { describeFewerWorlds } from '../../worlds/summarizeOutcome.ts';
import styles from './Worlds.module.css';

/** Number of worlds or pairs behind a figure, if not all have a value. */
export function Fewer(given: { readonly count: number; readonly all: number; readonly noun: string }) {
  const words = describeFewerWorlds(given.count, given.all, given.noun);
  return words === '' ? null : <span className={`label ${styles.fewer}`}>{words}</span>;
}
