import { createLoadErrorHandler } from '../../../engine/core/errors.ts';
import { usePageStore } from '../../hooks/hooks.ts';
import { runWithRetry } from '../../store/runWithRetry.ts';
import type { ChartPicture } from './chartPicture.ts';
import styles from './StatechartView.module.css';

/** The drawing on the screen. */
export type ChartDrawing = Pick<ChartPicture, 'svg' | 'field' | 'whole'>;

/** Writes the chart as it is drawn, with the numbers and the dots of this tick. */
export function ChartExport({ picture }: { readonly picture: () => ChartDrawing | null }) {
  const store = usePageStore();
  const write = async (form: 'svg' | 'png') => {
    const drawing = picture();
    if (!drawing) return;
    const { exportCurrentChart } = await import('./exportCurrentChart.ts').catch(
      createLoadErrorHandler('the export'),
    );
    await exportCurrentChart(store.getState(), drawing, form);
  };
  return (
    <span className={styles.exports}>
      {(['svg', 'png'] as const).map(form => (
        <button
          key={form}
          type="button"
          aria-label={`Export the statechart as ${form.toUpperCase()}`}
          title="the chart as it is now"
          onClick={() => void runWithRetry(store, () => write(form))}
        >
          {form.toUpperCase()}
        </button>
      ))}
    </span>
  );
}
