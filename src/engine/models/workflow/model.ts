import type { AgentDetail } from '../../detail.ts';
import type { Model, ModelState } from '../../model.ts';
import type { Moment, OutcomeValues } from '../../outcomes.ts';
import { closingLinesOf } from './closingLines.ts';
import { attributesOf, documentOf } from './document.ts';
import { loadWorkflowInputs, type WorkflowInputs } from './inputs/load.ts';
import { inspect } from './inspect.ts';
import { outcomesAt } from './outcomesAt.ts';
import { answerQuery, byBalance } from './queries.ts';
import type { WorkflowAttributes } from './schema.ts';
import { WORKFLOW } from './spec.ts';
import { WorkflowState } from './state.ts';
import { WORKFLOW_SERIES } from './turn/loop.ts';

/** Agents whose statechart, steps and prompts their author writes in YAML; they make and sell artifacts. */
export const workflow: Model<WorkflowInputs> = {
  ...WORKFLOW,
  contextColumn: 'decision',
  series: WORKFLOW_SERIES,
  load: loadWorkflowInputs,
  loadsBy: ({ own, agents, parameters, preset }) => [own, agents, parameters, preset],
  create: (config, inputs) => new WorkflowModelState(config, inputs),
};

/** The model at work, and all that can be told of it. */
export class WorkflowModelState extends WorkflowState implements ModelState {
  outcomesAt(moment: Moment): OutcomeValues {
    return outcomesAt(this.ledger, this.world, moment.tick);
  }

  order(name: string): ArrayLike<number> | null {
    return name === 'balance' ? byBalance(this) : null;
  }

  query(name: string, argument: unknown): unknown {
    return answerQuery(this, name, argument);
  }

  attributes(agent: number): WorkflowAttributes {
    return attributesOf(this, agent);
  }

  document() {
    return documentOf(this);
  }

  detail(agent: number): AgentDetail['model'] {
    return inspect(this, agent);
  }

  closingLines(): readonly string[] {
    return closingLinesOf(this);
  }
}
