import type { PairReport, PairSums } from '../../../engine/models/governed/detail.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { usePage, usePageStore } from '../../hooks.ts';
import type { PageState } from '../../store/pageState.ts';
import inspector from '../../views/InspectorParts.module.css';
import { counted, grouped, noun } from '../../words/words.ts';
import { lookNow } from '../looks.ts';
import { comparable, compare, isGovernance } from './comparable.ts';
import styles from './Governed.module.css';
import { governedOf } from './governedPart.ts';
import { pairOf, savedOn, savingsOf, share, successes } from './pairSums.ts';
import { OUTCOME_WORDS, ruleWords } from './words.ts';

/** The same answers with and without governance, or the way to that comparison. */
export function MissionsCompared() {
  const store = usePageStore();
  const pair = usePage(pairOf);
  const isAsked = usePage(state => governedOf(state).pair === 'asked');
  return (
    <>
      <h3 className={inspector.key}>
        the same answers without governance and with it
        {pair && (
          <TableTwin
            name="With governance and without"
            summary={() => pairSentence(pair)}
            table={() => pairTable(store.getState())}
          >
            each mission
          </TableTwin>
        )}
      </h3>
      {pair && (
        <p className="label">
          Both played to their ends by the answers that are given without governance: nobody takes advice
          there, so single missions may end otherwise than in this run.
        </p>
      )}
      {pair ? (
        <Sums pair={pair} />
      ) : isAsked ? (
        <p className="label">playing the missions twice…</p>
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
  if (by === 'never')
    return (
      <p className="label">
        These answers were given under governance. To compare, play the missions without governance to their
        end (Set-up), then ask here.
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
        Compare with governance {isOn ? 'off' : 'on'}
      </button>
      {by === 'later' && ' once all missions have ended'}
    </p>
  );
}

const COST_NAMES = ['steps', 'calls', 'tokens'] as const;
const COSTS = {
  steps: 'steps (one question each)',
  calls: 'tool calls',
  tokens: 'tokens, estimated',
} as const;

function Sums({ pair }: { readonly pair: PairReport }) {
  const { failing, succeeding, lost } = pair;
  const price = priceOf(pair);
  if (failing.missions === 0)
    return (
      <p className={`label ${styles.note}`}>
        {price}
        {lost.length > 0 && ` It stops ${grouped(lost.length)} that would finish.`}
      </p>
    );
  return (
    <>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">{counted(failing.missions, 'mission')} unfinished without it</th>
            <th scope="col">without</th>
            <th scope="col">with</th>
            <th scope="col">saved</th>
          </tr>
        </thead>
        <tbody>
          {savingsOf(pair).map(({ cost, failing: sums }) => (
            <tr key={cost}>
              <th scope="row">{COSTS[cost]}</th>
              <td>{grouped(sums.without)}</td>
              <td>{grouped(sums.with)}</td>
              <td>
                <b>{grouped(sums.without - sums.with)}</b> {share(sums.without, sums.with)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={`label ${styles.note}`}>{price}</p>
      <p className={`label ${styles.note}`}>
        By the same answers {counted(successes(pair, 'without'), 'mission')}{' '}
        {noun(succeeding.missions, 'is', 'are')} finished without governance,{' '}
        {grouped(successes(pair, 'with'))} with it; it stops{' '}
        {lost.length === 0 ? 'none' : grouped(lost.length)} that would be finished.
      </p>
    </>
  );
}

const tokensOf = ({ without, with: played }: PairSums) => [without.tokens, played.tokens] as const;

/** "7,151 tokens more with it (+23 %)" */
const difference = (without: number, governed: number): string =>
  `${counted(Math.abs(governed - without), 'token')} ${governed < without ? 'fewer' : 'more'}`;

/** Cost of governance where there is nothing to save, and its net effect. */
function priceOf({ rows, failing, succeeding }: PairReport): string {
  const [without, governed] = tokensOf(succeeding);
  const part = share(without, governed);
  if (failing.missions === 0)
    return `Every mission is finished without governance; it costs ${difference(without, governed)} (${part}).`;
  const [failed, stopped] = tokensOf(failing);
  const [all, after] = [failed + without, stopped + governed];
  const sum = `All ${grouped(rows.length)}: ${grouped(all)} → ${grouped(after)} tokens (${share(all, after)}).`;
  const { missions } = succeeding;
  if (missions === 0) return sum;
  const why = governed > without ? ': rules and state stand in their prompts' : '';
  return `The ${grouped(missions)} that ${noun(missions, 'is finished without it takes', 'are finished without it take')} ${difference(without, governed)} with it (${part})${why}. ${sum}`;
}

function pairSentence(pair: PairReport): string {
  const { failing } = pair;
  if (failing.missions === 0) return priceOf(pair);
  const saved = failing.without.steps - failing.with.steps;
  return `On the ${counted(failing.missions, 'mission')} unfinished without governance it saves ${counted(saved, 'step')} and ${counted(failing.without.tokens - failing.with.tokens, 'token')}; it stops ${pair.lost.length} that would be finished. ${priceOf(pair)}`;
}

function pairTable(state: PageState) {
  const head = [
    'mission',
    'name',
    'without',
    'with',
    'rule',
    'steps saved',
    'steps without',
    'steps with',
    'tool calls without',
    'tool calls with',
    'tokens without',
    'tokens with',
  ];
  const { idOf } = lookNow(state);
  const names = state.run?.info.names ?? [];
  const rows = (pairOf(state)?.rows ?? []).map(row => [
    idOf(row.agent),
    names[row.agent] ?? '',
    OUTCOME_WORDS[row.without.outcome],
    OUTCOME_WORDS[row.with.outcome],
    row.with.rule === null ? '' : ruleWords(row.with.rule),
    savedOn(row),
    ...COST_NAMES.flatMap(cost => [row.without[cost], row.with[cost]]),
  ]);
  return { head, rows };
}
