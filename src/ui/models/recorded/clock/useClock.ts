import { useEffect, useMemo, useRef, useState } from 'react';
import type { CallTree } from '../../../../engine/models/recorded/clock/buildCallTree.ts';
import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { usePage } from '../../../hooks/hooks.ts';
import { describeBehind } from '../live/describeLive.ts';
import { getRecordedPart, getTracesKey, isObserved } from '../recordedPart.ts';

/** The cases by the clock with their names. */
export interface KnownClock {
  readonly report: ClockReport;
  readonly names: readonly string[];
}

const NO_NAMES: readonly string[] = [];

/** The report by the clock. */
export function useClock(): KnownClock | null {
  const report = usePage(state => getRecordedPart(state).clock);
  const names = usePage(({ run }) => run?.info.names ?? NO_NAMES);
  const clock = useMemo(() => (report === null ? null : { report, names }), [report, names]);
  return useKept(clock);
}

/** The call tree of the case that is looked at. */
export const useCalls = (): CallTree | null => useKept(usePage(state => getRecordedPart(state).calls));

/** An answer of the engine; while the run of the same traces is built again the previous one. */
function useKept<Answer>(answer: Answer | null): Answer | null {
  const traces = usePage(getTracesKey);
  const kept = useRef<{ readonly answer: Answer; readonly traces: string } | null>(null);
  if (answer !== null) kept.current = { answer, traces };
  else if (kept.current?.traces !== traces) kept.current = null;
  return kept.current?.answer ?? null;
}

/** Milliseconds between two looks at the clock. */
const SECOND = 1000;

/** The present of a live source, once a second; null for a recording, and while an earlier step is looked at. */
export function useNow(): number | null {
  const isShown = usePage(state => isObserved(state) && describeBehind(state) === '');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isShown) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [isShown]);
  return isShown ? now : null;
}
