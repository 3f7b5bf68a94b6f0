import { MISSION_ENDINGS } from '../../../../engine/models/governed/phases.ts';
import type { PairReport, PairSums } from '../../../../engine/models/governed/reports/governedDetail.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import type { TableData } from '../../../controls/tableData.ts';
import { useCalmPage, usePage, usePageStore } from '../../../hooks/hooks.ts';
import {
  formatGroupedInteger,
  formatNounCount,
  formatSignedInteger,
  pluralizeNoun,
} from '../../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../../model/getModelAppearance.ts';
import type { PageState } from '../../../state/pageState.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import {
  describeGovernedRule,
  describeMissionEndings,
  ENDING_MEANINGS,
  ENDING_WORDS,
} from '../describeMissions.ts';
import styles from '../Governed.module.css';
import { getGovernedPart } from '../governedPart.ts';
import {
  countStagedMissions,
  getComparability,
  isGovernanceOn,
  requestComparison,
} from './getComparability.ts';
import { findOwnLimitPoint, formatRelativeChange, getPairReport } from './pairSums.ts';

/** Two runs of the same seed, without governance and with it, or the way to that comparison. */
export function MissionsCompared() {
  const store = usePageStore();
  const pair = usePage(getPairReport);
  const isAsked = usePage(state => getGovernedPart(state).pair === 'asked');
  return (
    <>
      <h3 className={inspector.key}>
        two runs of this seed: without governance and with it
        {pair && (
          <TableTwin
            name="Without governance and with it"
            summary={() => describeMissionPair(pair)}
            table={() => buildPairTable(store.getState())}
          >
            each mission
          </TableTwin>
        )}
      </h3>
      {pair ? (
        <ComparedSums pair={pair} />
      ) : isAsked ? (
        <p className="label">playing the missions…</p>
      ) : (
        <CompareOffer />
      )}
    </>
  );
}

/** The offer to make a comparison, or why there is none. */
function CompareOffer() {
  const store = usePageStore();
  const by = usePage(getComparability);
  const isOn = usePage(isGovernanceOn);
  const most = usePage(({ run }) => {
    const { agents = 0, parameters = {} } = run?.info.config ?? {};
    return agents * Number(parameters.step_limit ?? 0);
  });
  if (by === 'never')
    return (
      <p className="label">
        These answers are of one run, and another would ask for others. To compare, let one oracle play the
        missions from the start.
      </p>
    );
  return (
    <p className="label">
      <button
        type="button"
        className={inspector.link}
        disabled={by === 'later'}
        onClick={() => requestComparison(store.getState())}
      >
        Play them with governance {isOn ? 'off' : 'on'} too
      </button>
      {by === 'later' && ' once all missions have ended'}
      {by === 'model' && `: asks the model at most ${formatNounCount(most, 'question')} more`}
    </p>
  );
}

const COSTS = {
  steps: 'steps (one question each)',
  calls: 'tool calls',
  tokens: 'tokens, estimated',
} as const;

function ComparedSums({ pair }: { readonly pair: PairReport }) {
  const { without, with: governed } = findOwnLimitPoint(pair);
  const endings = MISSION_ENDINGS.filter(ending => without.endings[ending] + governed.endings[ending] > 0);
  return (
    <>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">at most {formatGroupedInteger(pair.limit)} steps each</th>
            <th scope="col">without</th>
            <th scope="col">with</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>
          {endings.map(ending => (
            <tr key={ending} title={ENDING_MEANINGS[ending]}>
              <th scope="row">{ENDING_WORDS[ending]}</th>
              <td>{formatGroupedInteger(without.endings[ending])}</td>
              <td>{formatGroupedInteger(governed.endings[ending])}</td>
              <td>{formatSignedInteger(governed.endings[ending] - without.endings[ending])}</td>
            </tr>
          ))}
          {(['steps', 'calls', 'tokens'] as const).map(cost => (
            <tr key={cost}>
              <th scope="row">{COSTS[cost]}</th>
              <td>{formatGroupedInteger(without[cost])}</td>
              <td>{formatGroupedInteger(governed[cost])}</td>
              <td>
                <b>{formatSignedInteger(governed[cost] - without[cost])}</b>{' '}
                {formatRelativeChange(without[cost], governed[cost])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Staged />
      <SavingCurve pair={pair} />
    </>
  );
}

/** Names the staged part of the numbers. */
function Staged() {
  const staged = useCalmPage(countStagedMissions);
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  if (staged === 0) return null;
  return (
    <p className={`label ${styles.note}`}>
      Staged: {formatGroupedInteger(staged)} of {formatNounCount(agents, 'mission')}{' '}
      {pluralizeNoun(staged, 'is played by a character that fails', 'are played by characters that fail')} on
      purpose. The numbers show how governance works, not how often agents fail.
    </p>
  );
}

function describeMissionPair(pair: PairReport): string {
  const { without, with: governed } = findOwnLimitPoint(pair);
  const format = (sums: PairSums) =>
    `${describeMissionEndings(sums.endings)}; ${formatNounCount(sums.steps, 'step')}, ${formatNounCount(sums.tokens, 'token')}`;
  return `With at most ${formatNounCount(pair.limit, 'step')} each, without governance: ${format(without)}. With it: ${format(governed)}.`;
}

const BUILD_PAIR_TABLE_COSTS = ['steps', 'calls', 'tokens'] as const;

/** Each mission in both runs, then all of them at each limit of steps. */
function buildPairTable(state: PageState): TableData {
  const head = [
    'mission',
    'name',
    'without',
    'with',
    'rule',
    'steps without',
    'steps with',
    'tool calls without',
    'tool calls with',
    'tokens without',
    'tokens with',
  ];
  const { idOf } = getCurrentAppearance(state);
  const names = state.run?.info.names ?? [];
  const pair = getPairReport(state);
  const rows = (pair?.rows ?? []).map(row => [
    idOf(row.agent),
    names[row.agent] ?? '',
    ENDING_WORDS[row.without.ending],
    ENDING_WORDS[row.with.ending],
    row.with.rule === null ? '' : describeGovernedRule(row.with.rule),
    ...BUILD_PAIR_TABLE_COSTS.flatMap(cost => [row.without[cost], row.with[cost]]),
  ]);
  const sums = (pair?.points ?? []).map(({ limit, without, with: governed }) => [
    'all',
    `at most ${limit} steps each`,
    `${without.endings.right} right`,
    `${governed.endings.right} right`,
    '',
    ...BUILD_PAIR_TABLE_COSTS.flatMap(cost => [without[cost], governed[cost]]),
  ]);
  return { head, rows: [...rows, ...sums] };
}

const COMPARED_WIDTH = 460;
const COMPARED_HEIGHT = 92;
/** Room for the words at the right, and below the lines. */
const COMPARED_LABEL_WIDTH = 104;
const COMPARED_FOOT = 16;
const ABOVE = 10;

/** Tokens of both runs against the step limit: savings depend on the limit. */
function SavingCurve({ pair }: { readonly pair: PairReport }) {
  const { points, limit } = pair;
  const [first, last] = [points[0], points[points.length - 1]];
  if (!first || !last || points.length < 2) return null;
  const most = Math.max(...points.flatMap(point => [point.without.tokens, point.with.tokens]), 1);
  // Equal factors are equally far apart.
  const span = Math.log2(last.limit / first.limit);
  const x = (at: number) =>
    8 + (Math.log2(at / first.limit) / span) * (COMPARED_WIDTH - COMPARED_LABEL_WIDTH - 8);
  const y = (tokens: number) =>
    COMPARED_HEIGHT - COMPARED_FOOT - (tokens / most) * (COMPARED_HEIGHT - COMPARED_FOOT - ABOVE);
  const path = (side: 'without' | 'with') =>
    points.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.limit)} ${y(point[side].tokens)}`).join('');
  const ends = separateBaselines(y(last.without.tokens), y(last.with.tokens));
  return (
    <figure className={styles.curve}>
      <figcaption className="label">
        Tokens with governance, by the limit of steps: {points.map(describeSavingAtLimit).join(', ')}.
      </figcaption>
      <svg viewBox={`0 0 ${COMPARED_WIDTH} ${COMPARED_HEIGHT}`} aria-hidden="true">
        <line
          className={styles.own}
          x1={x(limit)}
          x2={x(limit)}
          y1={ABOVE - 6}
          y2={COMPARED_HEIGHT - COMPARED_FOOT}
        />
        <path d={path('without')} />
        <path className={styles.governed} d={path('with')} />
        {points.map(point => (
          <text key={point.limit} x={x(point.limit)} y={COMPARED_HEIGHT - 3} textAnchor="middle">
            {point.limit === limit ? <tspan className={styles.strong}>{point.limit}</tspan> : point.limit}
          </text>
        ))}
        <text x={COMPARED_WIDTH - COMPARED_LABEL_WIDTH + 8} y={ends[0]}>
          without {formatGroupedInteger(last.without.tokens)}
        </text>
        <text x={COMPARED_WIDTH - COMPARED_LABEL_WIDTH + 8} y={ends[1]} className={styles.strong}>
          with {formatGroupedInteger(last.with.tokens)}
        </text>
      </svg>
    </figure>
  );
}

const describeSavingAtLimit = ({ limit, without, with: governed }: PairReport['points'][number]): string =>
  `${formatRelativeChange(without.tokens, governed.tokens)} at ${limit}`;

/** Baselines of two labels that do not touch. */
function separateBaselines(first: number, second: number): readonly [number, number] {
  const gap = 12;
  if (Math.abs(first - second) >= gap) return [first + 4, second + 4];
  const middle = (first + second) / 2 + 4;
  return first <= second ? [middle - gap / 2, middle + gap / 2] : [middle + gap / 2, middle - gap / 2];
}
