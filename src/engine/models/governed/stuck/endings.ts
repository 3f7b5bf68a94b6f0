import type { Tick } from '../../../core/indices.ts';
import { estimateTextTokens } from '../../../oracle/formats/tokens.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { MissionStep } from '../missionStep.ts';
import type { Phase, Rule } from '../phases.ts';
import { type MissionLoop, UNASKED } from '../step/missionLoop.ts';
import { createFinishCall } from '../step/result.ts';
import { describeRuleReason } from './describeStuckAdvice.ts';
import { getPhaseTimeout, isStuckPhase } from './ruleColumns.ts';
import { summarizeFailure } from './summarizeFailure.ts';

/** Reasons for not asking an agent: a rule, the two ways out of being stuck, the step limit. */
type Due = Rule | 'resume' | 'give_up' | 'step_limit';

/** The reason for ending an agent's mission before its next question; null if it may be asked. */
export function findDueEnd(loop: MissionLoop, agent: number): Due | null {
  const { rules, ledger, parameters } = loop;
  const phase = loop.phaseOf(agent);
  if (isStuckPhase(phase)) return loop.chances?.hasOne(agent) ? 'resume' : 'give_up';
  if (rules.steps[agent] >= parameters.step_limit) return 'step_limit';
  return rules.holding(agent, phase).find(rule => ledger.isWarned(agent, rule)) ?? null;
}

/** Ends a mission, or sends it to STUCK_* or back from there, without a question. */
export function endWithoutQuestion(
  loop: MissionLoop,
  agent: number,
  due: Due,
  tick: Tick,
  machine: Machine,
): void {
  if (due === 'resume') resumeStuckAgent(loop, agent, tick, machine);
  else if (due === 'give_up' || due === 'step_limit') forceMissionEnd(loop, agent, due, tick, machine);
  else moveToStuckPhase(loop, agent, due, tick, machine);
}

/** Moves an agent to STUCK_*: it has been advised about the rule, which still holds. */
function moveToStuckPhase(loop: MissionLoop, agent: number, rule: Rule, tick: Tick, machine: Machine): void {
  const { ledger, rules } = loop;
  const phase = loop.phaseOf(agent);
  const reason = describeRuleReason(loop.troubleOf(agent, rule));
  const row = ledger.steps.length;
  machine.fire(agent, loop.trigger(rule), row + 1);
  const next = loop.phaseOf(agent);
  rules.enter(agent, next, 0);
  ledger.blame(agent, rule);
  loop.counts.verdicts++;
  const number = rules.steps[agent];
  ledger.add(
    { ...UNASKED, row, agent, tick, number, phase, next, kind: 'verdict', rule, reason },
    0,
    undefined,
    machine.log,
  );
}

function forceMissionEnd(
  loop: MissionLoop,
  agent: number,
  due: 'give_up' | 'step_limit',
  tick: Tick,
  machine: Machine,
): void {
  const { ledger, rules, parameters, durations } = loop;
  const givesUp = due === 'give_up';
  const rule = givesUp ? ledger.ruleOf(agent) : 'step_limit';
  const steps = ledger.stepsOf(agent);
  const reason = givesUp
    ? (steps[steps.length - 1].reason ?? '')
    : `the limit of ${parameters.step_limit} steps is reached`;
  // Without governance nobody would write one: the mission just ends.
  const summary = parameters.governance
    ? summarizeFailure({ goal: loop.goalOf(agent), because: reason, elapsed: ledger.elapsed[agent], steps })
    : null;
  const row = ledger.steps.length;
  const phase = loop.phaseOf(agent);
  const number = rules.steps[agent];
  machine.fire(agent, loop.trigger(due), row + 1);
  if (!givesUp) ledger.blame(agent, 'step_limit');
  const writing = summary === null ? 0 : durations.thinking(agent, number + 1, estimateTextTokens(summary));
  const step: MissionStep = {
    ...UNASKED,
    row,
    agent,
    tick,
    number,
    phase,
    next: 'finishing',
    kind: 'forced',
    rule,
    reason,
    call: createFinishCall({
      reason: givesUp ? 'stuck_detection' : 'step_limit',
      rule,
      ...(summary && { summary }),
    }),
    milliseconds: Math.min(writing, getPhaseTimeout('stuck_search', parameters)),
  };
  ledger.add(step, 0, undefined, machine.log);
  ledger.dossier(agent).summary = summary;
  ledger.end(agent, tick, givesUp ? 'stuck' : 'cut_off');
}

/** The warning after a resume. */
interface Warning {
  readonly rule: Rule;
  /** The rule's observation in words. */
  readonly reason: string;
  /** The phase that it is back in. */
  readonly phase: Phase;
  /** Chances that remain after this one. */
  readonly left: number;
}

/**
 * Sends a stuck agent back to its previous phase, with a warning for its next prompt. All counts of the rules start
 * again; a rule's grace is given only once.
 */
function resumeStuckAgent(loop: MissionLoop, agent: number, tick: Tick, machine: Machine): void {
  const { ledger, rules } = loop;
  const chances = loop.chances!;
  const verdict = ledger.stepsOf(agent).at(-1)!;
  const row = ledger.steps.length;
  const phase = loop.phaseOf(agent);
  machine.fire(agent, loop.trigger('resume'), row + 1);
  const next = loop.phaseOf(agent);
  const number = rules.steps[agent];
  chances.use(agent, number);
  rules.anew(agent, next);
  ledger.pardon(agent);
  const rule = verdict.rule as Rule;
  const used = chances.used[agent];
  const dossier = ledger.dossier(agent);
  dossier.tool = null;
  dossier.actions = [];
  dossier.refusal = describeResumeWarning({
    rule,
    reason: verdict.reason ?? '',
    phase: next,
    left: chances.limit - used,
  });
  const reason = `second chance ${used} of ${chances.limit}`;
  ledger.add(
    { ...UNASKED, row, agent, tick, number, phase, next, kind: 'resumed', rule, reason },
    0,
    undefined,
    machine.log,
  );
}

/** The warning in the words of a prompt. */
function describeResumeWarning({ rule, reason, phase, left }: Warning): string {
  const remain = left === 0 ? 'no other one is left' : `${left} more ${left === 1 ? 'is' : 'are'} left`;
  return `You were found stuck by the rule ${rule}: ${reason}. You get another try in ${phase.toUpperCase()}; ${remain}. Do something else now, or finish.`;
}
