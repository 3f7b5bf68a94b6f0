import type { NetworkInfo } from '../../../engine/network/networkInfo.ts';
import {
  describeDirectionOption,
  describeEdgeReading,
  describeRepeatRule,
} from '../../../engine/network/reading/direction.ts';
import type { EdgeReading, RepeatRule } from '../../../engine/network/reading/edgeReading.ts';
import { DIRECTIONS, REPEAT_RULES } from '../../../engine/network/reading/readingChoices.ts';
import { WEIGHT_USES } from '../../../engine/network/weightUse.ts';
import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getChoiceLabel } from '../../state/oracleChoices.ts';
import { DIRECTION_NAMES } from '../../words/directionNames.ts';
import { Select } from '../bar/Select.tsx';
import { ParameterField } from '../setup/ParameterField.tsx';
import styles from '../setup/SetupRail.module.css';
import { DegreeFacts } from './DegreeFacts.tsx';
import { NETWORKS } from './networks.ts';

/** Rules for the weights of links that a file has more than once. */
const REPEAT_NAMES: Readonly<Record<RepeatRule, string>> = {
  sum: 'Sum of their weights',
  max: 'Greatest weight',
  first: 'First weight in the file',
};

/** The network that the agents are on, and how many are in it. */
export function NetworkFacts() {
  const network = usePage(state => state.run?.info.config.networkInfo);
  return (
    <>
      {network && <NetworkSummary network={network} />}
      <AgentsField />
    </>
  );
}

function NetworkSummary({ network }: { network: NetworkInfo }) {
  return (
    <>
      <h2>{getChoiceLabel(NETWORKS, network.name)}</h2>
      <p className="label">
        {formatNounCount(network.nodes, 'account')}, {formatGroupedInteger(network.edges)} links. SHA-256{' '}
        <span className="mono">{network.sha256.slice(0, 8)}</span>.
        {!network.reading &&
          ' Drop a network (GEXF, GraphML, …, or an edge list: two accounts a line, such as anna,ben) on the page to use your own.'}
      </p>
      {network.reading && <NetworkReadingFacts reading={network.reading} />}
      {network.weights && !network.reading && <p className="label">{WEIGHT_USES[network.weights]}</p>}
      <DegreeFacts />
    </>
  );
}

/** The reading of the user's network, and its choices. */
function NetworkReadingFacts({ reading }: { reading: EdgeReading }) {
  const commands = useCommands();
  const groups = usePage(state => state.run?.info.config.networkInfo?.groups);
  const { repeats, divisions } = reading;
  return (
    <>
      <p className={`label ${styles.reading}`}>
        As {reading.place} is read, {describeEdgeReading(reading)}.
      </p>
      <Ways
        name="direction"
        legend="Who follows whom"
        ways={DIRECTIONS.map(way => ({
          way,
          label: DIRECTION_NAMES[way],
          meaning: describeDirectionOption(reading, way),
        }))}
        chosen={reading.direction}
        onChoose={direction => void commands.chooseReading({ direction })}
      />
      {repeats && (
        <Ways
          name="repeats"
          legend="Links that are there more than once"
          ways={REPEAT_RULES.map(way => ({
            way,
            label: REPEAT_NAMES[way],
            meaning: describeRepeatRule(reading, way),
          }))}
          chosen={repeats}
          onChoose={rule => void commands.chooseReading({ repeats: rule })}
        />
      )}
      {divisions && groups !== undefined && (
        <div className={styles.division}>
          <span className="label">Groups of nodes, by</span>
          <Select
            label="Attribute that divides the nodes"
            value={groups}
            choices={divisions.map(name => ({ value: name, label: name, title: name }))}
            onChoose={chosen => void commands.chooseReading({ groups: chosen })}
          />
        </div>
      )}
      <p className="label">{reading.notice}</p>
    </>
  );
}

interface WaysProps<Way extends string> {
  readonly name: string;
  readonly legend: string;
  /** Each with what it would make of the network. */
  readonly ways: readonly { readonly way: Way; readonly label: string; readonly meaning: string }[];
  readonly chosen: Way;
  onChoose(way: Way): void;
}

/** Alternative readings of a file next to each other, each with its effect. */
function Ways<Way extends string>({ name, legend, ways, chosen, onChoose }: WaysProps<Way>) {
  return (
    <fieldset className={styles.ways}>
      <legend className="label">{legend}</legend>
      {ways.map(({ way, label, meaning }) => (
        <label key={way}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            checked={chosen === way}
            aria-describedby={`${name}-${way}`}
            onChange={() => onChoose(way)}
          />
          {label}
          <span id={`${name}-${way}`} className="label">
            {meaning}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Number of agents: the size of a generated network, or of a sample from a given one. */
function AgentsField() {
  const commands = useCommands();
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const { tick } = usePage(getCurrentModelWords);
  const parameter: ParameterDefinition = {
    name: 'agents',
    label: 'Agents',
    unit: 'people',
    meaning: `Sizes a generated network; of a given one it takes a seeded sample of that size. Starts again from ${tick} 0.`,
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
      onChange={value => void commands.reset({ agents: Number(value) })}
    />
  );
}
