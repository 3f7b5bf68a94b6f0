import type { ReactNode } from 'react';
import { Modes } from '../../../controls/Modes.tsx';
import { useOneColumn } from '../../../hooks/hooks.ts';
import styles from './Clock.module.css';
import type { ClockOrder } from './clockLanes.ts';
import { describeUntimed, describeWindow } from './describeClock.ts';
import type { KnownClock } from './useClock.ts';
import type { ClockHold } from './useClockWindow.ts';

/** Orders of the lanes. @param isLive true for a source that is live */
const listOrders = (isLive: boolean): readonly (readonly [ClockOrder, string])[] => [
  ['begin', isLive ? 'under way first' : 'by start'],
  ['sorted', 'as the timelines'],
];

const FITS = { all: 'all cases', live: 'fits those under way', case: 'one case' } as const;

interface Props {
  readonly clock: KnownClock;
  readonly hold: ClockHold;
  readonly by: ClockOrder;
  readonly zoomBy: (factor: number) => void;
  readonly onOrder: (by: ClockOrder) => void;
  readonly onExport: () => void;
  /** The button of the table twin. */
  readonly twin: ReactNode;
}

/** Title of the lanes, their order, the stretch that is shown, and buttons for what the keys do. */
export function ClockTools({ clock, hold, by, zoomBy, onOrder, onExport, twin }: Props) {
  const isNarrow = useOneColumn();
  const untimed = describeUntimed(clock.report);
  const fit = hold.fit === null || isNarrow ? '' : `: ${FITS[hold.fit]}`;
  const words = `${describeWindow(hold.window)}${fit}${untimed === '' ? '' : `. ${untimed}`}`;
  return (
    <header className={styles.tools}>
      <h2>Clock</h2>
      {twin}
      <Modes<ClockOrder> modes={listOrders(clock.report.live.length > 0)} chosen={by} onChoose={onOrder} />
      <span className={`label ${styles.stretch}`} title={words}>
        {words}
      </span>
      <span className={styles.buttons}>
        <button type="button" aria-label="Zoom out" title="zoom out (S)" onClick={() => zoomBy(1 / 1.5)}>
          −
        </button>
        <button type="button" aria-label="Zoom in" title="zoom in (W)" onClick={() => zoomBy(1.5)}>
          +
        </button>
        <button
          type="button"
          title="fits all, those under way, and the case in turn (F); all: 0 or a double click"
          onClick={hold.fitNext}
        >
          Fit
        </button>
        <button
          type="button"
          aria-label="Export as Perfetto trace"
          title="a trace for Perfetto and Chrome, without the texts of the traces or with them (E)"
          onClick={onExport}
        >
          Perfetto…
        </button>
      </span>
    </header>
  );
}
