import type { SyntheticEvent } from 'react';
import { Scrolling } from '../../../controls/Scrolling.tsx';
import { usePage } from '../../../hooks/hooks.ts';
import { isLookingBack } from '../../../state/viewState.ts';
import { CallTreeView } from './CallTreeView.tsx';
import styles from './Clock.module.css';
import { ClockLanes } from './ClockLanes.tsx';
import { ClockLegend } from './ClockLegend.tsx';
import { describeUntimed } from './describeClock.ts';
import { useClock, useNow } from './useClock.ts';

/** Id of the view, by which the column makes room for it. */
const VIEW_ID = 'clock';

/** Pointers mean times here, not ticks of the column around it. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

/** All cases by the clock, and the calls of the one that is looked at. */
export function ClockView() {
  const clock = useClock();
  const now = useNow();
  const isBack = usePage(isLookingBack);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps events from the column around it
    <section
      id={VIEW_ID}
      className={styles.view}
      aria-label="Clock"
      aria-busy={clock === null}
      onPointerMove={stop}
      onPointerDown={stop}
      onClick={stop}
    >
      {clock === null ? (
        <p className={`label ${styles.none}`}>Reading the times…</p>
      ) : clock.report.begin.length === 0 ? (
        <Scrolling as="div" className={styles.none}>
          <p>These traces have no times: {describeUntimed(clock.report)}.</p>
        </Scrolling>
      ) : (
        <>
          <ClockLanes clock={clock} now={now} />
          <ClockLegend clock={clock} isBack={isBack} />
        </>
      )}
      <CallTreeView clock={clock} now={now} />
    </section>
  );
}
