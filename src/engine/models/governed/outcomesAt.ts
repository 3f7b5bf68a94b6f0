import type { Tick } from '../../indices.ts';
import type { OutcomeValues } from '../../outcomes.ts';
import type { MissionLedger } from './missionLedger.ts';

/** The values of `GOVERNED_OUTCOMES` after a tick. O(missions + steps). */
export function outcomesAt(ledger: MissionLedger, tick: Tick): OutcomeValues {
  const ended = { finished: 0, finished_stuck: 0, cut_off: 0 };
  for (let agent = 0; agent < ledger.size; agent++) {
    const when = ledger.endedAt(agent);
    const outcome = ledger.outcomeOf(agent);
    if (when !== null && when <= tick && outcome in ended) ended[outcome as keyof typeof ended]++;
  }
  let steps = 0;
  let tokens = 0;
  for (const step of ledger.steps) {
    if (step.tick > tick) break;
    if (step.source !== null) steps++;
    tokens += step.tokensIn + step.tokensOut;
  }
  return [ended.finished, ended.finished_stuck, ended.cut_off, steps, tokens];
}
