import type { StrategySums } from '../../../engine/models/librarian/librarianState.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import {
  formatRecallPercent,
  hasPolicyStrategies,
  spellSmallNumber,
  sumStrategyPart,
} from './describeRecall.ts';
import { getLibrarianPart } from './librarianPart.ts';

/** Number of recalled facts, by strategy. */
export function LibrariansSentence() {
  const head = useCalmPage(state => Math.max(0, getViewedTick(state)));
  const target = usePage(state => (isLookingBack(state) ? null : state.target));
  const frame = useCalmPage(state => getLibrarianPart(state).frame);
  const agents = usePage(({ run }) => run!.info.config.agents);
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const strategies = frame?.strategies ?? [];
  const settled = sumStrategyPart(strategies, 'settled');
  return (
    <>
      <b>Cycle {formatGroupedInteger(head)}</b>
      {target !== null && ` of ${formatGroupedInteger(target)}`}:{' '}
      {head === 0 ? (
        <>
          <b>
            {spellSmallNumber(agents)} {pluralizeNoun(agents, 'librarian')}
          </b>{' '}
          {pluralizeNoun(agents, 'has', 'have')} a long text to read, and a small memory
          {rests && '; press Play'}.
        </>
      ) : settled === 0 ? (
        <>
          {spellSmallNumber(agents)} {pluralizeNoun(agents, 'librarian')}{' '}
          {pluralizeNoun(agents, 'reads', 'read')}; no question is settled yet.
        </>
      ) : (
        <Recalled strategies={strategies} settled={settled} agents={agents} />
      )}
    </>
  );
}

interface Props {
  readonly strategies: readonly StrategySums[];
  readonly settled: number;
  readonly agents: number;
}

function Recalled({ strategies, settled, agents }: Props) {
  const stopped = useCalmPage(state => getLibrarianPart(state).frame?.stopped ?? 0);
  const right = sumStrategyPart(strategies, 'right');
  const isOver = stopped === agents;
  const played = usePage(hasPolicyStrategies);
  const both = played ? strategies.filter(sums => sums.settled > 0) : [];
  const all = sumStrategyPart(strategies, 'questions');
  // Agents who were asked less often were mostly asked easier questions.
  const isEven = both.every(({ settled: asked }) => asked === both[0].settled);
  return (
    <>
      {isOver && (agents > 1 ? `all ${spellSmallNumber(agents)} have stopped: ` : 'it has stopped: ')}
      <b>
        {formatGroupedInteger(right)} of {formatGroupedInteger(settled)}
      </b>{' '}
      {pluralizeNoun(settled, 'fact')} recalled
      {isOver && all > settled && `, ${formatGroupedInteger(all - settled)} not asked`}
      {both.length > 1 ? (
        both.map((sums, position) => (
          <span key={sums.strategy}>
            {position === 0 ? '; ' : ', '}
            {sums.strategy} <b>{formatRecallPercent(sums.right, sums.settled)}</b>
            {!isEven && ` of ${formatGroupedInteger(sums.settled)}`}
          </span>
        ))
      ) : (
        <>
          , <b>{formatRecallPercent(right, settled)}</b>
          {played &&
            strategies.length === 1 &&
            `; ${pluralizeNoun(agents, 'it is', 'all are')} ${strategies[0].strategy}`}
        </>
      )}
      .
    </>
  );
}

/** The meaning of recall, and who decides. */
export function LibrariansChip() {
  const kind = usePage(({ run }) => run?.setup.oracle.kind);
  const asks = usePage(({ run }) => run !== null && isLanguageModelOracle(run.setup.oracle));
  const decisions = useCalmPage(state => state.oracleReport?.decisions ?? 0);
  const foreign = useCalmPage(
    state => state.oracleReport?.notOwn.reduce((sum, { count }) => sum + count, 0) ?? 0,
  );
  const mixed = usePage(state => state.mixed);
  if (!kind) return null;
  const all = formatNounCount(decisions, 'decision');
  const own =
    foreign > 0
      ? `${formatGroupedInteger(decisions - foreign)} of ${all}, ${pluralizeNoun(foreign, 'the other is', 'the others are')} not its own`
      : all;
  const byModel = decisions === 0 ? 'a language model will decide' : `a language model decides: ${own}`;
  const byPolicy = mixed
    ? 'the policy decides now, others did before'
    : 'no language model, scripted strategies';
  const decider = asks ? byModel : kind === 'replay' ? 'answers of a recording' : byPolicy;
  return <>recall: facts answered correctly / asked; {decider}</>;
}
