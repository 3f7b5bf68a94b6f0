import { type ReactNode, useRef } from 'react';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { useFocusLost } from '../../hooks/useFocusLost.ts';
import styles from './Compare.module.css';

interface Props {
  /** Effect of swapping the runs, for a tip. */
  readonly swapping: string;
  readonly children: ReactNode;
}

/** The corner in which two runs are compared in figures, with the ways to the other one and out. */
export function ComparisonFrame({ swapping, children }: Props) {
  const section = useRef<HTMLElement>(null);
  useFocusLost(section);
  const commands = useCommands();
  const isOwnB = usePage(state => state.pair?.isOwnB);
  return (
    <section ref={section} tabIndex={-1} className={styles.corner} aria-label="Comparison">
      <header className={styles.head}>
        <h2>Comparison</h2>
        <button type="button" title={swapping} onClick={() => void commands.swapPair()}>
          Look at {isOwnB ? 'A' : 'B'}
        </button>
        <button type="button" onClick={() => void commands.leavePair()}>
          Leave
        </button>
      </header>
      {children}
    </section>
  );
}
