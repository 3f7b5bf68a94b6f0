import { usePage } from '../../hooks/hooks.ts';
import { GuardArms, Rules } from './cases/Rules.tsx';
import { Conformance } from './chart/Conformance.tsx';
import { Ways } from './chart/Ways.tsx';
import { Loops } from './costs/Loops.tsx';
import { getRecordedPart } from './recordedPart.ts';
import { StatesTable } from './states/StatesTable.tsx';

/** The corner of recorded cases while none is selected: what was wasted, which rule would have
 * stopped it, or what the states are. */
export function RecordedOverview() {
  const question = usePage(state => getRecordedPart(state).question);
  return (
    <>
      <Conformance />
      <GuardArms />
      {question === 'rules' && <Rules />}
      {question === 'states' && <StatesTable />}
      {question === 'cost' && (
        <>
          <Loops />
          <Ways />
        </>
      )}
    </>
  );
}
