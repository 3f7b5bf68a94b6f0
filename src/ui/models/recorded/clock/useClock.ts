import { useEffect, useRef, useState } from 'react';
import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { usePage } from '../../../hooks/hooks.ts';
import { isLookingBack } from '../../../state/viewState.ts';
import { getRecordedPart, isObserved } from '../recordedPart.ts';

/** The cases by the clock with their names. */
export interface KnownClock {
  readonly report: ClockReport;
  readonly names: readonly string[];
}

const NO_NAMES: readonly string[] = [];

/** The report by the clock; of a live source the previous one while the run is built again. */
export function useClock(): KnownClock | null {
  const report = usePage(state => getRecordedPart(state).clock);
  const names = usePage(({ run }) => run?.info.names ?? NO_NAMES);
  const isLive = usePage(isObserved);
  const kept = useRef<KnownClock | null>(null);
  if (report === null) kept.current = isLive ? kept.current : null;
  else if (kept.current?.report !== report || kept.current.names !== names) kept.current = { report, names };
  return kept.current;
}

/** Milliseconds between two looks at the clock. */
const SECOND = 1000;

/** The present of a live source, once a second; null for a recording, and while an earlier step is looked at. */
export function useNow(): number | null {
  const isShown = usePage(state => isObserved(state) && !isLookingBack(state));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isShown) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [isShown]);
  return isShown ? now : null;
}
