import type { NetworkInfo, ParameterDefinition } from '../../../engine/config.ts';
import { readingWords, wayWords } from '../../../engine/network/direction.ts';
import type { EdgeReading } from '../../../engine/network/edgeReading.ts';
import { DIRECTIONS } from '../../../engine/network/readingChoices.ts';
import { WEIGHT_USES } from '../../../engine/network/weightUse.ts';
import { labelOf } from '../../choices.ts';
import { useLink, usePage } from '../../hooks.ts';
import { wordsNow } from '../../models/looks.ts';
import { DIRECTION_NAMES } from '../../words/directionNames.ts';
import { counted, grouped } from '../../words/words.ts';
import { ParameterField } from '../ParameterField.tsx';
import styles from '../SetupRail.module.css';
import { DegreeFacts } from './DegreeFacts.tsx';
import { NETWORKS } from './networks.ts';

/** The network that the agents are on, and how many are in it. */
export function NetworkFacts() {
  const network = usePage(state => state.run?.info.config.networkInfo);
  return (
    <>
      {network && <Facts network={network} />}
      <AgentsField />
    </>
  );
}

function Facts({ network }: { network: NetworkInfo }) {
  return (
    <>
      <h2>{labelOf(NETWORKS, network.name)}</h2>
      <p className="label">
        {counted(network.nodes, 'account')}, {grouped(network.edges)} links. SHA-256{' '}
        <span className="mono">{network.sha256.slice(0, 8)}</span>.
        {!network.reading &&
          ' Drop a network (GEXF, GraphML, …, or an edge list: two accounts a line, such as anna,ben) on the page to use your own.'}
      </p>
      {network.reading && <Reading reading={network.reading} />}
      {network.weights && !network.reading && <p className="label">{WEIGHT_USES[network.weights]}</p>}
      <DegreeFacts />
    </>
  );
}

/** How the user's network was read, and what each direction would make of it. */
function Reading({ reading }: { reading: EdgeReading }) {
  const link = useLink();
  return (
    <>
      <p className={`label ${styles.reading}`}>
        As {reading.place} is read, {readingWords(reading)}.
      </p>
      <fieldset className={styles.ways}>
        <legend className="label">Who follows whom</legend>
        {DIRECTIONS.map(direction => (
          <label key={direction}>
            <input
              type="radio"
              name="direction"
              aria-label={DIRECTION_NAMES[direction]}
              checked={reading.direction === direction}
              aria-describedby={`direction-${direction}`}
              onChange={() => void link.chooseDirection(direction)}
            />
            {DIRECTION_NAMES[direction]}
            <span id={`direction-${direction}`} className="label">
              {wayWords(reading, direction)}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="label">{reading.notice}</p>
    </>
  );
}

/** How many agents: sizes a generated network, draws a sample from a given one. */
function AgentsField() {
  const link = useLink();
  const agents = usePage(state => state.run?.info.config.agents ?? 0);
  const { tick } = usePage(wordsNow);
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
      onChange={value => void link.reset({ agents: Number(value) })}
    />
  );
}
