import type { MissionLoop } from '../step/missionLoop.ts';
import { describeRuleReason } from './describeStuckAdvice.ts';

/** Agents for which a rule holds, with the rule's count and its limit. */
export const findRuleVerdicts = (loop: MissionLoop, agents: Iterable<number>) =>
  [...agents].flatMap(agent =>
    loop.rules.holding(agent, loop.phaseOf(agent)).map(rule => {
      const trouble = loop.troubleOf(agent, rule);
      return {
        agent,
        reason: describeRuleReason(trouble),
        score: trouble.value / Math.max(1, trouble.limit),
      };
    }),
  );
