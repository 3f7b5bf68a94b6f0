import { greatest } from 'd3-array';
import type { OutcomeDefinition } from '../../../src/engine/model/outcomeDefinition.ts';
import type { RuleFigures, RuleInFull } from '../../../src/engine/model/rulesSummary.ts';
import { computeWilsonInterval } from '../../../src/engine/statistics/intervals/computeShareInterval.ts';
import type { Interval } from '../../../src/engine/statistics/intervals/interval.ts';
import {
  type PairedSummary,
  summarizePairedWorlds,
  summarizeWorlds,
} from '../../../src/engine/worlds/summarizeWorlds.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import {
  formatBandRange,
  formatMean,
  formatOutcomeValue,
  formatSignedValue,
  formatUnitSuffix,
} from '../../../src/ui/worlds/summarizeOutcome.ts';
import type { AskedWorlds } from './asked.ts';

/** Worlds of each set-up whose hashes are kept. */
export const KEPT_HASHES = 3;

const percent = (share: number): string => (100 * share).toFixed(0);
/** A number with one digit. */
const meanWords = (value: number): string => value.toFixed(1).replace(/\B(?=(\d{3})+\.)/g, ',');

/** What the worlds of a scenario came to, in words, with its interval. @param here the run's own, null for two set-ups */
export function findingOf(
  asked: AskedWorlds,
  definitions: readonly OutcomeDefinition[],
  arms: readonly (readonly World[])[],
  here: World | null,
): { readonly finding: string; readonly interval: Interval | null } {
  const at = definitions.findIndex(({ name }) => name === asked.outcome);
  const { seed } = asked.setup;
  const beside = (asked.beside ?? []).map(name => definitions.findIndex(one => one.name === name));
  if (arms.length === 1) {
    const all = summarizeWorlds(definitions, arms[0], here, seed, Number.POSITIVE_INFINITY);
    const more = beside.map(one => ` ${spreadBeside(definitions[one], all[one])}`);
    return {
      finding: `${spread(definitions[at], all[at], arms[0])}${more.join('')}`,
      interval: all[at].interval,
    };
  }
  if (arms.length > 2) return stepFinding(asked, definitions, arms, at);
  const paired = summarizePairedWorlds(definitions, [arms[0], arms[1]], seed);
  const told = [at, ...beside].map(one =>
    difference(definitions[one], paired[one], findCommonDifference(arms, one)),
  );
  return {
    finding: `${asked.told}, in the mean of ${paired[at].n} pairs of worlds: ${told.join('; ')}.`,
    interval: paired[at].interval,
  };
}

/** The neighbours of several set-ups between which an outcome changes most, with their means, and the ends. */
function stepFinding(
  { told, arms: names = [], setup: { seed } }: AskedWorlds,
  definitions: readonly OutcomeDefinition[],
  arms: readonly (readonly World[])[],
  at: number,
): ReturnType<typeof findingOf> {
  const { label, unit } = definitions[at];
  const all = arms.map(worlds => {
    const { mean, interval } = summarizeWorlds(definitions, worlds, null, seed, Number.POSITIVE_INFINITY)[at];
    if (mean === null) throw new Error(`there is nothing of ${label} to compare`);
    return { mean, interval };
  });
  const words = (place: number) => {
    const { mean, ends } = formatMean(all[place], unit);
    return `${names[place]} (${mean}${ends === null ? '' : `, 95 %: ${ends}`})`;
  };
  const last =
    greatest([...all.keys()].slice(1), place => Math.abs(all[place].mean - all[place - 1].mean)) ?? 1;
  const [step] = summarizePairedWorlds(definitions, [arms[last - 1], arms[last]], seed).slice(at);
  const { mean, interval } = step;
  if (mean === null || interval === null || interval[0] * interval[1] <= 0)
    return { finding: `${told}, no step in ${label.toLowerCase()} can be told.`, interval };
  const [from, to] = [all[0], all[all.length - 1]].map(
    one => formatMean({ ...one, interval: null }, unit).mean,
  );
  return {
    finding: `${told}, in ${arms[0].length} worlds of each: ${label.toLowerCase()} ${mean > 0 ? 'rises' : 'falls'} most between ${words(last - 1)} and ${words(last)}; it goes from ${from} to ${to} in the mean.`,
    interval,
  };
}

type Spread = ReturnType<typeof summarizeWorlds>[number];

function spread({ label, unit }: OutcomeDefinition, one: Spread, worlds: readonly World[]): string {
  const { n, band, mean, interval, here } = one;
  if (band === null || mean === null || here === null)
    throw new Error(`there is nothing of ${label} to tell`);
  const words = (value: number) => `${formatOutcomeValue(value, unit)}${formatUnitSuffix(unit)}`;
  const start = `${label}: ${words(here.value)} in this run`;
  // All worlds are equal: a sample says how rare others are, not that there are none.
  if (here.rank.level === n)
    return `${start} and in all ${n} other worlds${rarity(n, 'worlds')}. ${reason(worlds)}`;
  if (interval === null) throw new Error(`hardly a world of ${n} differs in ${label}: there is no interval`);
  const far = here.rank.level + here.rank.behind;
  const [low, high] = computeWilsonInterval(far, n);
  return `${start}; in ${n} other worlds ${formatBandRange(band, unit)} in nine of ten, ${meanWords(mean)} in the mean (95 %: ${interval.map(meanWords).join(' to ')}). As far as here or further in ${percent(far / n)} % of them (95 %: ${percent(low)} to ${percent(high)} %).`;
}

/** "Failed turns: 2,360–2,380 turns in nine of ten worlds, 2,370.4 in the mean (95 %: 2,369.5 to 2,371.2)." */
function spreadBeside({ label, unit }: OutcomeDefinition, { band, mean, interval }: Spread): string {
  if (band === null || mean === null || interval === null)
    throw new Error(`there is nothing of ${label} to tell`);
  return `${label}: ${formatBandRange(band, unit)}${formatUnitSuffix(unit)} in nine of ten worlds, ${meanWords(mean)} in the mean (95 %: ${interval.map(meanWords).join(' to ')}).`;
}

/** How often another result is to be expected where none of a sample had one. */
function rarity(n: number, noun: string): string {
  const [, high] = computeWilsonInterval(0, n);
  return `, so that another is to be expected in at most ${meanWords(100 * high)} % of ${noun} (95 %)`;
}

/** Why all are equal, as far as the worlds' hashes tell. */
function reason(worlds: readonly World[]): string {
  const hashes = worlds.slice(0, KEPT_HASHES).map(({ hash }) => hash.slice(0, 16));
  return new Set(hashes).size === 1
    ? 'The worlds are the same in every step: nothing in them is left to chance.'
    : 'Chance decides other things in these worlds, and not this.';
}

/** The difference that all pairs have; null if they differ, or if there are none. */
function findCommonDifference([first, second]: readonly (readonly World[])[], at: number): number | null {
  const others = new Map(second.map(({ world, outcomes }) => [world, outcomes[at]]));
  const differences = first.map(({ world, outcomes }) => {
    const [a, b] = [outcomes[at], others.get(world) ?? null];
    return a === null || b === null ? null : b - a;
  });
  return differences.every(one => one === differences[0]) ? (differences[0] ?? null) : null;
}

/** "largest cascade −36.5 people (95 %: −38.1 to −34.9)" */
function difference(
  { label, unit }: OutcomeDefinition,
  { n, mean, interval, more, equal, less }: PairedSummary,
  common: number | null,
): string {
  if (mean === null) throw new Error(`there is nothing of ${label} to compare`);
  const found = `${label.toLowerCase()} ${formatSignedValue(mean, unit)}${formatUnitSuffix(unit)}`;
  if (common !== null) return `${found} in all ${n}${rarity(n, 'pairs')}`;
  const counts: readonly (readonly [words: string, count: number])[] = [
    ['more', more],
    ['as many', equal],
    ['less', less],
  ];
  const sides = counts
    .filter(([, count]) => count > 0)
    .map(([words, count]) => `${words} in ${count}`)
    .join(', ');
  // Hardly a pair differs: there is no interval.
  if (interval === null) return `${found} (${sides}), so no difference can be told`;
  const isTold = interval[0] > 0 || interval[1] < 0;
  const ends = interval.map(value => formatSignedValue(value, unit)).join(' to ');
  return `${found} (95 %: ${ends}; ${sides})${isTold ? '' : ', so no difference can be told'}`;
}

/** What two rules for stopping agents come to over recorded cases, in words. */
export function findingOfRules(rules: readonly RuleInFull[]): string {
  const told = rules.map(
    ({ name, figures }) =>
      `“${name}” would have stopped ${share(figures, 'failed', 'recall')} failed cases and ${share(figures, 'succeeded', 'false_alarms')} successful ones`,
  );
  return `${told.join('; ')}.`;
}

/** "5 of 10 (95 %: 24 to 76 %)" */
function share(figures: RuleFigures, ending: string, name: string): string {
  const [stopped, all, low, high] = [
    figures[`stopped_${ending}`],
    figures[ending],
    figures[`${name}_low`],
    figures[`${name}_high`],
  ];
  if (stopped === null || all === null || low === null || high === null)
    throw new Error(`there is nothing of ${ending} cases to tell`);
  return `${stopped} of ${all} (95 %: ${percent(low)} to ${percent(high)} %)`;
}
