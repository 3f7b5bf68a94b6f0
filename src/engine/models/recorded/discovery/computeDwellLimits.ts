import { compareCodeUnits } from '../../../files/textFile.ts';
import { computeUpperQuantile } from '../governance/learnLengthRule.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';

/** Usual stay of successful cases in a state. */
interface DwellLimit {
  readonly state: string;
  /** Visits of successful cases that it was learned from. */
  readonly visits: number;
  /** Steps that a share of the visits does not exceed. */
  readonly steps: number;
}

/** Share of visits that stay within the usual limit. */
const USUAL_SHARE = 0.99;

/** A limit on the stay in each state that a successful case has visited, by name: the 99 % quantile of its visits. */
export function computeDwellLimits(cases: readonly PreparedCase[], share = USUAL_SHARE): DwellLimit[] {
  const visits = new Map<string, number[]>();
  for (const { source, states } of cases)
    if (source.outcome === 'succeeded')
      for (const [state, steps] of listStateVisits(states)) addVisitLength(visits, state, steps);
  return [...visits]
    .sort(([a], [b]) => compareCodeUnits(a, b))
    .map(([state, lengths]) => ({
      state,
      visits: lengths.length,
      steps: computeUpperQuantile(lengths, share) ?? 0,
    }));
}

function addVisitLength(visits: Map<string, number[]>, state: string, steps: number): void {
  const known = visits.get(state);
  if (known === undefined) visits.set(state, [steps]);
  else known.push(steps);
}

/** Stays in a state, each with its number of steps. */
function listStateVisits(states: readonly string[]): (readonly [state: string, steps: number])[] {
  const found: [string, number][] = [];
  for (const state of states) {
    const last = found.at(-1);
    if (last?.[0] === state) last[1]++;
    else found.push([state, 1]);
  }
  return found;
}
