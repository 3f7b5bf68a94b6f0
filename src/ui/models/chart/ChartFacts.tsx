import { usePage } from '../../hooks.ts';
import { InputFact } from '../../views/InputFact.tsx';
import { NetworkFacts } from '../../views/network/NetworkFacts.tsx';
import { counted } from '../../words/words.ts';

/** Facts about the run's chart and its network. */
export function ChartFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo.chart);
  const states = usePage(({ run }) => run?.info.chart.states.length ?? 0);
  return (
    <>
      {info && (
        <>
          <InputFact title="Statechart" info={info} parts={['transition', 'transitions']} />
          <p className="label">
            It has {counted(states, 'state')}. Drop a statechart (.scxml, or .json as of XState) on the page
            to run yours.
          </p>
        </>
      )}
      <NetworkFacts />
    </>
  );
}
