import type { Run } from '../../../run/run.ts';
import { createEndingCounts } from '../missionLedger.ts';
import type { GovernedModelState } from '../model.ts';
import type { Ending } from '../phases.ts';
import type { Step } from '../step.ts';
import type { PairSide, PairSums } from './detail.ts';

/** One mission of a run that is over, so that its end under a lower limit of steps can be told. */
interface Course {
  readonly ending: Ending;
  readonly rule: PairSide['rule'];
  /** Tokens and tool calls after each question, from none on. */
  readonly tokens: readonly number[];
  readonly calls: readonly number[];
}

/**
 * A run that is over. A mission goes its way whatever the limit is, until the limit ends it, so its first n
 * questions are those of a run with the limit n.
 */
export class Arm {
  readonly #courses: readonly Course[];

  constructor(run: Run) {
    const { ledger, population } = run.state as GovernedModelState;
    this.#courses = Array.from({ length: population.size }, (_, agent) => ({
      ending: ledger.endingOf(agent) ?? 'cut_off',
      rule: ledger.ruleOf(agent),
      ...sumStepCosts(ledger.stepsOf(agent)),
    }));
  }

  get missions(): number {
    return this.#courses.length;
  }

  /** A mission's end and cost under a limit that is no higher than the run's own. */
  at(agent: number, limit: number): PairSide {
    const { ending, rule, tokens, calls } = this.#courses[agent];
    const asked = tokens.length - 1;
    const steps = Math.min(asked, limit);
    // The limit is looked at before the rules: at its last question a stuck mission is cut off.
    const isCut = asked > limit || (asked === limit && ending === 'stuck');
    return {
      ending: isCut ? 'cut_off' : ending,
      rule: isCut ? 'step_limit' : rule,
      steps,
      tokens: tokens[steps],
      calls: calls[steps],
    };
  }

  sumsAt(limit: number): PairSums {
    const endings = createEndingCounts();
    const sums = { steps: 0, calls: 0, tokens: 0 };
    for (let agent = 0; agent < this.missions; agent++) {
      const { ending, steps, calls, tokens } = this.at(agent, limit);
      endings[ending]++;
      sums.steps += steps;
      sums.calls += calls;
      sums.tokens += tokens;
    }
    return { endings, ...sums };
  }
}

function sumStepCosts(steps: readonly Step[]): Pick<Course, 'tokens' | 'calls'> {
  const tokens = [0];
  const calls = [0];
  for (const { source, tokensIn, tokensOut, call, refused } of steps) {
    if (source === null) continue;
    tokens.push(tokens[tokens.length - 1] + tokensIn + tokensOut);
    calls.push(calls[calls.length - 1] + (call !== null && refused === null ? 1 : 0));
  }
  return { tokens, calls };
}
