import { notLoaded } from '../../engine/errors.ts';
import { useInks, usePageStore } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { shownTick } from '../store/shown.ts';
import { messageOf } from '../words/messages.ts';
import type { ChartPicture } from './chartPicture.ts';
import styles from './StatechartView.module.css';

/** The drawing on the screen. */
export type ChartDrawing = Pick<ChartPicture, 'svg' | 'field' | 'whole'>;

/** Properties of `ChartExport`. */
export interface ChartExportProps {
  readonly picture: () => ChartDrawing | null;
}

const FORMS = [
  ['svg', 'SVG', 'a drawing that stays sharp'],
  ['png', 'PNG', 'a picture'],
] as const;

/** Writes the chart as it is drawn, with the numbers and the dots of this tick. */
export function ChartExport({ picture }: ChartExportProps) {
  const store = usePageStore();
  const inks = useInks();
  const write = async (form: 'svg' | 'png') => {
    const state = store.getState();
    const drawing = picture();
    const { run } = state;
    if (!drawing || !run) return;
    const chart = run.info.chart.name.replace(/[^\p{L}\p{N}]+/gu, '-');
    const name = `${chart}-${wordsNow(state).tick}-${shownTick(state)}`;
    const { exportChart } = await import('./chartPicture.ts').catch(notLoaded('the export'));
    await exportChart({ ...drawing, colors: inks.states, name }, form);
  };
  return (
    <span className={styles.exports}>
      {FORMS.map(([form, label, title]) => (
        <button
          key={form}
          type="button"
          aria-label={`Export the statechart as ${label}`}
          title={`export the chart as it is now: ${title}`}
          onClick={() => void write(form).catch(error => store.getState().notify('error', messageOf(error)))}
        >
          {label}
        </button>
      ))}
    </span>
  );
}
