import type { OutcomeDefinition } from '../../../src/engine/model/outcomeDefinition.ts';
import { computeWilsonInterval } from '../../../src/engine/statistics/intervals/computeShareInterval.ts';
import {
  type PairedSummary,
  summarizePairedWorlds,
  summarizeWorlds,
} from '../../../src/engine/worlds/summarizeWorlds.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import {
  formatBandRange,
  formatOutcomeValue,
  formatSignedValue,
  formatUnitSuffix,
} from '../../../src/ui/worlds/summarizeOutcome.ts';
import type { AskedScenario } from './asked.ts';

const percent = (share: number): string => (100 * share).toFixed(0);
/** A number with one digit. */
const meanWords = (value: number): string => value.toFixed(1);

/** What the worlds of a scenario came to, in words, with its interval. @param here the run's own, null for two set-ups */
export function findingOf(
  asked: AskedScenario,
  definitions: readonly OutcomeDefinition[],
  arms: readonly (readonly World[])[],
  here: World | null,
) {
  const at = definitions.findIndex(({ name }) => name === asked.outcome);
  const { seed } = asked.setup;
  if (arms.length === 1)
    return spread(
      definitions[at],
      summarizeWorlds(definitions, arms[0], here, seed, Number.POSITIVE_INFINITY)[at],
    );
  const paired = summarizePairedWorlds(definitions, [arms[0], arms[1]], seed);
  const beside = (asked.beside ?? []).map(name => definitions.findIndex(one => one.name === name));
  const told = [at, ...beside].map(one => difference(definitions[one], paired[one]));
  return {
    finding: `${asked.told}, in the mean of ${paired[at].n} pairs of worlds: ${told.join('; ')}.`,
    interval: paired[at].interval,
  };
}

function spread({ label, unit }: OutcomeDefinition, one: ReturnType<typeof summarizeWorlds>[number]) {
  const { n, band, mean, interval, here } = one;
  if (band === null || mean === null || interval === null || here === null)
    throw new Error(`there is nothing of ${label} to tell`);
  const far = here.rank.level + here.rank.behind;
  const [low, high] = computeWilsonInterval(far, n);
  return {
    finding: `${label}: ${formatOutcomeValue(here.value, unit)}${formatUnitSuffix(unit)} in this run; in ${n} other worlds ${formatBandRange(band, unit)} in nine of ten, ${meanWords(mean)} in the mean (95 %: ${interval.map(meanWords).join(' to ')}). As far as here or further in ${percent(far / n)} % of them (95 %: ${percent(low)} to ${percent(high)} %).`,
    interval,
  };
}

/** "largest cascade −36.5 people (95 %: −38.1 to −34.9)" */
function difference({ label, unit }: OutcomeDefinition, one: PairedSummary): string {
  const { mean, interval, more, equal, less } = one;
  if (mean === null) throw new Error(`there is nothing of ${label} to compare`);
  const found = `${label.toLowerCase()} ${formatSignedValue(mean, unit)}${formatUnitSuffix(unit)}`;
  // Hardly a pair differs: there is no interval.
  if (interval === null)
    return `${found} (more in ${more}, as many in ${equal}, less in ${less}), so no difference can be told`;
  const isTold = interval[0] > 0 || interval[1] < 0;
  const ends = interval.map(value => formatSignedValue(value, unit)).join(' to ');
  return `${found} (95 %: ${ends}; more in ${more}, as many in ${equal}, less in ${less})${isTold ? '' : ', so no difference can be told'}`;
}
