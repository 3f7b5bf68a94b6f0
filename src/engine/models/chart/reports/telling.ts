import { Random } from '../../../core/random.ts';
import type { Telling } from '../../../model/model.ts';
import { attributesOfNode } from '../../../network/nodeGroups.ts';
import { wouldChoose } from '../../../oracle/would.ts';
import { chanceOf } from '../../../setup/changes.ts';
import type { ChartQuestion } from '../chartQuestion.ts';
import { takenOf } from '../decisions.ts';
import { ChartDomain } from '../domain.ts';
import type { ChartState } from '../state.ts';
import { decisionRecords, measurementRecords } from './document.ts';
import { eventsOf } from './events.ts';
import { inspect } from './inspect.ts';
import type { ChartAttributes, ChartLine } from './schema.ts';
import { stepsOf } from './steps.ts';
import { whyDone } from './why.ts';
import { type Foreseen, foresee } from './whyDrawn.ts';

/** What is told of a run of this model beside its frames. */
export const telling = (state: ChartState): Telling => ({
  attributes: agent => attributesOf(state, agent),
  document: () =>
    [
      ['chart', chartLines(state)],
      ['decisions', state.decisions === null ? [] : decisionRecords(state.decisions)],
      // A chart that asks nobody has nothing to measure.
      ...(state.decisions === null ? [] : [['measurements', measurementRecords(state.decisions)] as const]),
    ] as const,
  detail: agent => inspect(state, agent),
  whyMoment: (machine, agent, foreseen) => whyDone(state, machine, agent, foreseen as Foreseen | null),
  foresee: (machine, agent) => foresee(state, machine, agent),
  ...(state.decisions && { steps: (_, counted) => stepsOf(state.decisions!, counted) }),
  events: tick => eventsOf(state, tick),
  would(question, answer) {
    const { agent, tick, events } = question as ChartQuestion;
    const choice = new Random(chanceOf(state.config), ChartDomain.choice);
    const { option } = takenOf(answer, events.length, choice.unit(agent, tick, 0));
    return wouldChoose(question as ChartQuestion, answer, option);
  },
});

function attributesOf({ inputs }: ChartState, agent: number): ChartAttributes {
  const { network } = inputs;
  const label = network.labels?.[agent] ?? null;
  return {
    ...(label !== null && { label }),
    ...attributesOfNode(network, agent),
    followers: followersOf(network, agent),
  };
}

const followersOf = ({ offsets }: ChartState['inputs']['network'], agent: number): number =>
  offsets[agent + 1] - offsets[agent];

/** The chart's file, line by line: the document can be replayed by itself. */
function* chartLines({ inputs }: ChartState): Generator<ChartLine> {
  for (const [i, text] of inputs.text.split('\n').entries()) yield { line: i + 1, text };
}
