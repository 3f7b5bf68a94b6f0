import type { Loop } from '../step/loop.ts';
import { reasonOf } from './advice.ts';

/** Agents for which a rule holds, and the rule's count beside its limit. */
export const verdictsOf = (loop: Loop, agents: Iterable<number>) =>
  [...agents].flatMap(agent =>
    loop.rules.holding(agent, loop.phaseOf(agent)).map(rule => {
      const trouble = loop.troubleOf(agent, rule);
      return { agent, reason: reasonOf(trouble), score: trouble.value / Math.max(1, trouble.limit) };
    }),
  );
