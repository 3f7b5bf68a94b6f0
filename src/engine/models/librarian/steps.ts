import { type Counted, isCounted } from '../../statistics/counted.ts';
import type { StepReport } from '../../statistics/steps.ts';
import { StepTally } from '../../statistics/stepTally.ts';
import type { LibrarianState } from './state.ts';
import type { Step } from './step/step.ts';
import { ACTIONS, PAGE_OUT } from './words.ts';

const [THOUGHT, UNREAD] = ['thought', 'no action'];
const ROWS = [THOUGHT, ...ACTIONS, PAGE_OUT, UNREAD];

/** What came of the answers, by what they asked for. O(steps of the run). */
export function stepsOf({ ledger }: LibrarianState, counted: Counted): StepReport {
  const tally = new StepTally(ROWS.length);
  for (const step of ledger.steps) {
    const { agent, tick, source, said, error, kind, row } = step;
    if (source === null || tick < counted.from || tick > counted.to || !isCounted(counted, agent)) continue;
    tally.add(ROWS.indexOf(askedFor(step)), {
      ...step,
      isAnswered: said !== null,
      isFailed: error !== null || kind === 'unanswered',
      evidence: ledger.evidence.get(row),
    });
  }
  return {
    noun: 'action',
    rows: ROWS.map((name, number) => ({
      ...{ name, type: null, at: null, states: null },
      ...tally.plainFiguresOf(number),
      // Each answer leads on, to the next item or to be asked again.
      ...{ stalled: null, stalledAgents: null, stalledNow: null },
    })),
    edges: null,
  };
}

const askedFor = ({ kind, action }: Step): string => action?.type ?? (kind === 'thought' ? THOUGHT : UNREAD);
