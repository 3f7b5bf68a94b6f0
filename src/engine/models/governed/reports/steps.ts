import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/steps.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import type { Phase } from '../phases.ts';
import type { GovernedState } from '../state.ts';

/** Phases in which a mission is asked. */
const ASKED: readonly Phase[] = ['init', 'searching', 'analyzing', 'deciding'];

/** What came of the questions of each phase; a mission is stalled that a failed step left in its phase. O(steps of the run). */
export function buildGovernedStepReport({ ledger }: GovernedState, counted: Counted): StepReport {
  const tally = new StepTally(ASKED.length);
  for (const step of ledger.steps) {
    const { agent, tick, phase, next, source, said, refused, failed, kind, row } = step;
    if (source === null || tick < counted.from || tick > counted.to || !isAgentCounted(counted, agent))
      continue;
    const number = ASKED.indexOf(phase);
    const isFailed = refused !== null || failed > 0 || kind === 'unanswered' || kind === 'unreadable';
    const evidence = ledger.evidence.get(row);
    tally.add(number, { ...step, isAnswered: said !== null, isFailed, evidence });
    // A second search in a row is allowed.
    if (next === phase && isFailed) tally.stall(number, agent, tick === counted.to);
  }
  return buildStepReport(tally, {
    ...{ noun: 'phase', failing: 'answers that were refused, or not usable' },
    ...{ names: ASKED, statesOf: name => [name], canStall: true },
  });
}
