import { getCaseEnd } from '../course.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { escapeStateName, NOT_BEGUN } from '../words.ts';

/** A stay of a case in a state. */
interface Stay {
  readonly state: string;
  readonly steps: number;
  /** From its first step to the first of the next stay, or to the end of the case; null where no times are told. */
  readonly ms: number | null;
}

/** The stays of a case, and where it went from each: first from `not begun`, last to how it ended. */
interface Walk {
  readonly stays: readonly Stay[];
  readonly moves: readonly (readonly [from: string, to: string])[];
}

/** The walk of a case through the states of its steps. */
export function buildStateWalk({ source, places, states }: PreparedCase): Walk {
  const firsts = states.flatMap((state, i) => (state === states[i - 1] ? [] : [i]));
  const beginning = (i: number | undefined) => (i === undefined ? null : source.steps[places[i]].at);
  const last = source.steps[places[states.length - 1]];
  const stays = firsts.map((first, i) => {
    const next = firsts[i + 1];
    const [from, to] = [beginning(first), next === undefined ? (last?.until ?? null) : beginning(next)];
    return {
      state: escapeStateName(states[first]),
      steps: (next ?? states.length) - first,
      ms: from === null || to === null ? null : Math.max(0, to - from),
    };
  });
  const way = [NOT_BEGUN, ...stays.map(({ state }) => state), getCaseEnd(source)];
  return { stays, moves: way.slice(1).map((to, i) => [way[i], to] as const) };
}
