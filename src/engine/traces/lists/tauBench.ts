import { type ValueFormat, valueByValue } from '../reading.ts';
import type { TraceOutcome } from '../traces.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';
import { messageOf } from './message.ts';
import { isMessage, turnOf } from './messageList.ts';
import { MessageSteps } from './messageSteps.ts';

/** Histories of tau-bench: `{task_id, trial, reward, traj}` each. */
export const TAU_BENCH: ValueFormat = {
  name: 'tau-bench',
  fits: value => listAt(value, 'traj').some(isMessage) && textAt(value, 'task_id') !== null,
  open: sink =>
    valueByValue((value, place) => {
      const steps = new MessageSteps(result => result.startsWith('Error'));
      for (const given of listAt(value, 'traj')) {
        const message = messageOf(given);
        if (message !== null) steps.add(message, turnOf(given));
      }
      const [task, trial] = [textAt(value, 'task_id'), textAt(value, 'trial')];
      const reward = numberAt(value, 'reward');
      const id = `task ${task}${trial === null ? '' : ` trial ${trial}`}`;
      sink.add(
        { id, reward, outcome: outcomeIn(reward), labels: { task, trial }, steps: steps.finish() },
        place,
      );
    }),
};

/** Simulations of tau2-bench. Only the agent's calls are steps, not those of the user that it simulates. */
export const TAU2_BENCH: ValueFormat = {
  name: 'tau2-bench',
  fits: value => listAt(value, 'simulations').some(isSimulation) || isSimulation(value),
  open: sink =>
    valueByValue((value, place) => {
      if (isSimulation(value)) return sink.add(caseOf(value, null), place);
      for (const simulation of listAt(value, 'simulations'))
        if (isSimulation(simulation)) sink.add(caseOf(simulation, at(value, 'info')), place);
        else sink.skip(place, 'a simulation without messages');
    }),
};

/** Both benchmarks count a run as solved by a whole reward alone. */
function outcomeIn(reward: number | null): TraceOutcome | null {
  if (reward === null) return null;
  return reward >= 1 ? 'succeeded' : 'failed';
}

const isSimulation = (value: unknown): boolean =>
  isFields(value) &&
  Array.isArray(at(value, 'messages')) &&
  (at(value, 'reward_info') !== undefined || at(value, 'termination_reason') !== undefined);

function caseOf(simulation: unknown, info: unknown) {
  const steps = new MessageSteps();
  for (const given of listAt(simulation, 'messages')) addTurn(steps, given);
  const reward = numberAt(at(simulation, 'reward_info'), 'reward');
  return {
    id: textAt(simulation, 'id') ?? `task ${textAt(simulation, 'task_id')}`,
    reward,
    outcome: outcomeIn(reward),
    end: textAt(simulation, 'termination_reason'),
    labels: {
      task: textAt(simulation, 'task_id'),
      trial: textAt(simulation, 'trial'),
      domain: textAt(at(info, 'environment_info'), 'domain_name'),
      model: textAt(at(info, 'agent_info'), 'llm'),
    },
    steps: steps.finish(),
  };
}

function addTurn(steps: MessageSteps, given: unknown): void {
  const message = messageOf(given);
  if (message === null) return;
  const ofUser = message.role === 'user' || at(given, 'requestor') === 'user';
  // What the user calls, and what that returns, is none of the agent's steps.
  steps.add(ofUser ? { ...message, role: 'user', calls: [], results: [] } : message, turnOf(given));
}
