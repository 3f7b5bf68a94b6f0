import { useMemo } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import { findBundledSource } from '../../../engine/network/bundledSources.ts';
import { computeDegreeDistribution, type Degrees } from '../../../engine/network/degrees.ts';
import { WEIGHT_USES } from '../../../engine/network/describeWeightUse.ts';
import type { NetworkInfo } from '../../../engine/network/networkInfo.ts';
import {
  describeDirectionOption,
  describeEdgeReading,
  describeRepeatRule,
} from '../../../engine/network/reading/direction.ts';
import type { EdgeReading, RepeatRule } from '../../../engine/network/reading/edgeReading.ts';
import { DIRECTIONS, REPEAT_RULES } from '../../../engine/network/reading/readingChoices.ts';
import type { ParameterDefinition } from '../../../engine/parameters/parameterDefinition.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import type { TableData } from '../../controls/tableData.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { useFollows } from '../../network/useFollows.ts';
import { getChoiceLabel } from '../../state/oracleChoices.ts';
import { DIRECTION_NAMES } from '../../words/directionNames.ts';
import { Select } from '../bar/Select.tsx';
import { ParameterField } from '../setup/ParameterField.tsx';
import styles from '../setup/SetupRail.module.css';
import degreeFactsStyles from './DegreeFacts.module.css';
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
  const source = findBundledSource(network);
  return (
    <>
      <h2>{getChoiceLabel(NETWORKS, network.name)}</h2>
      <p className="label">
        {formatNounCount(network.nodes, 'account')}, {formatGroupedInteger(network.edges)} links. SHA-256{' '}
        <span className="mono">{network.sha256.slice(0, 8)}</span>.
        {!network.reading &&
          ' Drop a network (GEXF, GraphML, …, or an edge list: two accounts a line, such as anna,ben) on the page to use your own.'}
      </p>
      {source && <p className="label">{source.relation}</p>}
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

/** Distribution of followers and of followed people: the share of people with at least that many. */
function DegreeFacts() {
  const follows = useFollows();
  const both = useMemo(
    () =>
      follows && {
        followers: computeDegreeDistribution(follows.followers),
        followed: computeDegreeDistribution(follows.followed),
      },
    [follows],
  );
  const words = usePage(getCurrentModelWords);
  if (both === null || both.followers.nodes === 0) return null;
  const lines = describeDegrees(both, words.person);
  return (
    <figure className={degreeFactsStyles.degrees}>
      <figcaption className={degreeFactsStyles.head}>
        <span>{words.person[1]} share with at least x</span>
        <TableTwin
          name="Followers and followed"
          summary={() => lines.join(' ')}
          table={() => buildDegreeTable(both)}
        />
      </figcaption>
      <Curves both={both} label={lines.join(' ')} />
      {lines.map(sentence => (
        <p key={sentence} className="label">
          {sentence}
        </p>
      ))}
    </figure>
  );
}

function Curves({
  both: { followers, followed },
  label,
}: {
  readonly both: TwoDegrees;
  readonly label: string;
}) {
  const most = Math.max(followers.most, followed.most, 1);
  const { width, height, left, bottom } = PLOT;
  const isSame = buildDegreePath(followers, most) === buildDegreePath(followed, most);
  return (
    <svg className={degreeFactsStyles.plot} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[1, 0.1, 0.01, 0.001].map(share => (
        <g key={share} transform={`translate(0 ${convertShareToY(share)})`}>
          <path d={`M${left} .5H${width}`} className={degreeFactsStyles.grid} />
          <text x={left - 4} y={4} textAnchor="end">
            {share * 100} %
          </text>
        </g>
      ))}
      {listDegreeTicks(most).map(tick => (
        <text
          key={tick}
          x={convertDegreeToX(tick, most)}
          y={height - bottom + 14}
          textAnchor={convertDegreeToX(tick, most) > width - 20 ? 'end' : 'middle'}
        >
          {formatGroupedInteger(tick)}
        </text>
      ))}
      {!isSame && <Curve degrees={followed} most={most} word="whom they follow" row={1} />}
      <Curve degrees={followers} most={most} word={isSame ? 'linked, both ways' : 'followers'} row={0} />
    </svg>
  );
}

interface CurveProps {
  readonly degrees: Degrees;
  readonly most: number;
  readonly word: string;
  /** Its row among the labels, in the empty part of the plot under the beginning of the curves. */
  readonly row: 0 | 1;
}

/** One of the two curves with its label at a piece of its line. */
function Curve({ degrees, most, word, row }: CurveProps) {
  const { left } = PLOT;
  const line = row === 0 ? degreeFactsStyles.line : degreeFactsStyles.dashed;
  const y = convertShareToY(0.02) + 16 * row;
  return (
    <>
      <path d={buildDegreePath(degrees, most)} className={line} />
      <path d={`M${left + 8} ${y}h18`} className={line} />
      <text className={degreeFactsStyles.word} x={left + 32} y={y + 4}>
        {word}
      </text>
    </>
  );
}

/** The plot's size and margins, in its own units. */
const PLOT = { width: 276, height: 132, left: 38, top: 8, bottom: 20, right: 8 };
/** The smallest share of people that the axis has. */
const MIN_AXIS_SHARE = 0.001;

/** x of a number of links; the axis is logarithmic and begins at 1. @param most the largest on it */
export const convertDegreeToX = (degree: number, most: number): number =>
  PLOT.left + (Math.log(degree) / Math.log(Math.max(2, most))) * (PLOT.width - PLOT.left - PLOT.right);

/** y of a share of people; logarithmic from all of them down to a thousandth. */
export const convertShareToY = (share: number): number =>
  PLOT.top +
  (Math.log(Math.max(MIN_AXIS_SHARE, share)) / Math.log(MIN_AXIS_SHARE)) *
    (PLOT.height - PLOT.top - PLOT.bottom);

/** The share of people share with at least x links as a path of steps: it falls after each number that is met. */
export function buildDegreePath({ degrees, atLeast, nodes }: Degrees, most: number): string {
  const parts: string[] = [];
  for (const [step, degree] of degrees.entries())
    parts.push(
      `${step === 0 ? `M${roundPlotCoordinate(convertDegreeToX(1, most))} ` : 'V'}${roundPlotCoordinate(convertShareToY(atLeast[step] / nodes))}H${roundPlotCoordinate(convertDegreeToX(degree, most))}`,
    );
  return parts.join('');
}

const roundPlotCoordinate = (value: number): number => Math.round(value * 10) / 10;

/** Powers of ten up to a number, and the number itself if none is near. */
export function listDegreeTicks(most: number): readonly number[] {
  const ticks: number[] = [];
  for (let tick = 1; tick <= most; tick *= 10) ticks.push(tick);
  const last = ticks[ticks.length - 1];
  return most > last * 2.5 ? [...ticks, most] : ticks;
}

/** Numbers of followers and of followed people. */
interface TwoDegrees {
  readonly followers: Degrees;
  readonly followed: Degrees;
}

/** "Followers: median 18, at most 183; nobody follows 2 people (0.4 %)." and the same of whom they follow. */
function describeDegrees(
  { followers, followed }: TwoDegrees,
  person: readonly [string, string],
): readonly string[] {
  const without = ({ none, nodes }: Degrees) =>
    `${formatGroupedInteger(none)} ${pluralizeNoun(none, ...person)} (${formatPercent(none / nodes)})`;
  const nobody = (degrees: Degrees, words: string) =>
    degrees.none === 0 ? '' : `; ${words.replace('…', without(degrees))}`;
  return [
    `Followers: median ${formatDegreeMedian(followers.median)}, at most ${formatGroupedInteger(followers.most)}${nobody(followers, 'nobody follows …')}.`,
    `Followed: median ${formatDegreeMedian(followed.median)}, at most ${formatGroupedInteger(followed.most)}${nobody(followed, '… follow nobody')}.`,
  ];
}

/** A median, which may lie between two numbers. */
const formatDegreeMedian = (value: number): string =>
  Number.isInteger(value) ? formatGroupedInteger(value) : String(value);

/** "0.4 %", "12 %" */
/** People share with at least x followers, and so many whom they follow, for each number that is met. */
function buildDegreeTable({ followers, followed }: TwoDegrees): TableData {
  const numbers = [...new Set([...followers.degrees, ...followed.degrees])].sort((a, b) => a - b);
  return {
    head: ['at least', 'have so many followers', 'follow so many'],
    rows: numbers.map(number => [
      number,
      countWithAtLeast(followers, number),
      countWithAtLeast(followed, number),
    ]),
    first: 'first',
  };
}

function countWithAtLeast({ degrees, atLeast }: Degrees, number: number): number {
  const step = degrees.findIndex(degree => degree >= number);
  return step < 0 ? 0 : atLeast[step];
}
