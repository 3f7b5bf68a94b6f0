import { useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { isSomebodySelected } from '../../state/selection.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import styles from './OracleCorner.module.css';
import { OracleView } from './OracleView.tsx';

/** Agents or the report of the language model that decides, side by side behind two tabs. */
export function OracleCorner() {
  const store = usePageStore();
  const { overview } = useViews();
  const corner = usePage(state => state.corner);
  const isSomebody = usePage(state => isSomebodySelected(state.selection));
  const hasSheet = useOneColumn();
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
        {tab('agents', isSomebody && !hasSheet ? 'Inspector' : overview)}
        {tab('oracle', 'Oracle')}
      </nav>
      {corner === 'oracle' ? <OracleView /> : <Inspector />}
    </div>
  );
}
