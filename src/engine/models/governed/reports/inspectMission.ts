import type { Tick } from '../../../core/indices.ts';
import { buildGovernedPrompt } from '../buildGovernedPrompt.ts';
import type { GovernedState } from '../governedState.ts';
import { STUCK_RULES } from '../phases.ts';
import { describeRuleReason } from '../stuck/describeStuckAdvice.ts';
import { getPhaseTimeout, isStuckPhase, RULE_GUARDS, STUCK } from '../stuck/ruleColumns.ts';
import { summarizeFailure } from '../stuck/summarizeFailure.ts';
import type { CallTrace, GovernedDetail, MissionRow, StepPrompt } from './governedDetail.ts';

/** `mission_09`, 1-based as in the list. */
const formatMissionId = (agent: number): string => `mission_${String(agent + 1).padStart(2, '0')}`;

/** A mission's steps so far; `tick` is the last sealed one. */
export function buildCallTrace(state: GovernedState, agent: number, tick: Tick): CallTrace {
  const { ledger, loop } = state;
  return {
    agent,
    id: formatMissionId(agent),
    title: state.nameOf(agent),
    goal: loop.goalOf(agent),
    upTo: tick,
    started: ledger.startedAt(agent),
    steps: [...ledger.stepsOf(agent)],
    outcome: ledger.outcomeOf(agent),
    ending: ledger.endingOf(agent),
    rule: ledger.ruleOf(agent),
    chances: loop.chances?.limit ?? 0,
  };
}

/** The governed part of the inspector at the sealed tick. */
export function inspectMission(state: GovernedState, agent: number): GovernedDetail {
  const { ledger, rules, loop, cast, parameters, sealed } = state;
  const phase = loop.phaseOf(agent);
  const isUnderWay = ledger.outcomeOf(agent) === 'under_way';
  const dossier = ledger.startedAt(agent) === null ? null : ledger.dossier(agent);
  return {
    kind: 'governed',
    trace: buildCallTrace(state, agent, sealed),
    character: cast.characterOf(agent),
    expected: loop.missionOf(agent).expected,
    phase,
    phaseMilliseconds: rules.phaseMs[agent],
    timeout: phase === 'init' ? null : getPhaseTimeout(phase, parameters),
    elapsed: ledger.elapsed[agent],
    calls: ledger.calls[agent],
    tokens: ledger.tokens[agent],
    final: dossier?.final ?? null,
    summary: dossier?.summary ?? null,
    wouldSay: isUnderWay ? summarizeMissionNow(state, agent) : null,
    rules: buildRuleLines(state, agent),
  };
}

/** The summary that ending the mission now would give. */
function summarizeMissionNow({ ledger, loop, rules }: GovernedState, agent: number): string {
  const steps = ledger.stepsOf(agent);
  const [rule] = rules.holding(agent, loop.phaseOf(agent));
  const because = rule === undefined ? 'it was ended now' : describeRuleReason(loop.troubleOf(agent, rule));
  return summarizeFailure({ goal: loop.goalOf(agent), because, elapsed: ledger.elapsed[agent], steps });
}

/** Lines for the rules that can hold in the agent's state. */
function buildRuleLines(
  { rules, loop, ledger, parameters }: GovernedState,
  agent: number,
): GovernedDetail['rules'] {
  const phase = loop.phaseOf(agent);
  if (!parameters.governance || STUCK[phase] === undefined) return [];
  return STUCK_RULES.filter(rule => RULE_GUARDS[rule].phases.includes(phase)).map(rule => ({
    rule,
    value: rules.value(agent, rule),
    limit: rules.limit(agent, rule),
    unit: RULE_GUARDS[rule].unit,
    warned: ledger.isWarned(agent, rule),
  }));
}

/** A mission's line in the list, at the sealed tick. */
export function buildMissionRow(
  { ledger, rules, loop, parameters }: GovernedState,
  agent: number,
): MissionRow {
  const { expected } = loop.missionOf(agent);
  const isUnderWay = ledger.outcomeOf(agent) === 'under_way';
  const phase = loop.phaseOf(agent);
  return {
    agent,
    outcome: ledger.outcomeOf(agent),
    ending: ledger.endingOf(agent),
    phase,
    rule: ledger.ruleOf(agent),
    steps: rules.steps[agent],
    resumed: loop.chances?.used[agent] ?? 0,
    calls: ledger.calls[agent],
    tokens: ledger.tokens[agent],
    started: ledger.startedAt(agent),
    ended: ledger.endedAt(agent),
    isUnanswerable: expected && expected.answers.length + expected.sources.length === 0,
    stuck:
      isUnderWay && parameters.governance && (rules.holding(agent, phase).length > 0 || isStuckPhase(phase)),
  };
}

/** The prompt of a past step, rebuilt from what had been done before it. */
export function rebuildStepPrompt(state: GovernedState, row: number): StepPrompt | null {
  const { ledger, loop, parameters } = state;
  const step = ledger.steps[row];
  if (step === undefined || step.source === null) return null;
  const { agent, number, phase, advice } = step;
  const user = buildGovernedPrompt({
    goal: loop.goalOf(agent),
    past: ledger.stepsOf(agent).filter(other => other.number < number),
    state: parameters.governance ? { phase, phaseMilliseconds: ledger.askedAt[row], advice } : null,
  });
  return { row, system: state.system, user, tokens: step.tokensIn };
}
