import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { grouped, noun } from '../../lib/words.ts';
import { wordsNow } from '../../model/looks.ts';
import type { PageState } from '../../state/pageState.ts';
import { roundNumber } from '../../words/clock.ts';

/** What was counted: "Rounds 1–31 of 475 people: 3,547 stays ended; 623 that the range cuts off are not in the median." */
export function countedWords(state: PageState, report: PopulationReport): string {
  const { region, dwell } = report;
  const sum = (of: (one: PopulationReport['dwell'][number]) => number) =>
    dwell.reduce((all, one) => all + of(one), 0);
  const ended = sum(one => one.ended);
  const cut = sum(one => one.cutAtStart + one.cutAtEnd + one.cutAtBoth);
  return `${spanOf(state, report)}${region === null ? '' : `, in ${region}`}: ${grouped(ended)} stays ended; ${grouped(cut)} that began before or go on are counted apart`;
}

/** Which ticks and how many agents: "Rounds 1 to 31, 475 people". */
export function spanOf(state: PageState, { from, to, agents }: PopulationReport): string {
  const { Tick, agent } = wordsNow(state);
  return `${Tick}s ${roundNumber(from)} to ${roundNumber(to)}, ${grouped(agents)} ${noun(agents, ...agent)}`;
}

/** A share in per cent: "66 %", "0.4 %". */
export const percent = (share: number): string =>
  `${share > 0 && share < 0.01 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`;
