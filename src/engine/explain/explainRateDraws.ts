import type { Random } from '../core/random.ts';
import type { WhyLink } from '../model/whyLink.ts';
import { getTargetName, type TransitionDefinition } from '../statechart/definition.ts';
import { isDescendantState, ROOT } from '../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../statechart/machine.ts';
import { drawWinnerOrder, normalizeShares, type RateContest } from '../statechart/timing/rates.ts';

/**
 * The draws of transitions with rates in the last sealed tick, taken or not: a link for each region with a chance. Null
 * if the shares do not lead to the rows of the log: something changed them in that tick.
 * @param contests before that tick
 * @param random source of the draws
 */
export function explainRateDraws(
  machine: Machine,
  agent: number,
  contests: readonly RateContest[],
  random: Random,
): readonly WhyLink[] | null {
  const { tick } = machine.log;
  const drawn = contests.map(contest => ({ ...contest, draw: random.unit(agent, tick, contest.region) }));
  const winners = drawn.flatMap(contest => findRateWinner(contest) ?? []);
  const won = winners.map(({ transition }) => transition);
  const taken = listTakenRateTransitions(machine, agent);
  if (taken.some(transition => !won.includes(transition)) || (won.length > 0 && taken.length === 0))
    return null;
  const isAhead =
    winners.length > taken.length && !machine.rates.isFirstAhead && !hasNestedTransitions(machine, won);
  return [
    ...drawn.flatMap(contest =>
      contest.runners.some(({ probability }) => probability > 0)
        ? [buildRateDrawLink(machine, agent, contest)]
        : [],
    ),
    ...(isAhead ? [buildOrderLink(machine, agent, winners, random)] : []),
  ];
}

/** True if one of some transitions leaves a state around another's: the inner one goes first, without a draw. */
function hasNestedTransitions({ chart }: Machine, transitions: readonly number[]): boolean {
  const sources = transitions.map(t => chart.stateNumber.get(chart.definition.transitions[t].source) ?? ROOT);
  return sources.some(one => sources.some(other => isDescendantState(chart.tree, one, other)));
}

type DrawnContest = RateContest & { readonly draw: number };

interface Winner {
  readonly region: number;
  readonly transition: number;
  /** Its chance in the tick. */
  readonly share: number;
}

/** As the machine finds it; null for none. */
function findRateWinner({ region, runners, scale, draw }: DrawnContest): Winner | null {
  let left = draw * scale;
  for (const { transition, probability } of runners) {
    left -= probability;
    if (left < 0) return { region, transition, share: probability / scale };
  }
  return null;
}

/** The transitions with a rate that an agent took in the last sealed tick. */
function listTakenRateTransitions({ log, table, chart }: Machine, agent: number): readonly number[] {
  const taken: number[] = [];
  log.forEach(...log.range(log.tick), (who, step) => {
    if (who === agent) taken.push(...table.step(step).transitions);
  });
  return taken.filter(transition => chart.definition.transitions[transition].rate !== undefined);
}

/** Says which of several drawn transitions of different regions went first, if not all could be taken. */
function buildOrderLink(
  { chart, log }: Machine,
  agent: number,
  winners: readonly Winner[],
  random: Random,
): WhyLink {
  const { tick } = log;
  const names = winners.map(({ transition }) =>
    formatTriggerAndTarget(chart.definition.transitions[transition]),
  );
  const [first] = drawWinnerOrder(winners, random, agent, tick);
  random.unit(agent, tick, winners[0].region);
  const parts = normalizeShares(winners.map(({ share }) => share));
  const { said, numbers } = describeDraw(names, parts, random.second());
  return {
    ...{ tick, agent, kind: 'order', about: '', numbers },
    said: `${names.join(' and ')} were drawn at once, and one leaves the states of another; ${names[first]} goes first: ${said}`,
  };
}

function buildRateDrawLink({ chart, log }: Machine, agent: number, contest: DrawnContest): WhyLink {
  const { region, runners, scale, draw } = contest;
  const head = chart.regions.heads[region];
  const where = head === undefined || head === ROOT ? '' : ` in ${chart.states[head]}`;
  const names = runners.map(({ transition }) =>
    formatTriggerAndTarget(chart.definition.transitions[transition]),
  );
  const numbers: Record<string, number> = { draw };
  let from = 0;
  const shares = runners.map(({ probability }, i) => {
    const to = Math.min(1, from + probability / scale);
    const text = `${names[i]} is ${formatShareDigits(from)} to ${formatShareDigits(to)}`;
    numbers[`${names[i]}_from`] = from;
    from = to;
    return text;
  });
  numbers.nothing_from = from;
  const rest = from < 1 ? `, nothing from there on` : '';
  const scaled = scale > 1 ? `; they sum to ${formatShareDigits(scale)}, and each is divided by it` : '';
  const sentence = `it drew ${formatShareDigits(draw)}${where}: ${shares.join(', ')}${rest}${scaled}`;
  return { tick: log.tick, agent, kind: 'drew', about: '', numbers, said: sentence };
}

/** By trigger and target: several transitions may share a trigger. */
const formatTriggerAndTarget = (transition: TransitionDefinition): string =>
  `${transition.trigger} → ${getTargetName(transition)}`;

/** The share of [0, 1) that an option has. */
interface Share {
  readonly option: number;
  readonly from: number;
  readonly to: number;
}

/** The shares of all options, in the order in which `sample` finds them there: the first option comes last. */
function listOptionShares(probabilities: readonly number[]): readonly Share[] {
  let from = 0;
  const shares = probabilities.slice(1).map((share, i) => {
    const held = { option: i + 1, from, to: from + share };
    from += share;
    return held;
  });
  return [...shares, { option: 0, from, to: 1 }];
}

/** Describes a draw for a choice: words, and the numbers that decided it. */
export function describeDraw(options: readonly string[], probabilities: readonly number[], draw: number) {
  const shares = listOptionShares(probabilities);
  const numbers = Object.fromEntries(shares.map(({ option, from }) => [`${options[option]}_from`, from]));
  const lines = shares.map(
    ({ option, from, to }) => `${options[option]} is ${formatShareDigits(from)} to ${formatShareDigits(to)}`,
  );
  return { numbers: { draw, ...numbers }, said: `it drew ${formatShareDigits(draw)}; ${lines.join(', ')}` };
}

/** A share of one in words: three digits after the point, or two digits of what would be none. */
export const formatShareDigits = (value: number): string => formatDrawDigits(value, 3);

const formatDrawDigits = (value: number, digits: number): string =>
  value > 0 && Number(value.toFixed(digits)) === 0
    ? String(Number(value.toPrecision(2)))
    : value.toFixed(digits);

/**
 * A draw and the limit below which something happens, in enough digits to distinguish them: at least three, at most six
 * after the point.
 */
export function formatDrawAndLimit(
  draw: number,
  limit: number,
): { readonly draw: string; readonly limit: string } {
  let digits = 3;
  const isTold = () => draw.toFixed(digits) !== limit.toFixed(digits) && Number(limit.toFixed(digits)) !== 0;
  while (digits < 6 && !isTold()) digits++;
  return { draw: draw.toFixed(digits), limit: formatDrawDigits(limit, digits) };
}
