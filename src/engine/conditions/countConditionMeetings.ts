import type { Tick } from '../core/indices.ts';
import { createMoment } from '../run/moment.ts';
import type { Run } from '../run/run.ts';
import { compileAgentTest } from './compileAgentTest.ts';
import type { Condition } from './condition.ts';
import { RowConditionMatcher } from './rowConditionMatcher.ts';
import { collectComparedOutcomes, countRunFailures, satisfiesComparison } from './watchCondition.ts';

/** Number of times that somebody has met a condition in a run so far. */
export interface ConditionMeetings {
  /** Place of the condition among those that were asked for. */
  readonly condition: number;
  /** Null if it is not about an agent. */
  readonly agent: number | null;
  /** A name of the agent that stays when the run is opened again with more; null if it has none. */
  readonly label: string | null;
  /** An agent's move counts each time; a state of things counts 1 while it lasts. */
  readonly times: number;
  /** The last tick that met it; the present one for a state of things. */
  readonly tick: Tick;
}

/** Counts who has met conditions so far in a run, from its log and as it is now. O(log rows + agents) */
export function countConditionMeetings(
  run: Run,
  conditions: readonly Condition[],
): readonly ConditionMeetings[] {
  const found = [
    ...countMeetingsInLog(run, conditions),
    ...conditions.flatMap((condition, at) =>
      listMeetingsNow(run, condition).map(one => ({ condition: at, tick: run.tick, ...one })),
    ),
  ];
  return found.map(one => ({
    ...one,
    label: one.agent === null ? null : (run.state.labelOf?.(one.agent) ?? null),
  }));
}

function countMeetingsInLog(
  run: Run,
  conditions: readonly Condition[],
): readonly Omit<ConditionMeetings, 'label'>[] {
  const { machine, config, tick: last } = run;
  const rows = new RowConditionMatcher(machine, config.agents, conditions);
  const found = new Map<number, { condition: number; agent: number; times: number; tick: Tick }>();
  for (let tick = machine.past.start + 1; tick <= last; tick++)
    rows.visit(tick, (condition, agent) => {
      const key = condition * config.agents + agent;
      const known = found.get(key) ?? { condition, agent, times: 0, tick };
      known.times++;
      known.tick = tick;
      found.set(key, known);
    });
  return [...found.values()];
}

type MeetingNow = Pick<ConditionMeetings, 'agent' | 'times'>;

function listMeetingsNow(run: Run, condition: Condition): readonly MeetingNow[] {
  switch (condition.kind) {
    case 'compares': {
      const is =
        condition.of === 'outcome'
          ? run.outcomesAt(run.tick, collectComparedOutcomes([condition]))[condition.number]
          : createMoment(run, run.tick).counts[condition.number];
      return satisfiesComparison(condition, is) ? [{ agent: null, times: 1 }] : [];
    }
    case 'round':
      return run.tick >= condition.tick ? [{ agent: null, times: 1 }] : [];
    case 'fails': {
      const times = countRunFailures(run);
      return times === 0 ? [] : [{ agent: null, times }];
    }
    case 'sticks': {
      const stuck = new Set(run.state.verdicts?.().map(({ agent }) => agent));
      return [...stuck].flatMap(agent =>
        condition.agent === null || condition.agent === agent ? [{ agent, times: 1 }] : [],
      );
    }
    case 'holds':
      return listHoldingAgents(run, condition).map(agent => ({ agent, times: 1 }));
    default:
      return [];
  }
}

function listHoldingAgents(
  { state, config }: Run,
  { expression, agent }: Extract<Condition, { readonly kind: 'holds' }>,
): readonly number[] {
  const holds = new Uint8Array(config.agents);
  compileAgentTest(state, expression)(agent ?? 0, agent === null ? config.agents : agent + 1, holds);
  return [...holds.keys()].filter(one => holds[one] === 1);
}
