import { createValueReader, type ValueFormat } from '../traceReading.ts';
import type { TraceOutcome } from '../traces.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { parseMessage } from './message.ts';
import { isRoleMessage, readMessageTurnFacts } from './messageList.ts';
import { MessageSteps } from './messageSteps.ts';

/** Histories of tau-bench: `{task_id, trial, reward, traj}` each. */
export const TAU_BENCH: ValueFormat = {
  name: 'tau-bench',
  fits: value => getListField(value, 'traj').some(isRoleMessage) && getTextField(value, 'task_id') !== null,
  open: sink =>
    createValueReader((value, place) => {
      const steps = new MessageSteps(result => result.startsWith('Error'));
      for (const given of getListField(value, 'traj')) {
        const message = parseMessage(given);
        if (message !== null) steps.add(message, readMessageTurnFacts(given));
      }
      const [task, trial] = [getTextField(value, 'task_id'), getTextField(value, 'trial')];
      const reward = getNumberField(value, 'reward');
      const id = `task ${task}${trial === null ? '' : ` trial ${trial}`}`;
      sink.add(
        { id, reward, outcome: getTauBenchOutcome(reward), labels: { task, trial }, ...steps.finishCase() },
        place,
      );
    }),
};

/** Simulations of tau2-bench. Only the agent's calls are steps, not those of the user that it simulates. */
export const TAU2_BENCH: ValueFormat = {
  name: 'tau2-bench',
  fits: value => getListField(value, 'simulations').some(isTauBenchSimulation) || isTauBenchSimulation(value),
  open: sink =>
    createValueReader((value, place) => {
      if (isTauBenchSimulation(value)) return sink.add(buildTauBenchCase(value, null), place);
      for (const simulation of getListField(value, 'simulations'))
        if (isTauBenchSimulation(simulation))
          sink.add(buildTauBenchCase(simulation, getPathValue(value, 'info')), place);
        else sink.skip(place, 'a simulation without messages');
    }),
};

/** Both benchmarks count a run as solved by a whole reward alone. */
function getTauBenchOutcome(reward: number | null): TraceOutcome | null {
  if (reward === null) return null;
  return reward >= 1 ? 'succeeded' : 'failed';
}

const isTauBenchSimulation = (value: unknown): boolean =>
  isFieldsObject(value) &&
  Array.isArray(getPathValue(value, 'messages')) &&
  (getPathValue(value, 'reward_info') !== undefined ||
    getPathValue(value, 'termination_reason') !== undefined);

function buildTauBenchCase(simulation: unknown, info: unknown) {
  const steps = new MessageSteps();
  for (const given of getListField(simulation, 'messages')) addTauBenchTurn(steps, given);
  const reward = getNumberField(getPathValue(simulation, 'reward_info'), 'reward');
  return {
    id: getTextField(simulation, 'id') ?? `task ${getTextField(simulation, 'task_id')}`,
    reward,
    outcome: getTauBenchOutcome(reward),
    end: getTextField(simulation, 'termination_reason'),
    labels: {
      task: getTextField(simulation, 'task_id'),
      trial: getTextField(simulation, 'trial'),
      domain: getTextField(getPathValue(info, 'environment_info'), 'domain_name'),
      model: getTextField(getPathValue(info, 'agent_info'), 'llm'),
    },
    ...steps.finishCase(),
  };
}

function addTauBenchTurn(steps: MessageSteps, given: unknown): void {
  const message = parseMessage(given);
  if (message === null) return;
  const ofUser = message.role === 'user' || getPathValue(given, 'requestor') === 'user';
  // Calls of the user, and their outputs, do not count as the agent's steps.
  steps.add(
    ofUser ? { ...message, role: 'user', calls: [], results: [] } : message,
    readMessageTurnFacts(given),
  );
}
