import { useMemo, useState } from 'react';
import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import { NEVER_TICK } from '../../../../engine/models/recorded/schedule.ts';
import { getClockFamilies, measureLanes } from './clockLanes.ts';
import {
  type ClockWindow,
  fitClockWindow,
  panClockWindow,
  revealClockSpan,
  zoomClockWindow,
} from './clockWindow.ts';

/** Subject that a stretch of time is fitted to: all cases, those under way, or one case with its sub-agents. */
type ClockFit = 'all' | 'live' | 'case';

/** The stretch that is shown: fitted to cases as they grow, or as somebody has moved it. */
type Shown =
  | { readonly fit: 'all' | 'live' }
  /** `fit` as long as it was not moved. */
  | { readonly fit: 'case' | null; readonly window: ClockWindow };

/** Times as long as one case that all together are before the first look goes to that case. */
const FAR_APART = 20;
/** Milliseconds between the last steps of cases under way that are shown together at first. */
const RECENT = 3_600_000;
/** Milliseconds for which a live source may be silent while the present stays on the screen; or twice the whole time. */
const SILENCE = 600_000;

/** The stretch of time on the screen and what moves it. */
export interface ClockHold {
  readonly window: ClockWindow;
  readonly fit: ClockFit | null;
  zoom(factor: number, at: number): void;
  pan(by: number): void;
  /** Fits the next of: those under way, all, the case. */
  fitNext(): void;
  fitAll(): void;
  reveal(span: ClockWindow): void;
  showCase(agent: number): void;
}

/** Agents of a case's family. */
function listFamilyOf(report: ClockReport, agent: number): readonly number[] {
  const { rootOf } = getClockFamilies(report);
  const root = rootOf[agent];
  return root < 0 ? [] : [...rootOf.keys()].filter(one => rootOf[one] === root);
}

/** The stretch of time on the screen. @param agent the case that is looked at; null for none */
export function useClockWindow(report: ClockReport, agent: number | null, now: number | null): ClockHold {
  const all = useMemo(() => measureLanes(report, report.senderOf.keys()), [report]);
  const live = useMemo(() => measureLive(report), [report]);
  const own = useMemo(
    () => (agent === null ? null : measureLanes(report, listFamilyOf(report, agent))),
    [report, agent],
  );
  const [shown, setShown] = useState<Shown>(() => {
    if (live !== null && now !== null) return { fit: 'live' };
    const isFar = all !== null && own !== null && all.until - all.from > FAR_APART * (own.until - own.from);
    return isFar ? { fit: 'case', window: fitClockWindow(own.from, own.until) } : { fit: 'all' };
  });
  const bounds = fitTo(all, now);
  const fitted = 'window' in shown ? shown.window : shown.fit === 'live' ? fitTo(live ?? all, now) : bounds;
  const move = (to: (window: ClockWindow) => ClockWindow) =>
    setShown(before => ({ fit: null, window: to('window' in before ? before.window : fitted) }));
  const fits: readonly Shown[] = [
    ...(live !== null && now !== null ? [{ fit: 'live' as const }] : []),
    { fit: 'all' },
    ...(own === null ? [] : [{ fit: 'case' as const, window: fitClockWindow(own.from, own.until) }]),
  ];
  return {
    window: fitted,
    fit: shown.fit,
    zoom: (factor, at) => move(window => zoomClockWindow(window, factor, at, bounds)),
    pan: by => move(window => panClockWindow(window, by, bounds)),
    fitNext: () => setShown(fits[(fits.findIndex(({ fit }) => fit === shown.fit) + 1) % fits.length]),
    fitAll: () => setShown({ fit: 'all' }),
    reveal: span => {
      const next = revealClockSpan(fitted, span, bounds);
      if (next !== fitted) move(() => next);
    },
    showCase(other) {
      const its = measureLanes(report, [other]);
      if (its === null || (its.from < fitted.until && its.until > fitted.from)) return;
      setShown({ fit: 'case', window: fitClockWindow(its.from, its.until) });
    },
  };
}

/** The stretch of the cases under way whose last step is not long before the latest of them; null for none. */
function measureLive(report: ClockReport): ClockWindow | null {
  const underWay = [...report.endOf.keys()].filter(agent => report.endOf[agent] === NEVER_TICK);
  const latest = measureLanes(report, underWay)?.until ?? 0;
  // Many sources never say that a case has ended.
  const recent = underWay.filter(agent => (measureLanes(report, [agent])?.until ?? 0) >= latest - RECENT);
  return measureLanes(report, recent);
}

/** All of a stretch, up to the present if the last moment is not long ago. */
function fitTo(stretch: ClockWindow | null, now: number | null): ClockWindow {
  if (stretch === null) return fitClockWindow(now ?? 0, (now ?? 0) + SILENCE);
  const { from, until } = stretch;
  const isNear = now !== null && now > until && now - until < Math.max(SILENCE, 2 * (until - from));
  return fitClockWindow(from, isNear ? now : until);
}
