import { ENDINGS } from '../../../../engine/models/governed/phases.ts';
import type { PairReport, PairSums } from '../../../../engine/models/governed/reports/detail.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { useCalmPage, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../../lib/words.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import styles from '../Governed.module.css';
import { getGovernedPart } from '../governedPart.ts';
import { describeMissionEndings, ENDING_MEANINGS, ENDING_WORDS } from '../words.ts';
import { buildPairTable } from './buildPairTable.ts';
import {
  countStagedMissions,
  getComparability,
  isGovernanceOn,
  requestComparison,
} from './getComparability.ts';
import { findOwnLimitPoint, formatRelativeChange, getPairReport } from './pairSums.ts';
import { SavingCurve } from './SavingCurve.tsx';

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
        <Sums pair={pair} />
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

function Sums({ pair }: { readonly pair: PairReport }) {
  const { without, with: governed } = findOwnLimitPoint(pair);
  const endings = ENDINGS.filter(ending => without.endings[ending] + governed.endings[ending] > 0);
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
              <td>{formatSignedSteps(governed.endings[ending] - without.endings[ending])}</td>
            </tr>
          ))}
          {(['steps', 'calls', 'tokens'] as const).map(cost => (
            <tr key={cost}>
              <th scope="row">{COSTS[cost]}</th>
              <td>{formatGroupedInteger(without[cost])}</td>
              <td>{formatGroupedInteger(governed[cost])}</td>
              <td>
                <b>{formatSignedSteps(governed[cost] - without[cost])}</b>{' '}
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

/** "−160", "+3", "0" */
const formatSignedSteps = (value: number): string =>
  value < 0 ? `−${formatGroupedInteger(-value)}` : value > 0 ? `+${formatGroupedInteger(value)}` : '0';

/** What of the numbers is staged. */
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
  const told = (sums: PairSums) =>
    `${describeMissionEndings(sums.endings)}; ${formatNounCount(sums.steps, 'step')}, ${formatNounCount(sums.tokens, 'token')}`;
  return `With at most ${formatNounCount(pair.limit, 'step')} each, without governance: ${told(without)}. With it: ${told(governed)}.`;
}
