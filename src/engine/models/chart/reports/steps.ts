import { SOURCES } from '../../../oracle/oracle.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/steps.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import type { ChartDecisions } from '../decisions.ts';

/** What came of the questions of each state that asks; an agent is stalled whom an answer moved nowhere. O(decisions of the run). */
export function buildChartStepReport(decisions: ChartDecisions, counted: Counted): StepReport {
  const { states, tick, agent, state, source, moved, said, count } = decisions;
  const tally = new StepTally(states.length);
  for (let row = 0; row < count; row++) {
    const [when, who, asked] = [tick.data[row], agent.data[row], state.data[row]];
    if (when < counted.from || when > counted.to || !isAgentCounted(counted, who)) continue;
    const evidence = said.get(row)?.evidence;
    const by = SOURCES[source.data[row]];
    tally.add(asked, {
      source: by,
      isAnswered: by !== 'late',
      isFailed: decisions.chosen(row) === null,
      tokensIn: evidence?.tokensIn ?? 0,
      tokensOut: evidence?.tokensOut ?? 0,
      evidence,
    });
    if (moved.data[row] === 0) tally.stall(asked, who, when === counted.to);
  }
  return buildStepReport(tally, { noun: 'state', names: states, statesOf: name => [name], canStall: true });
}
