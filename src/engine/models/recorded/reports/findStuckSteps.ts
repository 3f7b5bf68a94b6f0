import { CAREFUL } from '../../../rules/presetRules.ts';
import { indexAgentsByCaseId } from '../governance/prepareCases.ts';
import { findStoppedCases } from '../governance/stops.ts';
import type { RecordedInputs } from '../loadRecorded.ts';
import { NEVER_TICK } from '../schedule.ts';

/** First position at which the careful rule holds in a case; counted from 0, without steps that the mapping ignores. */
interface StuckAt {
  readonly position: number;
  readonly repeats: number | null;
}

/** By agent, the step after which its case counts as stuck; absent if it never does. O(steps). */
export function findStuckSteps({
  prepared,
  schedule,
}: Pick<RecordedInputs, 'prepared' | 'schedule'>): ReadonlyMap<number, StuckAt> {
  const agentOf = indexAgentsByCaseId(prepared);
  const underWay = new Set(prepared.filter((_, agent) => schedule.endOf[agent] === NEVER_TICK));
  return new Map(
    findStoppedCases(prepared, CAREFUL, one => underWay.has(one)).map(({ id, step, repeats }) => {
      const agent = agentOf.get(id) ?? 0;
      const { places } = prepared[agent];
      return [
        agent,
        { position: places.indexOf(step), repeats: repeats === null ? null : places.indexOf(repeats) },
      ];
    }),
  );
}
