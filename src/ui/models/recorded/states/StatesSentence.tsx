import { formatPercent } from '../../../../engine/core/formatPercent.ts';
import type { MappingReport } from '../../../../engine/models/recorded/reports/buildMappingReport.ts';
import { usePage } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { getRecordedPart } from '../recordedPart.ts';

/** The answer to *States* as the headline: the state that takes most steps, the next one, and what is left over. */
export function StatesSentence() {
  const mapping = usePage(state => getRecordedPart(state).mapping);
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  if (mapping === null) return <>Counting the steps in each state…</>;
  const [first, second] = mapping.states.toSorted((a, b) => b.steps - a.steps);
  if (first === undefined)
    return (
      <>
        No step has a state: <b>{formatGroupedInteger(mapping.leftOut)}</b> of{' '}
        {formatNounCount(mapping.steps, 'step')} left out.
      </>
    );
  const inCases = `in ${formatGroupedInteger(first.cases)} of ${formatNounCount(agents, 'case')}`;
  return (
    <>
      <b>{escapeInvisibleText(first.state)}</b> takes most steps: <b>{formatGroupedInteger(first.steps)}</b>{' '}
      of {formatNounCount(mapping.steps, 'step')} ({formatPercent(first.steps / mapping.steps)}), {inCases}
      {second !== undefined && (
        <>
          ; {second.steps === first.steps ? 'as many as' : 'next'} {escapeInvisibleText(second.state)},{' '}
          {formatGroupedInteger(second.steps)}
        </>
      )}
      ; {describeLeftOut(mapping)}.
    </>
  );
}

const describeLeftOut = ({ states, leftOut }: MappingReport): string =>
  `${formatNounCount(states.length, 'state')} in all, ${leftOut === 0 ? 'no step is' : `${formatNounCount(leftOut, 'step is', 'steps are')}`} left out`;
