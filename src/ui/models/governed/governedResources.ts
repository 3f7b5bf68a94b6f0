import type { MissionStep, ToolCall } from '../../../engine/models/governed/missionStep.ts';
import type { CallTrace, PairReport } from '../../../engine/models/governed/reports/governedDetail.ts';
import { governedQueries } from '../../../engine/models/governed/reports/governedQueries.ts';
import { getCallSubject, READ_TOOL } from '../../../engine/models/governed/tools.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { createResource, type Resource } from '../../reading/resource.ts';
import { getRequestInterval, getSlowRequestInterval } from '../../resources/attendResources.ts';
import type { PageState } from '../../state/pageState.ts';
import { getInspectedAgent } from '../../state/selection.ts';
import { getViewedTick } from '../../state/viewState.ts';
import { getComparability, getDeciderKey } from './compared/getComparability.ts';
import { GOVERNED, getGovernedPart, getMissionSelection } from './governedPart.ts';

/** True if a question was asked in a step. */
export const isQuestionStep = ({ kind }: MissionStep): boolean =>
  kind !== 'verdict' && kind !== 'resumed' && kind !== 'forced';

/**
 * Fate of a step's advice.
 * @param steps all known steps of the mission: an agent that disobeyed a rule but was not stopped by it and
 * was asked again has made progress.
 */
export function describeAdviceFate(step: MissionStep, steps: readonly MissionStep[]): string {
  const { advice, obeyed, row } = step;
  if (advice === null) return '';
  if (step.kind === 'unanswered') return 'no answer';
  const later = steps.filter(other => other.row > row);
  // A warning after a resume asks for nothing that could be obeyed.
  if (obeyed === null) return later.some(({ kind }) => kind === 'verdict') ? 'stuck again' : '';
  if (advice.rule === null) return obeyed ? 'put right' : 'not put right';
  if (obeyed) return 'obeyed';
  const isStopped = later.some(({ kind, rule }) => kind === 'verdict' && rule === advice.rule);
  return !isStopped && later.some(isQuestionStep) ? 'not obeyed, but got on' : 'not obeyed';
}

/** A call's request in a word or a few: the query or the title that it was about, else the tool. */
export function formatCallQuery({ call }: MissionStep): string {
  if (!call) return '';
  return getCallSubject(call) ?? call.tool.split('.').at(-1) ?? call.tool;
}

/** Result of a call: "3 hits", "read", "not there". */
export function formatCallYield({ tool, total }: ToolCall): string {
  if (tool !== READ_TOOL) return formatNounCount(total, 'hit');
  return total === 0 ? 'not there' : 'read';
}

/** Why a step came to nothing, in a few words. */
export function formatRefusalReason({ failed, refused, call, kind }: MissionStep): string {
  if (refused === null) return `error: ${call?.error ?? ''}`;
  if (kind === 'unanswered') return `unanswered: ${refused}`;
  return failed > 0 ? `failed, ${failed} in a row: ${refused}` : `refused: ${refused}`;
}

/** Number of missions up to which the comparison is made unasked: it takes milliseconds. */
const PAIR_AT_ONCE = 100;

/** The mission whose trace is on the screen: the selected one, else the one that the engine points to. */
const getTracedMission = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  getInspectedAgent(selection) ?? (focus < 0 ? null : focus);

/** The step whose prompt is shown: the selected one, else the latest in which somebody was asked. */
export function getPromptStep(trace: CallTrace | null, row: number | null): MissionStep | undefined {
  if (!trace) return undefined;
  const chosen = trace.steps.find(step => step.row === row);
  if (chosen) return chosen;
  return trace.steps.findLast(isQuestionStep);
}

const trace = createResource({
  subject: getTracedMission,
  stale: state => [getViewedTick(state)],
  ask: (engine, agent) => governedQueries.ask(engine, 'trace', agent),
  keep: (state, answer) => state.know(GOVERNED, { trace: answer }),
  clear: state => state.know(GOVERNED, { trace: null }),
  pace: getRequestInterval,
});

const prompt = createResource({
  subject(state) {
    if (getInspectedAgent(state.selection) === null) return null;
    return getPromptStep(getGovernedPart(state).trace, getMissionSelection(state).step)?.row ?? null;
  },
  ask: (engine, row) => governedQueries.ask(engine, 'stepPrompt', row),
  keep: (state, answer) => state.know(GOVERNED, { prompt: answer }),
  clear: state => state.know(GOVERNED, { prompt: null }),
  pace: getRequestInterval,
});

const missions = createResource({
  subject({ run, shownRows }) {
    const most = run?.info.config.agents ?? 0;
    // All missions are known when they are few; the rows may be those of the previous run.
    const isFew = most <= PAIR_AT_ONCE;
    const agents = isFew ? Array.from({ length: most }, (_, i) => i) : shownRows.filter(i => i < most);
    return agents.length > 0 ? agents : null;
  },
  stale: state => [getViewedTick(state)],
  ask: (engine, agents) => governedQueries.ask(engine, 'missionRows', agents),
  keep: (state, rows) => state.know(GOVERNED, { missions: new Map(rows.map(row => [row.agent, row])) }),
  pace: getSlowRequestInterval,
});

const isTraceCheap = (state: PageState): boolean =>
  state.run !== null && state.run.info.config.agents <= PAIR_AT_ONCE && getComparability(state) === 'policy';

/** The comparison: requested automatically if it is free, else on demand. A failure becomes a notice. */
const pair = createResource({
  // The comparison was about the answers of the previous oracle.
  subject(state) {
    const decider = getDeciderKey(state);
    return isTraceCheap(state) || getGovernedPart(state).pairWanted === decider ? decider : null;
  },
  stale: state => [getGovernedPart(state).pairWishes],
  ask: engine => engine.compare() as Promise<PairReport>,
  isTimeless: true,
  keep: (state, answer) => state.know(GOVERNED, { pair: answer }),
  clear: state => state.know(GOVERNED, { pair: null }),
  meanwhile: state => state.know(GOVERNED, { pair: 'asked' }),
  failed: state => state.know(GOVERNED, { pair: null, pairWanted: null }),
});

/** Trace, prompt, outcomes and the comparison. */
export const GOVERNED_RESOURCES: readonly Resource[] = [trace, prompt, missions, pair];
