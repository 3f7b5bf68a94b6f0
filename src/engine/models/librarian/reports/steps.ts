import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/steps.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import type { LibrarianState } from '../state.ts';
import type { Step } from '../step/step.ts';
import { ACTIONS, PAGE_OUT } from '../words.ts';

const [THOUGHT, UNREAD] = ['thought', 'no action'];
const ROWS = [THOUGHT, ...ACTIONS, PAGE_OUT, UNREAD];

/** What came of the answers, by what they asked for. O(steps of the run). */
export function buildLibrarianStepReport({ ledger }: LibrarianState, counted: Counted): StepReport {
  const tally = new StepTally(ROWS.length);
  for (const step of ledger.steps) {
    const { agent, tick, source, said, error, kind, row } = step;
    if (source === null || tick < counted.from || tick > counted.to || !isAgentCounted(counted, agent))
      continue;
    tally.add(ROWS.indexOf(getRequestedAction(step)), {
      ...step,
      isAnswered: said !== null,
      isFailed: error !== null || kind === 'unanswered',
      evidence: ledger.evidence.get(row),
    });
  }
  // Each answer leads on, to the next item or to be asked again.
  return buildStepReport(tally, { noun: 'action', names: ROWS, statesOf: () => null, canStall: false });
}

const getRequestedAction = ({ kind, action }: Step): string =>
  action?.type ?? (kind === 'thought' ? THOUGHT : UNREAD);
