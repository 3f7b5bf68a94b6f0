import type { Tick } from '../../indices.ts';
import type { OutcomeValues } from '../../outcomes.ts';
import { type MissionLedger, noEndings } from './missionLedger.ts';
import { ENDINGS } from './phases.ts';

/** The values of `GOVERNED_OUTCOMES` after a tick. O(missions + steps). */
export function outcomesAt(ledger: MissionLedger, tick: Tick): OutcomeValues {
  const endings = noEndings();
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
  return [...ENDINGS.map(ending => endings[ending]), steps, tokens];
}

/** The values of `MISSION_SUBJECT` after a tick. O(steps). */
export function missionAt(ledger: MissionLedger, agent: number, tick: Tick): OutcomeValues {
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
