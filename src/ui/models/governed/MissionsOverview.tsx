import type { CSSProperties } from 'react';
import type { PairReport } from '../../../engine/models/governed/detail.ts';
import { RULES } from '../../../engine/models/governed/phases.ts';
import { stateToken } from '../../charts/inks.ts';
import { TableTwin } from '../../controls/TableTwin.tsx';
import { useCalmPage, useLink, usePage, usePageStore } from '../../hooks.ts';
import type { PageState } from '../../store.ts';
import inspector from '../../views/Inspector.module.css';
import { counted, grouped, noun } from '../../words.ts';
import { lookNow } from '../index.ts';
import styles from './Governed.module.css';
import { pairOf, savedOn, savingsOf, share, successes } from './pairSums.ts';
import { verdictsUpTo } from './verdicts.ts';
import { OUTCOME_WORDS, ruleWords } from './words.ts';

/** All missions: how they ended, which rules stopped them, and what governance saves. */
export function MissionsOverview() {
  return (
    <>
      <header className={styles.head}>
        <h2>Missions</h2>
        <span className="label">select one in the chart or the timelines to see why</span>
      </header>
      <div className={styles.two}>
        <Outcomes />
        <Rules />
      </div>
      <Comparison />
    </>
  );
}

const BARS = [
  { name: 'finished', words: OUTCOME_WORDS.finished, state: 'finishing' },
  { name: 'finishedStuck', words: OUTCOME_WORDS.finished_stuck, state: 'stuck_search' },
  { name: 'cutOff', words: 'cut off at the limit', state: null },
  { name: 'underWay', words: OUTCOME_WORDS.under_way, state: 'searching' },
  { name: 'waiting', words: OUTCOME_WORDS.waiting, state: 'init' },
] as const;

function Outcomes() {
  const governed = useCalmPage(state => state.governed, 'cascades');
  const agents = usePage(({ run }) => run?.info.config.agents ?? 1);
  return (
    <div>
      <h3 className={inspector.key}>how they ended</h3>
      {BARS.map(({ name, words, state }) => (
        <Count
          key={name}
          words={words}
          value={governed?.[name] ?? (name === 'waiting' ? agents : 0)}
          most={agents}
          state={state}
        />
      ))}
      {governed && (
        <p className={`label ${styles.note}`}>
          {counted(governed.steps, 'call')}, {counted(governed.tokens, 'token')}, {grouped(governed.refused)}{' '}
          refused, {grouped(governed.failed)} failed
        </p>
      )}
    </div>
  );
}

/** How often each rule has stopped a mission. */
function Rules() {
  const head = useCalmPage(state => state.head, 'cascades');
  const run = usePage(state => state.run);
  if (!run) return null;
  const verdicts = verdictsUpTo(run, head);
  const most = Math.max(1, ...RULES.map(rule => verdicts.get(rule) ?? 0));
  return (
    <div>
      <h3 className={inspector.key}>which rule stopped them</h3>
      {RULES.map(rule => (
        <Count key={rule} words={ruleWords(rule)} value={verdicts.get(rule) ?? 0} most={most} state={null} />
      ))}
    </div>
  );
}

interface CountProps {
  readonly words: string;
  readonly value: number;
  readonly most: number;
  /** The state whose colour the bar has; null: ink. */
  readonly state: string | null;
}

function Count({ words, value, most, state }: CountProps) {
  const hue = state === null ? undefined : ({ '--hue': `var(${stateToken(state, 0)})` } as CSSProperties);
  return (
    <div className={styles.count}>
      <span>{words}</span>
      <span>{value > 0 && <i style={{ ...hue, width: `${(100 * value) / most}%` }} />}</span>
      <b>{grouped(value)}</b>
    </div>
  );
}

/** The same answers with governance and without. */
function Comparison() {
  const link = useLink();
  const store = usePageStore();
  const pair = usePage(pairOf);
  const isAsked = usePage(state => state.pair === 'asked');
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
      {pair ? (
        <Sums pair={pair} />
      ) : (
        <p className="label">
          {isAsked ? (
            'playing the missions twice…'
          ) : (
            <button type="button" className={styles.link} onClick={() => void link.compareGovernance()}>
              Compare with governance off
            </button>
          )}
        </p>
      )}
    </>
  );
}

const COST_NAMES = ['steps', 'calls', 'tokens'] as const;
const COSTS = { steps: 'calls of the model', calls: 'calls of tools', tokens: 'tokens' } as const;

function Sums({ pair }: { readonly pair: PairReport }) {
  const { failing, succeeding, lost } = pair;
  return (
    <>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">
              {counted(failing.missions, 'mission')} that {noun(failing.missions, 'fails', 'fail')}
            </th>
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
      <p className={`label ${styles.note}`}>
        By the same answers {counted(successes(pair, 'without'), 'mission')}{' '}
        {noun(succeeding.missions, 'succeeds', 'succeed')} without governance,{' '}
        {grouped(successes(pair, 'with'))} with it;{' '}
        {lost.length === 0 ? 'none is lost' : `${counted(lost.length, 'is', 'are')} lost`}.
      </p>
    </>
  );
}

function pairSentence(pair: PairReport): string {
  const { failing } = pair;
  const saved = failing.without.steps - failing.with.steps;
  return `On the ${counted(failing.missions, 'mission')} that ${noun(failing.missions, 'fails', 'fail')} without governance it saves ${counted(saved, 'call')} and ${counted(failing.without.tokens - failing.with.tokens, 'token')}; ${pair.lost.length} that would succeed are lost.`;
}

function pairTable(state: PageState) {
  const head = [
    'mission',
    'name',
    'without',
    'with',
    'rule',
    'calls saved',
    'calls without',
    'calls with',
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
