import type { NetworkInfo, ParameterDefinition, ParameterValue, RunConfig } from '../../engine/config.ts';
import { labelOf, NETWORKS } from '../choices.ts';
import { useLink, usePage } from '../hooks.ts';
import { counted, grouped } from '../words.ts';
import { ParameterField } from './ParameterField.tsx';
import styles from './SetupRail.module.css';
import { ModelSelect, NetworkSelect, OracleSelect, PresetSelect } from './SetupSelects.tsx';

/** The value that holds at the head: the latest change, else the configuration's. */
export function currentValue(config: RunConfig, name: string): ParameterValue {
  const change = config.changes.findLast(entry => entry.name === name);
  return change?.value ?? config.parameters[name] ?? 0;
}

/** Network, size and every parameter with its unit; those that need a reset stand apart. */
export function SetupPanel({ withChoices }: { withChoices: boolean }) {
  const link = useLink();
  const run = usePage(state => state.run);
  if (!run) return null;
  const { info, setup } = run;
  const { networkInfo } = info.config;
  const set = (parameter: ParameterDefinition, value: ParameterValue) => {
    if (parameter.live) return void link.change(parameter.name, value);
    const { [parameter.name]: _, ...others } = setup.parameters;
    const isDefault = parameter.defaults[setup.preset] === value;
    void link.reset({ parameters: isDefault ? others : { ...others, [parameter.name]: value } });
  };
  const fields = (live: boolean) =>
    info.parameters
      .filter(parameter => parameter.live === live)
      .map(parameter => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={currentValue(info.config, parameter.name)}
          preset={parameter.defaults[setup.preset]}
          onChange={value => set(parameter, value)}
        />
      ));
  return (
    <section id="setup" className={styles.panel} aria-label="Set-up">
      {withChoices && (
        <div className={styles.choices}>
          <ModelSelect />
          <NetworkSelect />
          <PresetSelect />
          <OracleSelect />
        </div>
      )}
      {networkInfo && <NetworkFacts network={networkInfo} />}
      <AgentsField />
      <h3>Works in the next round</h3>
      <p className="label">Each change is kept in the run and in its document.</p>
      {fields(true)}
      <h3>Needs a reset</h3>
      <p className="label">A change here starts again from round 0 with the same seed.</p>
      {fields(false)}
    </section>
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
      'Sizes a generated network; on a given one a seeded sample of that many is taken. Starts again from round 0.',
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
