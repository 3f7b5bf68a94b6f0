import type { Tick } from '../../core/indices.ts';
import { parseAgentSubject } from '../../model/agentSubject.ts';
import type { AgentVariables, Model, ModelReports, ModelState } from '../../model/model.ts';
import type { Moment, OutcomeValues } from '../../model/outcomeDefinition.ts';
import { loadWorkflowInputs, type WorkflowInputs } from './inputs/loadWorkflowInputs.ts';
import { WORLD_NAMES } from './market/isMarketVariable.ts';
import { answerWorkflowQuery, computeProfitSortKeys } from './reports/answerWorkflowQuery.ts';
import { describeWorkflowEnd } from './reports/describeWorkflowEnd.ts';
import { measureTrader, measureWorkflowOutcomes } from './reports/measureWorkflowOutcomes.ts';
import { WORKFLOW_SERIES } from './turn/createTickCounts.ts';
import { WORKFLOW } from './workflowSpec.ts';
import { WorkflowState } from './workflowState.ts';

/** Agents whose statechart, steps and prompts their author writes in YAML; they make and sell artifacts. */
export const workflow: Model<WorkflowInputs> = {
  ...WORKFLOW,
  contextColumn: 'decision',
  series: WORKFLOW_SERIES,
  load: loadWorkflowInputs,
  loadsBy: ({ own, agents, parameters, preset }) => [own, agents, parameters, preset],
  create: (config, inputs) => new WorkflowModelState(config, inputs),
};

/** The running model and all its reports. */
export class WorkflowModelState extends WorkflowState implements ModelState {
  async loadReports(): Promise<ModelReports> {
    const { createWorkflowReporter } = await import('./reports/createWorkflowReporter.ts');
    return createWorkflowReporter(this);
  }

  get variables(): AgentVariables {
    return createVariableReader(this);
  }

  outcomesAt(moment: Moment): OutcomeValues {
    return measureWorkflowOutcomes(this.ledger, this.world, moment.tick);
  }

  subjectAt(id: string, { tick }: Moment): OutcomeValues {
    return measureTrader(this.ledger, this.world, parseAgentSubject(id, this.population.size), tick);
  }

  subjectSince(id: string): Tick {
    parseAgentSubject(id, this.population.size);
    return 0;
  }

  order(name: string): ArrayLike<number> | null {
    return name === 'profit' ? computeProfitSortKeys(this) : null;
  }

  query(name: string, argument: unknown): unknown {
    return answerWorkflowQuery(this, name, argument);
  }

  closingLines(): readonly string[] {
    return describeWorkflowEnd(this);
  }
}

/** Variables for conditions over agents: those at the start of an agent's next turn, as the inspector lists them. */
const createVariableReader = (state: WorkflowState): AgentVariables => ({
  names: [...new Set([...listSettableNames(state), ...WORLD_NAMES])],
  of: agent => state.contextOf(agent, state.sealed + 1, state.leafOf(agent)),
});

/** Names that code of the text sets, and those that it has made up so far. */
const listSettableNames = ({ inputs: { workflow }, ledger, sealed }: WorkflowState): readonly string[] => [
  ...workflow.steps.flatMap(step => (step.type === 'code' ? step.program.sets : [])),
  ...ledger.courses.flatMap(({ variables }) => variables.names(sealed)),
];
