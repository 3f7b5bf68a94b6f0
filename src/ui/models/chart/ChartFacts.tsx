import { usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { NetworkFacts } from '../../views/network/NetworkFacts.tsx';
import { InputFact } from '../../views/setup/InputFact.tsx';
import styles from './Chart.module.css';

/** Facts about the run's chart and its network. */
export function ChartFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo.chart);
  const chart = usePage(({ run }) => run?.info.chart);
  return (
    <>
      {info && (
        <div className={styles.facts}>
          <InputFact title="Statechart" info={info} parts={['transition', 'transitions']} />
          <p className="label">
            {chart && !chart.region && `It has ${formatNounCount(chart.states.length, 'state')}. `}
            Drop a statechart (.scxml, .json as of XState, or .mmd of Mermaid) on the page to run yours.
          </p>
        </div>
      )}
      <NetworkFacts />
    </>
  );
}
