import type { CSSProperties } from 'react';
import { usePage } from '../hooks/hooks.ts';
import { getStateHueToken } from '../model/hues.ts';
import styles from './StateDot.module.css';

/** A state's colour next to its name. */
export function StateDot({ state }: { state: string }) {
  const states = usePage(page => page.run?.info.chart.states);
  const token = getStateHueToken(state, states ?? [state]);
  return <span className={styles.dot} style={{ '--hue': `var(${token})` } as CSSProperties} />;
}
