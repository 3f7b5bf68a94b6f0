import { recordedQueries } from '../../../engine/models/recorded/reports/recordedQueries.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import { getRequestInterval } from '../../resources/resources.ts';
import type { PageState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { getViewedTick } from '../../state/shown.ts';
import { getCurrentRuleId } from './cases/bestRule.ts';
import { getRecordedPart, RECORDED } from './recordedPart.ts';

/** The case whose steps are on the screen: the selected one, else the one that the engine points to. */
const getTracedCase = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  getInspectedAgent(selection) ?? (focus < 0 ? null : focus);

const trace = createResource({
  subject: getTracedCase,
  stale: state => [getViewedTick(state)],
  ask: (engine, agent) => recordedQueries.ask(engine, 'trace', agent),
  keep: (state, answer) => state.know(RECORDED, { trace: answer }),
  clear: state => state.know(RECORDED, { trace: null }),
  pace: getRequestInterval,
});

const reading = createResource({
  subject: ({ run }) => (run === null ? null : 'reading'),
  ask: engine => recordedQueries.ask(engine, 'reading', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { reading: answer }),
  clear: state => state.know(RECORDED, { reading: null }),
});

/** Milliseconds after which rules are asked for: the first picture comes before them. */
const AFTER_PICTURE = 500;

/** All rules; the whole of the traces is known from the start. */
const rules = createResource({
  subject: ({ run }) => (run === null ? null : 'rules'),
  ask: engine => recordedQueries.ask(engine, 'rules', null),
  isTimeless: true,
  delay: () => AFTER_PICTURE,
  keep: (state, answer) => state.know(RECORDED, { rules: answer }),
  clear: state => state.know(RECORDED, { rules: [] }),
});

const rule = createResource({
  subject: state => (state.run === null ? null : getCurrentRuleId(getRecordedPart(state))),
  ask: (engine, id) => recordedQueries.ask(engine, 'rule', id),
  isTimeless: true,
  delay: () => AFTER_PICTURE,
  keep: (state, answer) => state.know(RECORDED, { rule: answer }),
  clear: state => state.know(RECORDED, { rule: null }),
});

const ways = createResource({
  subject: ({ run }) => (run === null ? null : 'ways'),
  ask: engine => recordedQueries.ask(engine, 'ways', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { ways: answer }),
  clear: state => state.know(RECORDED, { ways: null }),
});

const flow = createResource({
  subject: ({ run }) => (run === null ? null : 'flow'),
  ask: engine => recordedQueries.ask(engine, 'flow', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { flow: answer }),
  clear: state => state.know(RECORDED, { flow: null }),
});

const tuned = createResource({
  subject: state => (state.run !== null && getRecordedPart(state).tunedWishes > 0 ? 'tuned' : null),
  stale: state => [getRecordedPart(state).tunedWishes],
  ask: engine => recordedQueries.ask(engine, 'tuned', null),
  isTimeless: true,
  keep: (state, answer) => state.know(RECORDED, { tuned: answer }),
  clear: state => state.know(RECORDED, { tuned: null }),
  meanwhile: state => state.know(RECORDED, { tuned: 'asked' }),
  failed: state => state.know(RECORDED, { tuned: null, tunedWishes: 0 }),
});

/** What the views of recorded cases ask the engine. */
export const RECORDED_RESOURCES: readonly Resource[] = [trace, reading, flow, rules, rule, ways, tuned];
