import { asksModel } from '../../engine/oracleSetup.ts';
import { lazily } from '../controls/lazily.tsx';
import { usePage, usePageStore } from '../hooks.ts';
import { useViews } from '../models/useViews.ts';
import styles from './Corner.module.css';
import { Inspector } from './Inspector.tsx';

const OracleView = lazily(async () => (await import('./OracleView.tsx')).OracleView);

/** The lower left: agents or, where a language model decides, its report. */
export function Corner() {
  const store = usePageStore();
  const { overview } = useViews();
  const remote = usePage(state => state.run !== null && asksModel(state.run.setup.oracle));
  const corner = usePage(state => state.corner);
  const many = usePage(state => state.selection.agents.length > 0 || state.selection.state !== null);
  if (!remote) return <Inspector />;
  const tab = (name: typeof corner, label: string) => (
    <button
      type="button"
      aria-pressed={corner === name}
      onClick={() => store.getState().arrange({ corner: name })}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.corner}>
      <nav className={styles.tabs} aria-label="Under the chart">
        {tab('agents', many ? 'Inspector' : overview)}
        {tab('oracle', 'Oracle')}
      </nav>
      {corner === 'oracle' ? <OracleView /> : <Inspector />}
    </div>
  );
}
