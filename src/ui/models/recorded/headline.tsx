import { useCalmPage, usePage } from '../../hooks.ts';
import { looksBack, shownTick } from '../../store/shown.ts';
import { counted, grouped, noun } from '../../words/words.ts';
import { recordedOf } from './recordedPart.ts';

/** How many have ended, and how. */
export function Sentence() {
  const head = useCalmPage(state => Math.max(0, shownTick(state)));
  const agents = usePage(({ run }) => run?.info.config.agents ?? 0);
  const frame = useCalmPage(state => recordedOf(state).frame);
  const rests = usePage(state => state.phase !== 'playing' && !looksBack(state));
  if (head === 0 || frame === null)
    return (
      <>
        <b>{counted(agents, 'recorded case')}</b> {noun(agents, 'waits', 'wait')} to be played again
        {rests && '; press Play'}.
      </>
    );
  const { succeeded, failed, ended } = frame.ended;
  const done = succeeded + failed + ended;
  const how = [
    succeeded > 0 && `${grouped(succeeded)} succeeded`,
    failed > 0 && `${grouped(failed)} failed`,
    ended > 0 && `${grouped(ended)} ended untold`,
  ].filter(Boolean);
  return (
    <>
      <b>Step {grouped(head)}</b>:{' '}
      <b>{done === agents ? `all ${grouped(agents)}` : `${grouped(done)} of ${grouped(agents)}`}</b> cases
      have ended
      {how.length > 0 && (
        <>
          : <b>{how.join(', ')}</b>
        </>
      )}
      .
    </>
  );
}

/** That nothing is asked. */
export function Chip() {
  const name = usePage(({ run }) => run?.info.config.inputInfo.traces?.name ?? '');
  return <>recorded: {name}; nothing is asked</>;
}
