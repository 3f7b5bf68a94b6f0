import { describeStandstill } from '../../../engine/models/workflow/reports/standstill.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { counted, grouped, noun } from '../../lib/words.ts';
import { lookNow } from '../../model/looks.ts';
import { looksBack, shownTick } from '../../state/shown.ts';
import { errorsIn } from '../../views/side/sideText.ts';
import { workflowOf } from './workflowPart.ts';

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const spelt = (count: number): string => NUMBERS[count] ?? grouped(count);

/** Sales, the leader, and a reminder that a mistake in the text does not stop the run. */
export function Sentence() {
  const head = useCalmPage(state => Math.max(0, shownTick(state)));
  const frame = useCalmPage(state => workflowOf(state).frame);
  const names = usePage(({ run }) => run!.info.names);
  const rests = usePage(state => state.phase !== 'playing' && !looksBack(state));
  const errors = usePage(state => (state.edits.draft === null ? 0 : errorsIn(workflowOf(state).check)));
  const isOver = useCalmPage(state => lookNow(state).isOver(state));
  return (
    <>
      <b>Tick {grouped(head)}</b>:{' '}
      {head === 0 || frame === null ? (
        <>
          <b>{counted(names.length, 'agent')}</b> {noun(names.length, 'follows', 'follow')} one workflow to
          earn scrip, its market’s money{rests && '; press Play'}
        </>
      ) : (
        <>
          <b>
            {frame.standstill && frame.sold === 0 ? '0' : counted(frame.sold, 'artifact')} sold
            {frame.volume > 0 && ` for ${grouped(frame.volume)} scrip`}
          </b>
          {frame.standstill && frame.sold === 0 && <>: {describeStandstill(frame.standstill)}</>}
          {frame.sold > 0 && (
            <>
              ;{' '}
              {frame.leader.profit > 0 ? (
                <>
                  {names[frame.leader.agent]} {isOver ? 'made' : 'has made'} most by it,{' '}
                  <b>{grouped(frame.leader.profit)}</b>
                </>
              ) : (
                'nobody has made more by it than it cost'
              )}
            </>
          )}
          {frame.standstill && frame.sold > 0 && (
            <>
              ; none lately: <b>{describeStandstill(frame.standstill)}</b>
            </>
          )}
          {frame.stopped > 0 && (
            <>
              ;{' '}
              <b>
                {frame.stopped === names.length ? 'every workflow' : counted(frame.stopped, 'workflow')} has
                ended in failure
              </b>
            </>
          )}
        </>
      )}
      {errors > 0 && (
        <>
          ; {spelt(errors)} {noun(errors, 'error')} in the YAML
          {head > 0 && !isOver && (
            <>
              , <b>the run goes on</b>
            </>
          )}
        </>
      )}
      .
    </>
  );
}

/** How many there are, and who decides. */
export function Chip() {
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const kind = usePage(({ run }) => run?.setup.oracle.kind);
  const asks = usePage(({ run }) => run !== null && isLanguageModelOracle(run.setup.oracle));
  const asked = useCalmPage(state => workflowOf(state).frame?.asked ?? 0);
  if (!kind) return null;
  const who = asks
    ? `; ${counted(asked, 'call')} so far`
    : kind === 'replay'
      ? '; answers of a recording'
      : '';
  return (
    <>
      {counted(agents, 'agent')}, at most one language-model call a turn{who}
    </>
  );
}
