import { useRef } from 'react';
import {
  CLOCK_FLAGS,
  CLOCK_KINDS,
  type ClockKind,
} from '../../../../engine/models/recorded/clock/clockSpans.ts';
import { prepareCanvasSurface } from '../../../charts/canvas.ts';
import { StateDot } from '../../../controls/StateDot.tsx';
import { useInks, usePage, usePainter } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatNounCount } from '../../../lib/formatCounts.ts';
import styles from './Clock.module.css';
import { drawGuardMark } from './drawMarks.ts';
import type { KnownClock } from './useClock.ts';

/** States that are named; others are in the chart. */
const MAX_STATES = 6;

/** Words for a guard's decisions. */
const DECISIONS: Readonly<Partial<Record<ClockKind, string>>> = {
  ...{ advise: 'advised', ask: 'asked', refuse: 'refused', stop: 'stopped' },
  ...{ obeyed: 'obeyed', ignored: 'ignored' },
};

const NO_STATES: readonly string[] = [];

const TOOL = CLOCK_KINDS.indexOf('tool');

/** Counts of what the report has, once for it. */
const known = new WeakMap<KnownClock['report'], Used>();

/** Content of the lanes of a report: states of calls, the most frequent first; kinds by their codes. */
interface Used {
  readonly states: readonly number[];
  readonly kinds: ReadonlySet<number>;
  readonly hasFailed: boolean;
}

function listUsed({ report }: KnownClock): Used {
  const before = known.get(report);
  if (before !== undefined) return before;
  // One plain pass: a report may have hundreds of thousands of spans.
  const counts = new Map<number, number>();
  const kinds = new Set<number>();
  let hasFailed = false;
  for (let span = 0; span < report.state.length; span++) {
    const kind = report.kind[span];
    kinds.add(kind);
    hasFailed ||= (report.flags[span] & CLOCK_FLAGS.failed) !== 0;
    if (kind === TOOL) counts.set(report.state[span], (counts.get(report.state[span]) ?? 0) + 1);
  }
  const states = [...counts].sort((a, b) => b[1] - a[1]).map(([state]) => state);
  const used = { states, kinds, hasFailed };
  known.set(report, used);
  return used;
}

/** Meanings of colours and marks, as far as they are in the lanes. */
export function ClockLegend({ clock, isBack }: { readonly clock: KnownClock; readonly isBack: boolean }) {
  const names = usePage(({ run }) => run?.info.chart.states ?? NO_STATES);
  const { states, kinds, hasFailed } = listUsed(clock);
  const has = (kind: ClockKind) => kinds.has(CLOCK_KINDS.indexOf(kind));
  return (
    <p className={styles.legend}>
      {has('model') && (
        <span>
          <i className={styles.model} /> model
        </span>
      )}
      {states.slice(0, MAX_STATES).map(state => (
        <span key={state}>
          <StateDot state={names[state] ?? ''} /> {escapeInvisibleText(names[state] ?? '')}
        </span>
      ))}
      {states.length > MAX_STATES && <span>{formatNounCount(states.length - MAX_STATES, 'more state')}</span>}
      {hasFailed && <span>× failed</span>}
      {has('person') && (
        <span>
          <i className={styles.hatched} /> waits for a person
        </span>
      )}
      {CLOCK_KINDS.filter(kind => DECISIONS[kind] !== undefined && has(kind)).map(kind => (
        <span key={kind}>
          <GuardMark kind={kind} /> {DECISIONS[kind]}
        </span>
      ))}
      {isBack && <span className={styles.back}>Steps after the one that is looked at are not drawn.</span>}
    </p>
  );
}

/** The mark of a guard's decision as the lanes have it. */
function GuardMark({ kind }: { readonly kind: ClockKind }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const inks = useInks();
  usePainter(
    () => {
      const surface = canvas.current && prepareCanvasSurface(canvas.current, 12, 12);
      if (!surface) return;
      surface.ctx.clearRect(0, 0, 12, 12);
      drawGuardMark(surface.ctx, inks, { x: 6, y: 6, kind, isNoted: false });
    },
    () => [],
    0,
  );
  return <canvas ref={canvas} width={12} height={12} className={styles.mark} />;
}
