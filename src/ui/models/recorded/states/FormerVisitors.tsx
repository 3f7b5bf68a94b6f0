import { useOneTabStop } from '../../../controls/useOneTabStop.ts';
import { usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { CaseButton } from '../cases/CaseButton.tsx';
import recorded from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';

/** Cases that have been in a state in which none is now, each with its first step there. */
export function FormerVisitors({ state }: { readonly state: number }) {
  const name = usePage(({ run }) => String(run?.info.chart.states[state] ?? ''));
  const mapping = usePage(page => getRecordedPart(page).mapping);
  const list = useOneTabStop();
  const visited = mapping?.states.find(one => one.state === name);
  if (visited === undefined) return null;
  const { agents, cases, steps } = visited;
  return (
    <>
      <p className={recorded.said}>
        {formatNounCount(cases, 'case has', 'cases have')} been there, for {formatNounCount(steps, 'step')}.
      </p>
      <ul ref={list} className={recorded.stopped}>
        {agents.map(({ agent, step, steps: own }) => (
          <li key={agent}>
            <CaseButton agent={agent} step={step} />
            <span>first in step {formatGroupedInteger(step)}</span>
            <span>{formatNounCount(own, 'step')}</span>
          </li>
        ))}
      </ul>
      {agents.length < cases && (
        <p className="label">and {formatGroupedInteger(cases - agents.length)} more</p>
      )}
    </>
  );
}
