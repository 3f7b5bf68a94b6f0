import type { Tick } from '../../../core/indices.ts';
import { toPyRepr } from '../../../python/write.ts';
import type { WorkflowState } from '../state.ts';
import { WORLD_NAMES, type WorldName } from '../world/names.ts';
import { WorldView } from '../world/view.ts';
import type { VariableChange } from './detail.ts';

/** Variables of the world that change with every tick, or say in words what others say in numbers. */
const LEFT_OUT: readonly WorldName[] = [
  'agent_id',
  'tick',
  'time_remaining',
  'progress_percent',
  'artifacts',
  'my_artifacts',
  'action_history',
  'economic_context',
  'state',
];

/**
 * The variables that an agent's turn in a tick changed, by its code and by what it did, as they were before the turn and at the end
 * of the tick. @param by what the agent did; null for nothing
 */
export function listVariableChanges(
  state: WorkflowState,
  agent: number,
  tick: Tick,
  by: string | null,
): readonly VariableChange[] {
  const { variables } = state.ledger.courses[agent];
  const { steps } = state.inputs.workflow;
  const own = variables.names(tick).flatMap(name => {
    const now = variables.at(name, tick);
    if (now?.tick !== tick) return [];
    const before = variables.at(name, tick - 1);
    return [
      {
        name,
        before: before === undefined ? null : toPyRepr(before.value),
        after: toPyRepr(now.value),
        by: steps[now.step].name,
      },
    ];
  });
  const view = (upTo: Tick) => new WorldView(state.world, agent, tick, upTo, '');
  const [then, now] = [view(tick - 1), view(tick)];
  const world = WORLD_NAMES.filter(name => !LEFT_OUT.includes(name)).flatMap(name => {
    const [before, after] = [toPyRepr(then.valueOf(name)), toPyRepr(now.valueOf(name))];
    return before === after ? [] : [{ name, before, after, by: describeVariableSetter(name, by) }];
  });
  return [...own, ...world];
}

/** Income comes with every tick, and others pay: a balance is never the agent's doing alone. */
const describeVariableSetter = (name: WorldName, by: string | null): string =>
  by === null ? 'the world' : name === 'balance' ? `${by} and the world` : by;
