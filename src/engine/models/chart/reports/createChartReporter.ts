import { Random } from '../../../core/random.ts';
import type { Telling } from '../../../model/model.ts';
import { getNodeAttributes } from '../../../network/groupNodesByColumn.ts';
import { predictChoiceEffect } from '../../../oracle/would.ts';
import { getSeedSchedule } from '../../../setup/changes.ts';
import type { ChartQuestion } from '../chartQuestion.ts';
import { checkChartAnswer } from '../decisions.ts';
import { ChartDomain } from '../domain.ts';
import type { ChartState } from '../state.ts';
import { writeChartDecisions, writeChartMeasurements } from './document.ts';
import { listChartEvents } from './events.ts';
import { inspectChartAgent } from './inspectChartAgent.ts';
import type { ChartAttributes, ChartLine } from './schema.ts';
import { buildChartStepReport } from './steps.ts';
import { explainChartMoment } from './why.ts';
import { type Foreseen, foreseeChartDraws } from './whyDrawn.ts';

/** What is told of a run of this model beside its frames. */
export const createChartReporter = (state: ChartState): Telling => ({
  attributes: agent => getChartAttributes(state, agent),
  document: () =>
    [
      ['chart', writeChartLines(state)],
      ['decisions', state.decisions === null ? [] : writeChartDecisions(state.decisions)],
      // A chart that asks nobody has nothing to measure.
      ...(state.decisions === null
        ? []
        : [['measurements', writeChartMeasurements(state.decisions)] as const]),
    ] as const,
  detail: agent => inspectChartAgent(state, agent),
  whyMoment: (machine, agent, foreseen) =>
    explainChartMoment(state, machine, agent, foreseen as Foreseen | null),
  foresee: (machine, agent) => foreseeChartDraws(state, machine, agent),
  ...(state.decisions && { steps: (_, counted) => buildChartStepReport(state.decisions!, counted) }),
  events: tick => listChartEvents(state, tick),
  would(question, answer) {
    const { agent, tick, events } = question as ChartQuestion;
    const choice = new Random(getSeedSchedule(state.config), ChartDomain.choice);
    const { option } = checkChartAnswer(answer, events.length, choice.unit(agent, tick, 0));
    return predictChoiceEffect(question as ChartQuestion, answer, option);
  },
});

function getChartAttributes({ inputs }: ChartState, agent: number): ChartAttributes {
  const { network } = inputs;
  const label = network.labels?.[agent] ?? null;
  return {
    ...(label !== null && { label }),
    ...getNodeAttributes(network, agent),
    followers: countFollowers(network, agent),
  };
}

const countFollowers = ({ offsets }: ChartState['inputs']['network'], agent: number): number =>
  offsets[agent + 1] - offsets[agent];

/** The chart's file, line by line: the document can be replayed by itself. */
function* writeChartLines({ inputs }: ChartState): Generator<ChartLine> {
  for (const [i, text] of inputs.text.split('\n').entries()) yield { line: i + 1, text };
}
