import { formatAgentId, type Tick } from '../../../core/indices.ts';
import { toPyRepr } from '../../../python/toPyRepr.ts';
import { listQuestionPrompts, listStepTraits } from '../inputs/workflow.ts';
import { type Artifact, findLastEvent, formatArtifactId, listEventTicks } from '../market/artifact.ts';
import { MarketView, WORLD_NAMES, type WorldName } from '../market/marketView.ts';
import type { OutcomeRow } from '../outcomeTable.ts';
import { describeConditionReads } from '../turn/describeValuesRead.ts';
import type { Plan } from '../turn/planTurn.ts';
import type { TurnContext } from '../turn/turnContext.ts';
import { buildWorkflowPrompt, findUnknownVariables } from '../workflowPrompt.ts';
import type { WorkflowState } from '../workflowState.ts';
import { rebuildTurn, replanPastTurn } from './rebuildTurn.ts';
import type {
  AskedArtifacts,
  ComponentLine,
  ExchangeRow,
  OutcomeLine,
  TurnDetail,
  VariableChange,
  VariableLine,
  WorkflowDetail,
} from './workflowDetail.ts';

const MAX_INSPECTED_ROWS = 20;
/** UTF-16 units of a value that are shown. */
const MAX_INSPECTED_VALUE_LENGTH = 2_000;

/** Everything about one agent at the sealed tick. */
export function inspectTrader(state: WorkflowState, agent: number): WorkflowDetail {
  const { world, ledger, sealed } = state;
  const course = ledger.courses[agent];
  const trader = world.traders[agent];
  const hand = world.handOf(agent, sealed);
  const context = state.contextOf(agent, sealed + 1, state.leafOf(agent));
  return {
    kind: 'workflow',
    name: state.nameOf(agent),
    ...world.accountOf(agent, sealed),
    made: trader.artifacts.length,
    sold: trader.sold,
    bought: trader.bought.length,
    hand: { artifact: hand.artifact && formatArtifactId(hand.artifact.id), is: hand.is },
    variables: buildVariableLines(state, context),
    outcomes: state.ledger.rows.latestOf(agent, MAX_INSPECTED_ROWS).map(row => buildOutcomeLine(state, row)),
    asked: course.asked,
    tokens: course.tokens,
    stopped: course.stopped && {
      tick: course.stopped.tick,
      step: state.inputs.workflow.steps[course.stopped.step].name,
      reason: course.stopped.reason,
    },
  };
}

function buildVariableLines({ inputs }: WorkflowState, context: TurnContext): readonly VariableLine[] {
  return context.names.map(name => {
    const setting = context.settingOf(name);
    const value = toPyRepr(context.get(name)!);
    return {
      name,
      value:
        value.length > MAX_INSPECTED_VALUE_LENGTH
          ? `${value.slice(0, MAX_INSPECTED_VALUE_LENGTH - 1)}…`
          : value,
      step: setting && inputs.workflow.steps[setting.step].name,
      tick: setting?.tick ?? null,
    };
  });
}

function buildOutcomeLine({ inputs, world }: WorkflowState, row: OutcomeRow): OutcomeLine {
  const { states, steps, nesting } = inputs.workflow;
  const { name, type, onFailure, maxRetries } = steps[row.step];
  return {
    row: row.row,
    tick: row.tick,
    state: states[row.state],
    step: name,
    type,
    outcome: row.outcome,
    failure: row.failure,
    attempt: row.attempt,
    tries: onFailure === 'retry' ? maxRetries + 1 : 1,
    source: row.source,
    answer: row.answer,
    action: row.action,
    key: row.key,
    match: row.match,
    target: row.target === null ? null : states[row.target],
    isThere: row.target === null || nesting.landing(row.target, row.state) === row.state,
    result: formatOutcomeResult(world, row),
    tokensIn: row.tokensIn,
    tokensOut: row.tokensOut,
  };
}

/** A row's result; whether an offer was bought shows only when the tick is over. */
export function formatOutcomeResult(
  { traders }: WorkflowState['world'],
  { agent, tick, action, result }: OutcomeRow,
): string {
  const deed = action === 'ship' ? traders[agent].deedAt(tick) : undefined;
  return deed === undefined ? result : result.replace(/^offered [^;]*/, () => deed.result);
}

/** An agent's turn in a tick, rebuilt; null if it had none. */
export function rebuildTurnDetail(state: WorkflowState, agent: number, tick: Tick): TurnDetail | null {
  const { inputs, ledger, sealed } = state;
  const { workflow } = inputs;
  const course = ledger.courses[agent];
  if (!Number.isInteger(tick) || tick > sealed || !state.hasTurn(agent, tick)) return null;
  const rows = state.ledger.rows.ofTicks(agent, tick, tick);
  const report = {
    ...{ agent, tick, state: workflow.states[state.leafBefore(agent, tick)] },
    outcomes: rows.map(row => buildOutcomeLine(state, row)),
  };
  const plan = replanPastTurn(state, agent, tick, rows);
  if (plan === null)
    return {
      ...report,
      ...{ question: null, variables: [], changed: [], code: [], asked: [], cut: course.variables.since + 1 },
    };
  const { asking, context } = plan;
  const prompts = asking === null ? [] : listQuestionPrompts(asking, plan.traits);
  return {
    ...report,
    question: asking && {
      step: asking.name,
      type: asking.type,
      components: buildComponentLines(state, plan),
      system: state.systemOf(asking),
      prompt: buildWorkflowPrompt(prompts, context),
      unknown: findUnknownVariables(prompts, context).map(({ name }) => name),
    },
    variables: buildVariableLines(state, context),
    changed: listVariableChanges(
      state,
      agent,
      tick,
      rows.findLast(({ action }) => action !== null)?.action ?? null,
    ),
    code: plan.ran.map(({ name }) => name),
    asked: listAskedArtifacts(state, agent, tick, context),
    cut: null,
  };
}

/** The components of a question's step, with the conditions of those that have one. */
const buildComponentLines = (
  { inputs }: WorkflowState,
  { asking, traits, context }: Plan,
): readonly ComponentLine[] =>
  asking === null
    ? []
    : listStepTraits(inputs.workflow, asking).map(trait => ({
        name: trait.name,
        isInjected: traits.includes(trait),
        condition: trait.condition?.text ?? null,
        reads: describeConditionReads(trait.condition, context),
      }));

/** Questions to artifacts in a turn, as far as its edges are known to have been looked at as they are now. */
function listAskedArtifacts(
  state: WorkflowState,
  agent: number,
  tick: Tick,
  planned: TurnContext,
): readonly AskedArtifacts[] {
  const { machine, inputs } = state;
  if (machine === null || inputs.workflow.artifacts.size === 0) return [];
  const { calls } = rebuildTurn(state, machine, agent, tick)?.context ?? planned;
  return [...calls].map(([{ text, line }, { listed, total }]) => ({ condition: text, line, listed, total }));
}

/** True if an artifact existed in any of the ticks. */
function existsInTicks({ events }: Artifact, from: Tick, to: Tick): boolean {
  const last = events[events.length - 1];
  const isGone = last.kind === 'sold' || last.kind === 'dropped';
  return events[0].tick <= to && (!isGone || last.tick >= from);
}

/** An agent's row of the exchange, with what lived in any of the ticks [from, to]. */
export function buildExchangeRow(state: WorkflowState, agent: number, from: Tick, to: Tick): ExchangeRow {
  const { world, ledger, sealed } = state;
  const { artifacts, bought, sold } = world.traders[agent];
  const rows = artifacts
    .filter(artifact => existsInTicks(artifact, from, to))
    .map(artifact => {
      const sale = findLastEvent(artifact, 'sold');
      return {
        id: artifact.id,
        made: artifact.events[0].tick,
        price: artifact.price,
        found: listEventTicks(artifact, 'broken', 'returned'),
        reworked: listEventTicks(artifact, 'reworked'),
        sold: sale?.tick ?? null,
        buyer: sale?.buyer ?? null,
        dropped: findLastEvent(artifact, 'dropped')?.tick ?? null,
      };
    });
  const purchases = bought.map(artifact => ({
    id: artifact.id,
    tick: findLastEvent(artifact, 'sold')!.tick,
    seller: artifact.maker,
    price: artifact.price,
  }));
  return {
    agent,
    ...world.accountOf(agent, sealed),
    made: artifacts.length,
    sold,
    bought: bought.length,
    artifacts: rows,
    purchases: purchases.filter(({ tick }) => tick >= from && tick <= to),
    pivots: ledger.courses[agent].pivots.filter(tick => tick >= from && tick <= to),
  };
}

/** `agent_007` of a number; null stays. */
export const formatAgentIdOrNull = (agent: number | null): string | null =>
  agent === null ? null : formatAgentId(agent);

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
 * The variables that an agent's turn in a tick changed, by its code and by what it did, as they were before the turn
 * and at the end of the tick.
 * @param by what the agent did; null for nothing
 */
function listVariableChanges(
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
  const view = (upTo: Tick) => new MarketView(state.world, agent, tick, upTo, '');
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
