import type { Tick } from '../../../core/indices.ts';
import type { OutcomeValues } from '../../../model/outcomeDefinition.ts';
import type { LibrarianLedger } from '../librarianLedger.ts';

/** The values of `LIBRARIAN_OUTCOMES` after a tick. O(agents' questions + steps). */
export function measureLibrarianOutcomes(ledger: LibrarianLedger, tick: Tick): OutcomeValues {
  let settled = 0;
  let right = 0;
  let lost = 0;
  for (const { asked, memory } of ledger.agents) {
    for (const question of asked) {
      if (question.settled === null || question.settled > tick) continue;
      settled++;
      if (question.mark === 'right') right++;
    }
    lost += memory.lost.filter(when => when <= tick).length;
  }
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    tokens += step.tokensIn + step.tokensOut;
  }
  return [settled === 0 ? null : right / settled, tokens, lost];
}

/** The values of `READER_SUBJECT` after a tick. O(its questions + steps). */
export function measureReader(ledger: LibrarianLedger, agent: number, tick: Tick): OutcomeValues {
  const { asked, memory } = ledger.agents[agent];
  const settled = asked.filter(({ settled: when }) => when !== null && when <= tick);
  const right = settled.filter(({ mark }) => mark === 'right').length;
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    if (step.agent === agent) tokens += step.tokensIn + step.tokensOut;
  }
  const lost = memory.lost.filter(when => when <= tick).length;
  return [settled.length === 0 ? null : right / settled.length, tokens, lost];
}
