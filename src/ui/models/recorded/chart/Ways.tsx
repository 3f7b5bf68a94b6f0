import type { WaysReport } from '../../../../engine/models/recorded/reports/buildPathsReport.ts';
import { usePage } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import { CaseButton } from '../cases/CaseButton.tsx';
import styles from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';

/** The ways that cases took: loops, and what many have in common. */
export function Ways() {
  const ways = usePage(state => getRecordedPart(state).ways);
  if (ways === null) return null;
  return (
    <>
      <Repeats ways={ways} />
      <Loops ways={ways} />
      <Common ways={ways} />
      <Stays ways={ways} />
    </>
  );
}

const formatStatePath = (path: readonly string[]): string => path.map(escapeInvisibleText).join(' → ');

/** The same call again and again: the loops that cost most. */
function Repeats({ ways: { repeats } }: { readonly ways: WaysReport }) {
  if (repeats.length === 0) return null;
  return (
    <section className={styles.rule} aria-label="Repeated calls">
      <div className={inspector.key}>
        <h3>the same call again and again, the longest row of each case</h3>
      </div>
      <ul className={styles.stopped}>
        {repeats.map(({ agent, tool, times, from, tokens, milliseconds }) => (
          <li key={agent}>
            <CaseButton agent={agent} step={from} />
            <span>
              {escapeInvisibleText(tool)}, <b>{formatGroupedInteger(times)} times</b> from step{' '}
              {formatGroupedInteger(from)}
            </span>
            <span>
              {[
                tokens !== null && `${formatGroupedInteger(tokens)} tokens`,
                milliseconds !== null && `${(milliseconds / 1000).toFixed(0)} s`,
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Loops({ ways }: { readonly ways: WaysReport }) {
  const { loops, loopsInAll } = ways;
  if (loops.length === 0) return null;
  return (
    <section className={styles.rule} aria-label="Loops">
      <div className={inspector.key}>
        <h3>loops between states, of {formatGroupedInteger(loopsInAll)}</h3>
      </div>
      <ul className={styles.stopped}>
        {loops.map(({ path, count, cases, most }) => (
          <li key={path.join('\n')}>
            <span title={formatStatePath(path)}>{formatStatePath(path)}</span>
            <span>
              {formatNounCount(count, 'time')} in {formatNounCount(cases, 'case')}
            </span>
            <span>
              {formatGroupedInteger(most.times)} in <CaseButton agent={most.agent} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Common({ ways: { ways, waysInAll } }: { readonly ways: WaysReport }) {
  return (
    <section className={styles.rule} aria-label="Common ways">
      <div className={inspector.key}>
        <h3>ways that cases have in common, of {formatGroupedInteger(waysInAll)}</h3>
      </div>
      <ul className={styles.stopped}>
        {ways.map(({ path, cases, failed, succeeded, agent }) => (
          <li key={path.join('\n')}>
            <span title={formatStatePath(path)}>{formatStatePath(path)}</span>
            <span>
              {formatNounCount(cases, 'case')}, {formatGroupedInteger(failed)} failed,{' '}
              {formatGroupedInteger(succeeded)} succeeded
            </span>
            <span>
              such as <CaseButton agent={agent} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Usual stays of successful cases in a state; longer ones are unusual. */
function Stays({ ways: { stays } }: { readonly ways: WaysReport }) {
  if (stays.length === 0) return null;
  return (
    <section className={styles.rule} aria-label="Usual stays">
      <div className={inspector.key}>
        <h3>stays of successful cases, 99 % of them at most</h3>
      </div>
      <p className={styles.said}>
        {stays
          .map(({ state, steps }) => `${escapeInvisibleText(state)} ${formatNounCount(steps, 'step')}`)
          .join(', ')}
        .
      </p>
    </section>
  );
}
