import { Random } from '../../../core/random.ts';
import type { Telling } from '../../../model/model.ts';
import { predictChoiceEffect } from '../../../oracle/would.ts';
import { getSeedSchedule } from '../../../setup/changes.ts';
import type { SocialQuestion } from '../asking/question.ts';
import { SocialDomain } from '../domain.ts';
import { checkSocialAnswer } from '../posts/taken.ts';
import type { SocialState } from '../state.ts';
import { buildPersonFacts } from './buildPersonFacts.ts';
import {
  getSocialAttributes,
  writeCascadeRecords,
  writePostRecords,
  writeSocialDecisions,
  writeSocialMeasurements,
} from './document.ts';
import { listSocialEvents } from './events.ts';
import { inspectPerson } from './inspectPerson.ts';
import { findPostNumber } from './measureSocialOutcomes.ts';
import { buildSocialStepReport } from './steps.ts';
import { explainPost, explainSocialMoment } from './why.ts';
import { buildUnaskedLinks, type Foreseen, filterUnaskedLines, foreseeSocialDraws } from './whyAlone.ts';

/** What is told of a run of this model beside its frames. */
export const createSocialReporter = (state: SocialState): Telling => ({
  attributes: agent => getSocialAttributes(state, agent),
  document: () =>
    [
      ['decisions', writeSocialDecisions(state)],
      ['posts', writePostRecords(state)],
      ['cascades', writeCascadeRecords(state, state.sealed)],
      ['measurements', writeSocialMeasurements(state)],
    ] as const,
  detail: agent => inspectPerson(state, agent),
  nodes: () => buildPersonFacts(state),
  why: id => explainPost(state, findPostNumber(state.posts, id)),
  whyMoment(machine, agent, foreseen) {
    const alone = foreseen === null ? [] : buildUnaskedLinks(state, machine, agent, foreseen as Foreseen);
    return [...alone, ...explainSocialMoment(state, machine, agent)];
  },
  foresee: (machine, agent) => foreseeSocialDraws(state, machine, agent),
  judged: (machine, agent, lines) => filterUnaskedLines(state, machine, agent, lines),
  steps: (_, counted) => buildSocialStepReport(state, counted),
  events: tick => listSocialEvents(state, tick),
  would(question, answer) {
    const asked = question as SocialQuestion;
    const { option } = checkSocialAnswer(
      asked,
      answer,
      new Random(getSeedSchedule(state.config), SocialDomain.choice),
    );
    return predictChoiceEffect(asked, answer, option);
  },
});
