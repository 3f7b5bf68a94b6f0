import type { WaysReport } from '../../../../engine/models/recorded/reports/buildPathsReport.ts';
import { useOneTabStop } from '../../../controls/useOneTabStop.ts';
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
      <StateLoops ways={ways} />
      <Common ways={ways} />
      <Stays ways={ways} />
    </>
  );
}

const formatStatePath = (path: readonly string[]): string => path.map(escapeInvisibleText).join(' → ');

function StateLoops({ ways }: { readonly ways: WaysReport }) {
  const list = useOneTabStop();
  const { loops, loopsInAll } = ways;
  if (loops.length === 0) return null;
  return (
    <section className={styles.rule} aria-label="Loops between states">
      <div className={inspector.key}>
        <h3>loops between states ({formatGroupedInteger(loopsInAll)})</h3>
      </div>
      <ul ref={list} className={styles.stopped}>
        {loops.map(({ path, count, cases, most }) => (
          <li key={path.join('\n')}>
            <span title={formatStatePath(path)}>{formatStatePath(path)}</span>
            <span>
              {formatNounCount(count, 'time')} in {formatNounCount(cases, 'case')}
            </span>
            <span>
              {most.times === 1 ? (
                <>
                  as in <CaseButton agent={most.agent} />
                </>
              ) : (
                <>
                  {formatGroupedInteger(most.times)} times in <CaseButton agent={most.agent} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Common({ ways: { ways, waysInAll } }: { readonly ways: WaysReport }) {
  const list = useOneTabStop();
  return (
    <section className={styles.rule} aria-label="Common paths">
      <div className={inspector.key}>
        <h3>most common paths ({formatGroupedInteger(waysInAll)})</h3>
      </div>
      <ul ref={list} className={styles.stopped}>
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
        <h3>99 % of successful stays are no longer than</h3>
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
