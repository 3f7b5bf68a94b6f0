import type { Model } from '../../model.ts';
import { type Given, loadGiven } from './given/load.ts';
import { WORKFLOW } from './spec.ts';
import { WorkflowState } from './state.ts';
import { WORKFLOW_SERIES } from './turn/loop.ts';

/** Agents whose statechart, steps and prompts their author writes in YAML; they make and sell artifacts. */
export const workflow: Model<Given> = {
  ...WORKFLOW,
  contextColumn: 'decision',
  series: WORKFLOW_SERIES,
  load: loadGiven,
  loadsBy: ({ own, agents, parameters, preset }) => [own, agents, parameters, preset],
  create: (config, given) => new WorkflowState(config, given),
};
