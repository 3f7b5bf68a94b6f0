import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useCalmPage, useCommands, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import { getViewedTick, isLookingBack } from '../../state/viewState.ts';
import headline from '../../views/bar/Headline.module.css';
import { countCheckErrors } from '../../views/side/sideText.ts';
import { getWorkflowPart } from './workflowPart.ts';

const MarketTrouble = createLazyView(async () => (await import('./MarketTrouble.tsx')).MarketTrouble);

const COUNT_WORDS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const spellMarketNumber = (count: number): string => COUNT_WORDS[count] ?? formatGroupedInteger(count);

/** Failures and waiting agents first, then sales, the leader, and a reminder that a mistake in the text does not stop the run. */
export function MarketSentence() {
  const head = useCalmPage(state => Math.max(0, getViewedTick(state)));
  const frame = useCalmPage(state => getWorkflowPart(state).frame);
  const names = usePage(({ run }) => run!.info.names);
  const rests = usePage(state => state.phase !== 'playing' && !isLookingBack(state));
  const errors = usePage(state =>
    state.edits.draft === null ? 0 : countCheckErrors(getWorkflowPart(state).check),
  );
  const isOver = useCalmPage(state => getCurrentAppearance(state).isOver(state));
  return (
    <>
      <b>Tick {formatGroupedInteger(head)}</b>:{' '}
      {head === 0 || frame === null ? (
        <>
          <b>{formatNounCount(names.length, 'agent')}</b> {pluralizeNoun(names.length, 'follows', 'follow')}{' '}
          one workflow to earn scrip, its market’s money{rests && '; press Play'}
        </>
      ) : (
        <>
          {frame.trouble && <MarketTrouble trouble={frame.trouble} />}
          <b>
            {frame.made > 0 && `${formatGroupedInteger(frame.sold)} of `}
            {formatNounCount(frame.made, 'artifact')} sold
            {frame.volume > 0 && ` for ${formatGroupedInteger(frame.volume)} scrip`}
          </b>
          {frame.sold > 0 && (
            <>
              ;{' '}
              {frame.leader.profit > 0 ? (
                <>
                  {names[frame.leader.agent]} {isOver ? 'made' : 'has made'} most by it,{' '}
                  <b>{formatGroupedInteger(frame.leader.profit)}</b>
                </>
              ) : (
                'nobody has made more by it than it cost'
              )}
            </>
          )}
        </>
      )}
      {errors > 0 && (
        <>
          ; {spellMarketNumber(errors)} {pluralizeNoun(errors, 'error')} in the YAML
          {head > 0 && !isOver && (
            <>
              , <b>the run goes on</b>
            </>
          )}
        </>
      )}
      .{isOver && rests && <Longer />}
    </>
  );
}

/** Makes a run that has reached its length twice as long, unless nothing is left to happen in it. */
function Longer() {
  const commands = useCommands();
  const length = usePage(({ run }) => Number(run?.info.config.parameters.ticks));
  const most = usePage(
    ({ run }) => run?.info.parameters.find(({ name }) => name === 'ticks')?.max ?? Number.POSITIVE_INFINITY,
  );
  const isReached = usePage(state => Math.max(0, state.head) >= length);
  const isStopped = usePage(state => getWorkflowPart(state).frame?.stopped === state.run?.info.config.agents);
  const isReplay = usePage(({ run }) => run?.setup.oracle.kind === 'replay');
  const more = Math.min(length, most - length);
  if (!isReached || isStopped || isReplay || more <= 0) return null;
  return (
    <>
      {' '}
      <button
        type="button"
        className={headline.back}
        title="the same run, as if it had been longer from the start; Play goes on with it"
        onClick={() => void commands.lengthen('ticks', length + more)}
      >
        {formatNounCount(more, 'more tick')}
      </button>
    </>
  );
}

/** Number of agents, and the decider. */
export function MarketChip() {
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const kind = usePage(({ run }) => run?.setup.oracle.kind);
  const asks = usePage(({ run }) => run !== null && isLanguageModelOracle(run.setup.oracle));
  const asked = useCalmPage(state => getWorkflowPart(state).frame?.asked ?? 0);
  if (!kind) return null;
  const who = asks
    ? `; ${formatNounCount(asked, 'call')} so far`
    : kind === 'replay'
      ? '; answers of a recording'
      : '';
  return (
    <>
      {formatNounCount(agents, 'agent')}, at most one language-model call a turn{who}
    </>
  );
}
