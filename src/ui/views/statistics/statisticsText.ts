import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { formatGroupedInteger, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { PageState } from '../../state/pageState.ts';
import { formatRoundNumber } from '../../words/runClock.ts';

/**
 * Describes the counted stays: "Rounds 1–31 of 475 people: 3,547 stays ended; 623 that the range cuts off are not in
 * the median."
 */
export function describeCountedStays(state: PageState, report: PopulationReport): string {
  const { region, dwell } = report;
  const sum = (of: (one: PopulationReport['dwell'][number]) => number) =>
    dwell.reduce((all, one) => all + of(one), 0);
  const ended = sum(one => one.ended);
  const cut = sum(one => one.cutAtStart + one.cutAtEnd + one.cutAtBoth);
  return `${describeReportSpan(state, report)}${region === null ? '' : `, in ${region}`}: ${formatGroupedInteger(ended)} stays ended; ${formatGroupedInteger(cut)} that began before or go on are counted apart`;
}

/** Which ticks and how many agents: "Rounds 1 to 31, 475 people". */
export function describeReportSpan(state: PageState, { from, to, agents }: PopulationReport): string {
  const { Tick, agent } = getCurrentModelWords(state);
  return `${Tick}s ${formatRoundNumber(from)} to ${formatRoundNumber(to)}, ${formatGroupedInteger(agents)} ${pluralizeNoun(agents, ...agent)}`;
}

/** A share in per cent: "66 %", "0.4 %". */
export const formatReportPercent = (share: number): string =>
  `${share > 0 && share < 0.01 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;
