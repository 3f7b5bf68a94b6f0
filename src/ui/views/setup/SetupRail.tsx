import { useEffect, useRef } from 'react';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { preloadOnActivity } from '../../controls/preloadOnActivity.ts';
import { useMedia, usePage, usePageStore } from '../../hooks/hooks.ts';
import { BRAIN_CIRCUIT, FLASK, HISTORY, MOON, QUESTION, SLIDERS, SUN } from '../../lib/icons.ts';
import { isRecordedModel } from '../../model/getModelAppearance.ts';
import { chooseTheme } from '../../store/applyTheme.ts';
import { NARROW_BAR } from '../bar/narrowBar.ts';
import styles from './SetupRail.module.css';

const SetupPanel = createLazyView(
  preloadOnActivity(async () => (await import('./SetupPanel.tsx')).SetupPanel),
);
const OraclePanel = createLazyView(async () => (await import('../oracle/OraclePanel.tsx')).OraclePanel);

const RunsPanel = createLazyView(async () => (await import('../runs/RunsPanel.tsx')).RunsPanel);

type Panel = 'setup' | 'oracle' | 'runs';

const PANELS: readonly {
  readonly name: Panel;
  /** The panel's id. */
  readonly controls: string;
  readonly word: string;
  readonly icon: string;
}[] = [
  { name: 'setup', controls: 'setup', word: 'Set-up', icon: SLIDERS },
  { name: 'oracle', controls: 'oracle-setup', word: 'Who decides', icon: BRAIN_CIRCUIT },
  { name: 'runs', controls: 'runs', word: 'Runs', icon: HISTORY },
];

interface Props {
  readonly onHelp: () => void;
}

/** The strip at the left edge: set-up, scenarios, theme, help. */
export function SetupRail({ onHelp }: Props) {
  const store = usePageStore();
  const narrow = useMedia(NARROW_BAR);
  const theme = usePage(state => state.theme);
  const panel = usePage(state => state.panel);
  const recorded = usePage(({ run }) => run !== null && isRecordedModel(run.setup.model));
  const buttons = useRef<Partial<Record<Panel, HTMLButtonElement | null>>>({});
  const last = useRef(panel);
  // Otherwise the focus would be lost with the closed panel.
  useEffect(() => {
    if (panel === null && last.current !== null && document.activeElement === document.body)
      buttons.current[last.current]?.focus();
    last.current = panel;
  }, [panel]);
  const toggle = (which: typeof panel) => store.getState().arrange({ panel: panel === which ? null : which });
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <div className={styles.rail}>
      <nav className={styles.strip} aria-label="Set-up and help">
        {PANELS.filter(({ name }) => name !== 'oracle' || !recorded).map(({ name, controls, word, icon }) => (
          <button
            key={name}
            type="button"
            ref={button => {
              buttons.current[name] = button;
            }}
            className={styles.setup}
            aria-expanded={panel === name}
            aria-controls={controls}
            onClick={() => toggle(name)}
          >
            <Icon outline={icon} size={16} stroke={1.5} />
            <span className={styles.word}>{word}</span>
          </button>
        ))}
        <span className={styles.space} />
        <button
          type="button"
          aria-label="All scenarios"
          title="scenarios: questions, each with the finding of its worlds"
          onClick={() => store.getState().arrange({ scenarios: '' })}
        >
          <Icon outline={FLASK} size={16} stroke={1.5} />
        </button>
        <button
          type="button"
          aria-label={`${other} theme`}
          title={`${other} theme`}
          onClick={() => chooseTheme(store, other)}
        >
          {theme === 'dark' ? (
            <Icon outline={SUN} size={16} stroke={1.5} />
          ) : (
            <Icon outline={MOON} size={16} stroke={1.5} />
          )}
        </button>
        <button type="button" aria-label="Help" title="keys and what is what (?)" onClick={onHelp}>
          <Icon outline={QUESTION} size={16} stroke={1.5} />
        </button>
      </nav>
      {panel === 'setup' && <SetupPanel withChoices={narrow} />}
      {panel === 'oracle' && !recorded && <OraclePanel />}
      {panel === 'runs' && <RunsPanel />}
    </div>
  );
}
