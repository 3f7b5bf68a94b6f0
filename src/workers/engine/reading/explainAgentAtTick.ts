import type { Tick } from '../../../engine/core/indices.ts';
import { captureForeseenMoment, explainAgentMoment } from '../../../engine/explain/explainAgentMoment.ts';
import type { WhyMoment } from '../../../engine/model/whyLink.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { LookingBack } from './lookingBack.ts';

/**
 * Events of an agent in a tick, and their causes.
 * @param run of that past
 * @throws InputError for an agent or a tick that the run does not have
 */
export async function explainAgentAtTick(
  past: LookingBack,
  run: Run,
  agent: number,
  tick: Tick,
): Promise<WhyMoment> {
  const isFirst = tick <= run.machine.past.start;
  const before = async (then: Run) => captureForeseenMoment(then, await then.state.loadReports(), agent);
  const foreseen = isFirst ? null : await past.at(tick - 1, before);
  const read = async (then: Run) => explainAgentMoment(then, await then.state.loadReports(), agent, foreseen);
  const moment = await past.at(tick, read);
  // At its head the run may have been played on while the words for it were loaded.
  return moment.tick === tick ? moment : past.at(tick, read);
}
