import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { ChartDetail } from '../../../engine/models/chart/reports/chartQueries.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/words.ts';
import { Neighbours } from '../../network/Neighbours.tsx';
import { Heading } from '../../views/bar/Heading.tsx';
import { AgentHistory } from '../../views/inspector/AgentHistory.tsx';
import { StateNow, Triggers } from '../../views/inspector/AgentNow.tsx';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { describeStateName } from '../../words/chartWords.ts';
import { AskedSection } from './AskedSection.tsx';

/** One agent: where it is, what may move it and how likely that is, and where it was. */
export function ChartAgent() {
  const store = usePageStore();
  const detail = usePage(state => state.detail);
  const chart = usePage(({ run }) => run?.info.chart);
  const own = selectAgentModelPart<ChartDetail>('chart', detail?.model);
  if (!detail || own === null) return null;
  return (
    <>
      <header className={inspector.head}>
        <h2>
          {detail.label ?? detail.id}{' '}
          {detail.label !== null && <span className={`mono ${inspector.id}`}>{detail.id}</span>}
        </h2>
        <button
          type="button"
          className={inspector.close}
          onClick={() => store.getState().select({ agents: [] })}
        >
          Esc closes
        </button>
      </header>
      <StateNow detail={detail} />
      <p className="label">
        {formatNounCount(own.followers, 'follower')}, follows {own.following}
        {own.neighbours
          .map(({ state, count }) => `, ${count} of them ${describeStateName(chart, state)}`)
          .join('')}
        .
      </p>
      <details>
        <summary>who they are</summary>
        <Neighbours agent={detail.agent} />
      </details>
      <Triggers detail={detail} />
      <AskedSection agent={detail.agent} asked={own} />
      <Stimulus events={own.events} chance={own.stimulus} />
      {own.columns.length > 0 && (
        <>
          <Heading title="what the chart reads of it" />
          <p className="mono">
            {own.columns.map(({ name, value }) => `${name} ${Number(value.toPrecision(4))}`).join(', ')}
          </p>
        </>
      )}
      <AgentHistory detail={detail} />
    </>
  );
}

/** "An event comes by chance: stimulus 0.3 a tick, one of 2 (coin, kick), 15 % each, where nothing else moves it." */
function Stimulus({ events, chance }: { readonly events: readonly string[]; readonly chance: number }) {
  if (events.length === 0) return null;
  if (chance === 0) return <p className="label">No event comes by chance: stimulus is 0.</p>;
  const each = Number(((100 * chance) / events.length).toPrecision(3));
  return (
    <p className="label">
      Events come by chance where nothing else moves it: stimulus {Number(chance.toPrecision(4))} a tick,{' '}
      {events.length === 1 ? events[0] : `one of ${events.length} (${events.join(', ')}), ${each} % each`}.
    </p>
  );
}
