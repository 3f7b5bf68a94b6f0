import type { ModelSetup } from '../../engine/oracle/oracleSetup.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { AskedSoFar, WorldsAsked } from '../../workers/protocol/api.ts';
import { formatGroupedInteger, formatNounCount } from '../lib/formatCounts.ts';
import type { Worlds } from '../state/worldsState.ts';
import { formatRoughCount, formatWallDuration } from '../words/roughAmounts.ts';

type AskedWorlds = Pick<Worlds, 'plan' | 'played'>;

/** The language model of a plan's worlds; null if none decides. */
export const findPlanModel = ({ plan }: Pick<Worlds, 'plan'>): ModelSetup | null =>
  plan.arms.map(({ setup }) => setup.oracle).find(isLanguageModelOracle) ?? null;

/** Worlds in which the model decides: all of them, and those that have not been played. */
export function countAskedWorlds({ plan, played }: AskedWorlds): {
  readonly all: number;
  readonly left: number;
} {
  const isAsked = plan.arms.map(({ setup }) => isLanguageModelOracle(setup.oracle));
  const all = plan.worlds * isAsked.filter(Boolean).length;
  return { all, left: all - played.filter(({ arm }) => isAsked[arm]).length };
}

/**
 * Estimated requests of worlds if each asked as much as the run did; null if that has asked nothing, so nothing is
 * known.
 */
export function estimateWorldsCost(
  { calls, tokens, perSecond }: AskedSoFar,
  worlds: number,
): { readonly calls: number; readonly tokens: number; readonly seconds: number | null } | null {
  if (calls === 0) return null;
  const all = calls * worlds;
  return { calls: all, tokens: tokens * worlds, seconds: perSecond && all / perSecond };
}

/** "20 worlds like it: about 4,280 calls, 1.4M tokens, 18 min 4 s at 4.0 answers a second" @param tick the model's word */
export function describeWorldsCost(soFar: AskedSoFar, worlds: number, tick: string): string {
  const { rounds, calls, tokens, perSecond } = soFar;
  const cost = estimateWorldsCost(soFar, worlds);
  const asked = `In its ${formatNounCount(rounds, tick)} this run has asked ${formatNounCount(calls, 'time')}, ${formatRoughCount(tokens)} tokens`;
  if (cost === null) return `${asked}: what worlds would ask is not known.`;
  const time =
    cost.seconds === null || perSecond === null
      ? 'for how long is known once it has answered'
      : `${formatWallDuration(cost.seconds)} at ${perSecond.toFixed(1)} answers a second`;
  return `${asked}. ${formatNounCount(worlds, 'world')} like it: about ${formatGroupedInteger(cost.calls)} calls, ${formatRoughCount(cost.tokens)} tokens, ${time}. An estimate: each goes its own way, and answers that are there already serve again where nothing is drawn.`;
}

/** Which limits an estimate is above, in words; empty for none. */
export function describeExceededLimits(
  soFar: AskedSoFar,
  worlds: number,
  asked: WorldsAsked | null,
  { limits }: ModelSetup,
): string {
  const cost = estimateWorldsCost(soFar, worlds);
  const { callsPerRun, tokensPerRun } = limits;
  const isOver = (amount: number, limit: number | null) => limit !== null && amount > limit;
  const over = [
    cost && isOver(cost.calls + (asked?.calls ?? 0), callsPerRun)
      ? `${formatGroupedInteger(callsPerRun ?? 0)} calls`
      : '',
    cost && isOver(cost.tokens + (asked?.tokens ?? 0), tokensPerRun)
      ? `${formatGroupedInteger(tokensPerRun ?? 0)} tokens`
      : '',
  ].filter(Boolean);
  return over.length === 0
    ? ''
    : `More than the limit of ${over.join(' and ')} for all of them: it ends there, and whole worlds stay.`;
}

/**
 * Requests so far: "Asked for worlds: 1,816 calls, 610k tokens; 1,204 of 3,020 questions were answered by answers that
 * were there."
 */
export function describeAskedWorlds({ questions, calls, tokens, reused, notOwn }: WorldsAsked): string {
  const shared = `${formatGroupedInteger(reused)} of ${formatNounCount(questions, 'question')} ${reused === 1 ? 'was' : 'were'} answered by answers that were there`;
  const others =
    notOwn === 0
      ? ''
      : `; ${formatNounCount(notOwn, 'answer')} ${notOwn === 1 ? 'is' : 'are'} not its own, unusable or late`;
  return `Asked for worlds: ${formatNounCount(calls, 'call')}, ${formatRoughCount(tokens)} tokens; ${shared}${others}.`;
}

/** Progress: "World 3, round 14 of 60, 4.1 answers a second." */
export function describeAskingProgress({ at, perSecond }: WorldsAsked, rounds: number, tick: string): string {
  if (at === null) return '';
  const speed = perSecond > 0 ? `, ${perSecond.toFixed(1)} answers a second` : '';
  return `World ${at.world}, ${tick} ${formatGroupedInteger(Math.max(0, at.tick))} of ${formatGroupedInteger(rounds)}${speed}.`;
}
