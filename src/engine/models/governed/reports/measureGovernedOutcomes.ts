import type { Tick } from '../../../core/indices.ts';
import type { OutcomeValues } from '../../../model/outcomeDefinition.ts';
import { createEndingCounts, type MissionLedger } from '../missionLedger.ts';
import { MISSION_ENDINGS } from '../phases.ts';

/** The values of `GOVERNED_OUTCOMES` after a tick. O(missions + steps). @param hasChances whether there are second ones */
export function measureGovernedOutcomes(
  ledger: MissionLedger,
  tick: Tick,
  hasChances: boolean,
): OutcomeValues {
  const endings = createEndingCounts();
  for (let agent = 0; agent < ledger.size; agent++) {
    const when = ledger.endedAt(agent);
    const ending = ledger.endingOf(agent);
    if (when !== null && when <= tick && ending !== null) endings[ending]++;
  }
  let steps = 0;
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    if (step.source !== null) steps++;
    tokens += step.tokensIn + step.tokensOut;
  }
  const ofChances = hasChances ? Object.values(measureSecondChances(ledger, tick)) : NO_CHANCES;
  return [...MISSION_ENDINGS.map(ending => endings[ending]), steps, tokens, ...ofChances];
}

const NO_CHANCES = [null, null, null, null, null, null];

/**
 * Verdicts that were resumed by a tick, what came of them until then, and what the steps after them have cost; in the
 * order of the outcomes.
 */
function measureSecondChances(ledger: MissionLedger, tick: Tick) {
  const sums = { verdicts: 0, right: 0, wrong: 0, again: 0, steps: 0, tokens: 0 };
  /** Missions that have been resumed, and whether no other verdict has come since. */
  const open = new Map<number, boolean>();
  for (const { agent, kind, source, tokensIn, tokensOut, tick: at } of ledger.steps) {
    if (at > tick) break;
    if (kind === 'resumed') {
      sums.verdicts++;
      open.set(agent, true);
    } else if (kind === 'verdict' && open.has(agent)) {
      sums.again++;
      open.set(agent, false);
    } else if (source !== null && open.has(agent)) {
      sums.steps++;
      sums.tokens += tokensIn + tokensOut;
    }
  }
  for (const [agent, isOpen] of open) {
    const when = ledger.endedAt(agent);
    const ending = isOpen && when !== null && when <= tick ? ledger.endingOf(agent) : null;
    if (ending === 'right' || ending === 'wrong') sums[ending]++;
  }
  return sums;
}

/** The values of `MISSION_SUBJECT` after a tick. O(steps). */
export function measureMission(ledger: MissionLedger, agent: number, tick: Tick): OutcomeValues {
  const when = ledger.endedAt(agent);
  const ending = when !== null && when <= tick ? ledger.endingOf(agent) : null;
  let asked = 0;
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    if (step.agent !== agent) continue;
    if (step.source !== null) asked++;
    tokens += step.tokensIn + step.tokensOut;
  }
  return [Number(ending === 'right'), Number(ending === 'stuck'), asked, tokens];
}
