import { formatGroupedInteger, formatNounCount } from '../../core/formatNounCount.ts';
import type { Tick } from '../../core/indices.ts';
import { parseAgentSubject } from '../../model/agentSubject.ts';
import type { AgentVariables, Model, ModelReports, ModelState } from '../../model/model.ts';
import { type Moment, type OutcomeValues, orderOutcomeValues } from '../../model/outcomeDefinition.ts';
import { loadWorkflowInputs, type WorkflowInputs } from './inputs/loadWorkflowInputs.ts';
import { LATELY, type Market } from './market/market.ts';
import { WORLD_NAMES } from './market/marketView.ts';
import { answerWorkflowQuery, computeProfitSortKeys } from './reports/answerWorkflowQuery.ts';
import { describeTrouble } from './reports/trouble.ts';
import { TRADER_SUBJECT, WORKFLOW_OUTCOMES } from './reports/workflowOutcomes.ts';
import { WORKFLOW_SERIES } from './turn/turnLoop.ts';
import type { WorkflowLedger } from './workflowLedger.ts';
import type { WorkflowParameters } from './workflowParameters.ts';
import { WORKFLOW } from './workflowSpec.ts';
import { WorkflowState } from './workflowState.ts';

/** Agents whose statechart, steps and prompts their author writes in YAML; they make and sell artifacts. */
export const workflow: Model<WorkflowInputs, WorkflowParameters> = {
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

const MAX_CLOSING_ROWS = 5;
/** Questions per failure above which failures are not reported, since the policies deal with them. */
const QUESTIONS_PER_REPORTED_FAILURE = 10;

function formatSoldCount(world: Market, tick: Tick): string {
  const { made, sold } = world.totalsAt(tick);
  const isPaused = sold > 0 && sold === world.totalsAt(tick - LATELY).sold;
  return `${made === 0 ? '' : `${formatGroupedInteger(sold)} of `}${formatGroupedInteger(made)} sold${isPaused ? ', none lately' : ''}`;
}

/** A run's warnings, the most frequent first, and the number of its failed steps, and what keeps its agents. */
function describeWorkflowEnd(state: WorkflowState): readonly string[] {
  const { ledger, failureCount, decisionCount, trouble, world } = state;
  const warnings = [...ledger.warnings.all].sort((a, b) => b.times - a.times);
  const lines = warnings
    .slice(0, MAX_CLOSING_ROWS)
    .map(
      ({ line, column, message, times }) =>
        `line ${line}, column ${column}: ${message} (${formatNounCount(times, 'time')})`,
    );
  if (warnings.length > MAX_CLOSING_ROWS)
    lines.push(`and ${formatNounCount(warnings.length - MAX_CLOSING_ROWS, 'more warning')}`);
  if (trouble !== null) lines.push(`${describeTrouble(trouble)}; ${formatSoldCount(world, state.sealed)}`);
  if (failureCount > 0 && failureCount * QUESTIONS_PER_REPORTED_FAILURE >= decisionCount)
    lines.push(
      `${formatNounCount(failureCount, 'step')} failed, in ${formatNounCount(decisionCount, 'question')}`,
    );
  return lines;
}

/** The values of `WORKFLOW_OUTCOMES` after a tick. O(agents + pivots), before the last one O(rows). */
function measureWorkflowOutcomes(ledger: WorkflowLedger, world: Market, tick: Tick): OutcomeValues {
  const { sold, volume, costs } = world.totalsAt(tick);
  let pivots = 0;
  for (const course of ledger.courses) pivots += course.pivots.filter(when => when <= tick).length;
  return orderOutcomeValues(WORKFLOW_OUTCOMES, {
    profit: volume - costs,
    sold,
    earned_by_selling: volume,
    failed_turns: countFailedTurns(ledger, tick),
    pivots,
  });
}

function countFailedTurns({ rows, totals }: WorkflowLedger, tick: Tick): number {
  if (rows.length === 0 || rows.tickOf(rows.length - 1) <= tick) return totals.failedTurns;
  const failed = new Set<string>();
  for (const row of rows) {
    if (row.tick > tick) break;
    if (row.failure !== null) failed.add(`${row.tick} ${row.agent}`);
  }
  return failed.size;
}

/** The values of `TRADER_SUBJECT` after a tick. O(its rows). */
function measureTrader(ledger: WorkflowLedger, world: Market, agent: number, tick: Tick): OutcomeValues {
  const { pivots } = ledger.courses[agent];
  const failed = ledger.rows.ofTicks(agent, 0, tick).filter(row => row.failure !== null);
  const turns = new Set(failed.map(row => row.tick));
  return orderOutcomeValues(TRADER_SUBJECT.outcomes, {
    trader_scrip: world.traders[agent].paidBy(tick),
    trader_failed_turns: turns.size,
    trader_pivots: pivots.filter(when => when <= tick).length,
  });
}
