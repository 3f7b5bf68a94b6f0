import { usePage } from '../../hooks/hooks.ts';
import { GuardArms, Rules } from './cases/Rules.tsx';
import { Conformance } from './chart/Conformance.tsx';
import { Ways } from './chart/Ways.tsx';
import { Loops, LoopsTwin } from './costs/Loops.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import { type CasesQuestion, getRecordedPart } from './recordedPart.ts';
import { StatesTable, StatesTwin } from './states/StatesTable.tsx';

const TITLES: Readonly<Record<CasesQuestion, string>> = { cost: 'Loops', rules: 'Rules', states: 'States' };

/** The corner of recorded cases while none is selected: what was wasted, which rule would have
 * stopped it, or what the states are. */
export function RecordedOverview() {
  const question = usePage(state => getRecordedPart(state).question);
  return (
    <>
      <Conformance />
      <GuardArms />
      <QuestionHead>
        {TITLES[question]} {question === 'cost' && <LoopsTwin />}
        {question === 'states' && <StatesTwin />}
      </QuestionHead>
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
