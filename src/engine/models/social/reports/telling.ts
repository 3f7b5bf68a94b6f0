import { Random } from '../../../core/random.ts';
import type { Telling } from '../../../model/model.ts';
import { wouldChoose } from '../../../oracle/would.ts';
import { chanceOf } from '../../../setup/changes.ts';
import type { SocialQuestion } from '../asking/question.ts';
import { SocialDomain } from '../domain.ts';
import { takenOf } from '../posts/taken.ts';
import type { SocialState } from '../state.ts';
import {
  attributesOf,
  cascadeRecords,
  decisionRecords,
  measurementRecords,
  postRecords,
} from './document.ts';
import { eventsOf } from './events.ts';
import { inspect } from './inspect.ts';
import { postOf } from './outcomesAt.ts';
import { stepsOf } from './steps.ts';
import { tellNodes } from './tellNodes.ts';
import { whyDone, whyPost } from './why.ts';
import { aloneLinks, type Foreseen, foresee, judged } from './whyAlone.ts';

/** What is told of a run of this model beside its frames. */
export const telling = (state: SocialState): Telling => ({
  attributes: agent => attributesOf(state, agent),
  document: () =>
    [
      ['decisions', decisionRecords(state)],
      ['posts', postRecords(state)],
      ['cascades', cascadeRecords(state, state.sealed)],
      ['measurements', measurementRecords(state)],
    ] as const,
  detail: agent => inspect(state, agent),
  nodes: () => tellNodes(state),
  why: id => whyPost(state, postOf(state.posts, id)),
  whyMoment(machine, agent, foreseen) {
    const alone = foreseen === null ? [] : aloneLinks(state, machine, agent, foreseen as Foreseen);
    return [...alone, ...whyDone(state, machine, agent)];
  },
  foresee: (machine, agent) => foresee(state, machine, agent),
  judged: (machine, agent, lines) => judged(state, machine, agent, lines),
  steps: (_, counted) => stepsOf(state, counted),
  events: tick => eventsOf(state, tick),
  would(question, answer) {
    const asked = question as SocialQuestion;
    const { option } = takenOf(asked, answer, new Random(chanceOf(state.config), SocialDomain.choice));
    return wouldChoose(asked, answer, option);
  },
});
