import { ENDINGS } from '../../../../engine/models/governed/phases.ts';
import type { PairReport, PairSums } from '../../../../engine/models/governed/reports/detail.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { useCalmPage, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { counted, grouped, noun } from '../../../lib/words.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import styles from '../Governed.module.css';
import { governedOf } from '../governedPart.ts';
import { ENDING_MEANINGS, ENDING_WORDS, endingsWords } from '../words.ts';
import { comparable, compare, isGovernance, stagedIn } from './comparable.ts';
import { ownPoint, pairOf, share } from './pairSums.ts';
import { pairTable } from './pairTable.ts';
import { SavingCurve } from './SavingCurve.tsx';

/** Two runs of the same seed, without governance and with it, or the way to that comparison. */
export function MissionsCompared() {
  const store = usePageStore();
  const pair = usePage(pairOf);
  const isAsked = usePage(state => governedOf(state).pair === 'asked');
  return (
    <>
      <h3 className={inspector.key}>
        two runs of this seed: without governance and with it
        {pair && (
          <TableTwin
            name="Without governance and with it"
            summary={() => pairSentence(pair)}
            table={() => pairTable(store.getState())}
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
  const by = usePage(comparable);
  const isOn = usePage(isGovernance);
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
        onClick={() => compare(store.getState())}
      >
        Play them with governance {isOn ? 'off' : 'on'} too
      </button>
      {by === 'later' && ' once all missions have ended'}
      {by === 'model' && `: asks the model at most ${counted(most, 'question')} more`}
    </p>
  );
}

const COSTS = {
  steps: 'steps (one question each)',
  calls: 'tool calls',
  tokens: 'tokens, estimated',
} as const;

function Sums({ pair }: { readonly pair: PairReport }) {
  const { without, with: governed } = ownPoint(pair);
  const endings = ENDINGS.filter(ending => without.endings[ending] + governed.endings[ending] > 0);
  return (
    <>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">at most {grouped(pair.limit)} steps each</th>
            <th scope="col">without</th>
            <th scope="col">with</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>
          {endings.map(ending => (
            <tr key={ending} title={ENDING_MEANINGS[ending]}>
              <th scope="row">{ENDING_WORDS[ending]}</th>
              <td>{grouped(without.endings[ending])}</td>
              <td>{grouped(governed.endings[ending])}</td>
              <td>{signed(governed.endings[ending] - without.endings[ending])}</td>
            </tr>
          ))}
          {(['steps', 'calls', 'tokens'] as const).map(cost => (
            <tr key={cost}>
              <th scope="row">{COSTS[cost]}</th>
              <td>{grouped(without[cost])}</td>
              <td>{grouped(governed[cost])}</td>
              <td>
                <b>{signed(governed[cost] - without[cost])}</b> {share(without[cost], governed[cost])}
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
const signed = (value: number): string =>
  value < 0 ? `−${grouped(-value)}` : value > 0 ? `+${grouped(value)}` : '0';

/** What of the numbers is staged. */
function Staged() {
  const staged = useCalmPage(stagedIn);
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  if (staged === 0) return null;
  return (
    <p className={`label ${styles.note}`}>
      Staged: {grouped(staged)} of {counted(agents, 'mission')}{' '}
      {noun(staged, 'is played by a character that fails', 'are played by characters that fail')} on purpose.
      The numbers show how governance works, not how often agents fail.
    </p>
  );
}

function pairSentence(pair: PairReport): string {
  const { without, with: governed } = ownPoint(pair);
  const told = (sums: PairSums) =>
    `${endingsWords(sums.endings)}; ${counted(sums.steps, 'step')}, ${counted(sums.tokens, 'token')}`;
  return `With at most ${counted(pair.limit, 'step')} each, without governance: ${told(without)}. With it: ${told(governed)}.`;
}
