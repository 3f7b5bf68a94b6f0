import { usePage } from '../../hooks/hooks.ts';
import { GuardArms, Rules } from './cases/Rules.tsx';
import { Conformance } from './chart/Conformance.tsx';
import { Ways } from './chart/Ways.tsx';
import { Loops } from './costs/Loops.tsx';
import { getRecordedPart } from './recordedPart.ts';

/** The corner of recorded cases while none is selected: what was wasted, or which rule would have stopped it. */
export function RecordedOverview() {
  const question = usePage(state => getRecordedPart(state).question);
  return (
    <>
      <Conformance />
      <GuardArms />
      {question === 'rules' ? (
        <Rules />
      ) : (
        <>
          <Loops />
          <Ways />
        </>
      )}
    </>
  );
}
