import { createLazyView } from '../../controls/createLazyView.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { GuardArms, Rules } from './cases/Rules.tsx';
import type { CasesQuestion } from './casesView.ts';
import { Conformance } from './chart/Conformance.tsx';
import { Ways } from './chart/Ways.tsx';
import { Loops, LoopsTwin } from './costs/Loops.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import { getCasesQuestion, isObserved } from './recordedPart.ts';
import { StatesTable, StatesTwin } from './states/StatesTable.tsx';

const TITLES: Readonly<Record<CasesQuestion, string>> = {
  ...{ cost: 'Loops', rules: 'Rules', states: 'States', clock: 'Time' },
};

const ClockCorner = createLazyView(
  async () => (await import('./clock/ClockCorner.tsx')).ClockCorner,
  <p className="label">Reading the times…</p>,
);

/** The corner of recorded cases while none is selected: what was wasted, which rule would have
 * stopped it, what the states are, or what happens now and where the time went. */
export function RecordedOverview() {
  const question = usePage(getCasesQuestion);
  const isLive = usePage(isObserved);
  return (
    <>
      <Conformance />
      <GuardArms />
      <QuestionHead>
        {question === 'clock' && isLive ? 'Now' : TITLES[question]} {question === 'cost' && <LoopsTwin />}
        {question === 'states' && <StatesTwin />}
      </QuestionHead>
      {question === 'rules' && <Rules />}
      {question === 'states' && <StatesTable />}
      {question === 'clock' && <ClockCorner />}
      {question === 'cost' && (
        <>
          <Loops />
          <Ways />
        </>
      )}
    </>
  );
}
