import { usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { InputFact } from '../../views/setup/InputFact.tsx';

/** Facts about the run's workflow. */
export function WorkflowFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo.workflow);
  const chart = usePage(({ run }) => run?.info.chart);
  if (!info || !chart) return null;
  return (
    <>
      <InputFact title="Workflow" info={info} parts={['step', 'steps']} />
      <p className="label">
        Its chart has {formatNounCount(chart.states.length, 'state')} and{' '}
        {formatNounCount(chart.transitions.length, 'transition')}. Drop a .yaml on the page to run it, or edit
        this one next to the chart.
      </p>
    </>
  );
}
