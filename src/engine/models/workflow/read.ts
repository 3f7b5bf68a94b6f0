import type { AgentVariables } from '../../model/model.ts';
import type { WorkflowState } from './state.ts';
import { WORLD_NAMES } from './world/names.ts';

/** What conditions over agents read: the variables that an agent's next turn begins with, as the inspector lists them. */
export const createVariableReader = (state: WorkflowState): AgentVariables => ({
  names: [...new Set([...listSettableNames(state), ...WORLD_NAMES])],
  of: agent => state.contextOf(agent, state.sealed + 1, state.leafOf(agent)),
});

/** Names that code of the text sets, and those that it has made up so far. */
const listSettableNames = ({ inputs: { workflow }, ledger, sealed }: WorkflowState): readonly string[] => [
  ...workflow.steps.flatMap(step => (step.type === 'code' ? step.program.sets : [])),
  ...ledger.courses.flatMap(({ variables }) => variables.names(sealed)),
];
