import type { NetworkInfo, ParameterDefinition } from '../../../engine/config.ts';
import { labelOf } from '../../choices.ts';
import { useLink, usePage } from '../../hooks.ts';
import { ParameterField } from '../../views/ParameterField.tsx';
import { counted, grouped } from '../../words.ts';
import { NETWORKS } from './networks.ts';

/** The network that the society is on, and how many are in it. */
export function SocialFacts() {
  const network = usePage(state => state.run?.info.config.networkInfo);
  return (
    <>
      {network && <NetworkFacts network={network} />}
      <AgentsField />
    </>
  );
}

function NetworkFacts({ network }: { network: NetworkInfo }) {
  return (
    <>
      <h2>{labelOf(NETWORKS, network.name)}</h2>
      <p className="label">
        {counted(network.nodes, 'account')}, {grouped(network.edges)} links. SHA-256{' '}
        <span className="mono">{network.sha256.slice(0, 8)}</span>. Drop an edge list (source target [weight])
        on the page to use your own.
      </p>
    </>
  );
}

/** How many agents: sizes a generated network, draws a sample from a given one. */
function AgentsField() {
  const link = useLink();
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const parameter: ParameterDefinition = {
    name: 'agents',
    label: 'Agents',
    unit: 'people',
    meaning:
      'Sizes a generated network; of a given one it takes a seeded sample of that size. Starts again from round 0.',
    kind: 'integer',
    min: 2,
    max: 1_000_000,
    step: 1,
    live: false,
    defaults: {},
  };
  return (
    <ParameterField
      parameter={parameter}
      value={agents}
      preset={undefined}
      onChange={value => void link.reset({ agents: Number(value) })}
    />
  );
}
