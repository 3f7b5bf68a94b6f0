import type { Tick } from '../../../core/indices.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { Phase, Rule } from '../phases.ts';
import type { Loop } from '../step/loop.ts';
import { UNASKED } from '../step/unasked.ts';

/** What an agent is told after a resume. */
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
 * Sends a stuck agent back to the phase that it came from, with a warning for its next prompt. All that the rules count
 * begins anew; the grace that a rule has given once is not given again.
 */
export function resumeStuckAgent(loop: Loop, agent: number, tick: Tick, machine: Machine): void {
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
