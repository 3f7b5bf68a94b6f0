import { formatAgentId } from '../../../engine/core/indices.ts';
import type { Stuck } from '../../../engine/explain/stuck/stuck.ts';
import type { Dwell } from '../../../engine/statistics/dwell.ts';
import type { Statistics } from '../../../engine/statistics/statistics.ts';
import type { StepRow } from '../../../engine/statistics/steps.ts';
import type { Stay } from '../../../engine/statistics/tally.ts';

/** Statistics with the names that JSON has everywhere. */
export const toStatisticsRecord = ({ dwell, flow, ...rest }: Statistics) => ({
  ...rest,
  dwell: dwell.map(toDwellRecord),
  flow,
});

/** A step's figures, the same way. */
export const toStepFiguresRecord = ({ name, type, at, states, ...one }: StepRow) => ({
  ...{ name, type, line: at?.line ?? null, states },
  ...{ asked: one.asked, answered: one.answered, failed: one.failed, tried_again: one.triedAgain },
  ...{ given_up: one.givenUp, skipped: one.skipped, stopped: one.stopped },
  ...{ tokens_in: one.tokensIn, tokens_out: one.tokensOut, tokens_for_nothing: one.tokensForNothing },
  ...{ milliseconds: one.milliseconds, measured: one.measured },
  ...{ stalled: one.stalled, stalled_agents: one.stalledAgents, stalled_now: one.stalledNow },
  stalled_who:
    one.stalledWho?.map(({ agent, turns, isNow }) => ({
      agent_id: formatAgentId(agent),
      turns,
      now: isNow,
    })) ?? null,
});

const toDwellRecord = (one: Dwell) => ({
  state: one.state,
  agent_ticks: one.agentTicks,
  share: one.share,
  entries: one.entries,
  entries_per_agent: one.entriesPerAgent,
  ended: one.ended,
  median: one.median,
  p95: one.p95,
  longest: toStayRecord(one.longest),
  cut_at_start: one.cutAtStart,
  cut_at_end: one.cutAtEnd,
  cut_at_both: one.cutAtBoth,
  longest_going_on: toStayRecord(one.longestGoingOn),
});

const toStayRecord = (stay: Stay | null) =>
  stay && { agent_id: formatAgentId(stay.agent), from: stay.from, to: stay.to, ticks: stay.ticks };

/** Who is stuck, the same way. */
export const toStuckRecord = ({ tick, agents, unlimited }: Stuck) => ({
  round: tick,
  agents: agents.map(({ agent, agents: count, ...rest }) => ({
    agent_id: formatAgentId(agent),
    ...rest,
    ...(count !== undefined && { agents: count }),
  })),
  unlimited,
});
