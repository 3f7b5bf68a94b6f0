import { CircleHelp, Moon, SlidersHorizontal, Sun } from 'lucide-react';
import { useMedia, usePage, usePageStore } from '../hooks.ts';
import { chooseTheme } from '../theme.ts';
import { NARROW_BAR } from './Bar.tsx';
import { SetupPanel } from './SetupPanel.tsx';
import styles from './SetupRail.module.css';

interface Props {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onHelp: () => void;
}

/** The strip at the left edge: set-up, theme, help. */
export function SetupRail({ open, onToggle, onHelp }: Props) {
  const store = usePageStore();
  const narrow = useMedia(NARROW_BAR);
  const theme = usePage(state => state.theme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <div className={styles.rail}>
      <nav className={styles.strip} aria-label="Set-up and help">
        <button
          type="button"
          className={styles.setup}
          aria-expanded={open}
          aria-controls="setup"
          onClick={onToggle}
        >
          <SlidersHorizontal size={16} strokeWidth={1.5} />
          <span className={styles.word}>Set-up</span>
        </button>
        <span className={styles.space} />
        <button
          type="button"
          aria-label={`${other} theme`}
          title={`${other} theme`}
          onClick={() => chooseTheme(store, other)}
        >
          {theme === 'dark' ? <Sun size={16} strokeWidth={1.5} /> : <Moon size={16} strokeWidth={1.5} />}
        </button>
        <button type="button" aria-label="Help" title="keys and what is what (?)" onClick={onHelp}>
          <CircleHelp size={16} strokeWidth={1.5} />
        </button>
      </nav>
      {open && <SetupPanel withChoices={narrow} />}
    </div>
  );
}
