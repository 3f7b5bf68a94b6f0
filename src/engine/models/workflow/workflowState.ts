import type { Tick } from '../../core/indices.ts';
import type { ModelFrame } from '../../model/frame.ts';
import type { Prompt } from '../../oracle/formats/prompt.ts';
import type { Answer, AnswerShape, Question } from '../../oracle/oracle.ts';
import { Allowance } from '../../python/meter.ts';
import type { RunConfig } from '../../setup/config.ts';
import { getSeedSchedule } from '../../setup/setupChanges.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import { HIERARCHY } from '../../statechart/hierarchy/hierarchy.ts';
import { listPlacedStates } from '../../statechart/hierarchy/stateTree.ts';
import type { Machine } from '../../statechart/machine.ts';
import { Population } from '../../statechart/population.ts';
import { createPersonName } from '../createPersonName.ts';
import { buildWorkflowChart, type WorkflowChart } from './buildWorkflowChart.ts';
import type { WorkflowInputs } from './inputs/loadWorkflowInputs.ts';
import {
  type AskingStep,
  listAnswerKeys,
  listQuestionPrompts,
  type Trait,
  type TransitionStep,
} from './inputs/workflow.ts';
import { Market, MarketDraw, type SavedMarket } from './market/market.ts';
import { MarketView } from './market/marketView.ts';
import { settleOffers } from './market/settleOffers.ts';
import { type Situation, writePolicyAction, writePolicyChoice } from './policy/policyAnswer.ts';
import { findTrouble, listHeldAgents, type Trouble } from './reports/trouble.ts';
import { describeConditionReads } from './turn/describeValuesRead.ts';
import { isConditionMet } from './turn/isConditionMet.ts';
import { type Plan, planTurn } from './turn/planTurn.ts';
import { TurnContext } from './turn/turnContext.ts';
import { TurnLoop, WORKFLOW_SERIES, WorkflowQuestion, type WorkflowQuestionWords } from './turn/turnLoop.ts';
import { Course, type SavedWorkflowLedger, WorkflowLedger } from './workflowLedger.ts';
import type { WorkflowParameters } from './workflowParameters.ts';
import {
  buildActionSystem,
  buildChoiceSystem,
  buildWorkflowPrompt,
  buildWorkflowTemplate,
  listAskedAnswers,
  measureWorkflowPrompt,
} from './workflowPrompt.ts';
import { MARKET_ACTIONS } from './workflowTerms.ts';

/** Transition steps whose answers are kept, each with the traits that were injected. */
const MAX_CACHED_QUESTIONS = 1_000;

/** All but the population's columns, as plain data. */
interface SavedWorkflowState {
  readonly book: SavedWorkflowLedger;
  readonly world: SavedMarket;
  readonly sealed: Tick;
  readonly counts: TurnLoop['counts'];
}

/** The traders of a run, their market and what happens to both in a tick. */
export class WorkflowState {
  readonly population: Population;
  readonly ledger: WorkflowLedger;
  readonly world: Market;
  readonly loop: TurnLoop;
  readonly parameters: WorkflowParameters;
  readonly hierarchy = HIERARCHY;
  readonly #chart: WorkflowChart;
  readonly #words: WorkflowQuestionWords;
  /** Answers that the prompts of transition steps ask for, by step and injected traits. */
  readonly #answers = new Map<string, readonly string[]>();
  /** Turns of the tick being asked about, as planned for their questions. */
  #plans: { readonly tick: Tick; readonly of: readonly (Plan | null)[] } | null = null;
  /** The last tick that is over. */
  sealed: Tick = 0;
  #machine: Machine | null = null;
  /** Numbers of the workflow's states by those of the chart's. */
  readonly #numbers: readonly number[];

  constructor(
    readonly config: RunConfig<WorkflowParameters>,
    readonly inputs: WorkflowInputs,
  ) {
    const { agents } = config;
    const { workflow } = inputs;
    this.parameters = config.parameters;
    // In a chart with hierarchy agents begin in its first configuration.
    this.population = new Population(agents, workflow.nesting.compounds.size > 0 ? 0 : workflow.initial);
    this.population.historyDepth.fill(this.parameters.history_depth);
    this.world = new Market(agents, getSeedSchedule(config), this.parameters);
    this.ledger = new WorkflowLedger(Array.from({ length: agents }, () => new Course()));
    this.#chart = buildWorkflowChart(workflow, this.#conditions());
    this.#numbers = listPlacedStates(this.chart).map(({ id }) => workflow.states.indexOf(id));
    this.loop = new TurnLoop({ workflow, chart: this.#chart, world: this.world, ledger: this.ledger });
    this.#words = this.#questionWords();
  }

  playedOn(machine: Machine): void {
    this.#machine = machine;
  }

  /** The machine of its chart; null before it runs. */
  get machine(): Machine | null {
    return this.#machine;
  }

  /** The leaf in which an agent is. */
  leafOf(agent: number): number {
    return this.leafIn(this.population.state[agent]);
  }

  /** The leaf in which a tick found an agent. */
  leafBefore(agent: number, tick: Tick): number {
    return this.#machine === null
      ? this.inputs.workflow.initial
      : this.leafIn(this.#machine.past.stateAt(agent, tick - 1));
  }

  /** The edge of the workflow that a transition of the chart comes from. */
  edgeOf(transition: number): number {
    return this.#chart.edges[transition];
  }

  /** The leaf of a configuration. */
  leafIn(configuration: number): number {
    return this.#machine === null
      ? this.inputs.workflow.initial
      : this.#numbers[this.#machine.table.leaves(0)[configuration]];
  }

  get chart(): ChartDefinition {
    return this.#chart.definition;
  }

  #questionWords(): WorkflowQuestionWords {
    const { workflow } = this.inputs;
    const shapes = new Map(
      workflow.steps.map(step => [
        step,
        step.type === 'transition' ? buildChoiceShape(listAnswerKeys(step)) : ACTION_SHAPE,
      ]),
    );
    const systems = new Map(
      workflow.steps.map(step => [step, step.type === 'code' ? '' : this.systemOf(step)]),
    );
    return {
      system: step => systems.get(step)!,
      prompt: ({ asking, traits, context }) =>
        buildWorkflowPrompt(listQuestionPrompts(asking!, traits), context),
      promptLength: ({ asking, traits, context }) =>
        measureWorkflowPrompt(listQuestionPrompts(asking!, traits), context),
      shape: step => shapes.get(step)!,
    };
  }

  systemOf(step: AskingStep): string {
    return step.type === 'llm' ? buildActionSystem(this.parameters) : buildChoiceSystem(listAnswerKeys(step));
  }

  get decisionCount(): number {
    return this.ledger.totals.asked;
  }

  get failureCount(): number {
    return this.ledger.totals.failures;
  }

  get isOver(): boolean {
    return this.sealed >= this.parameters.ticks || this.ledger.totals.stopped === this.population.size;
  }

  resolveContext(context: number): unknown {
    return context === 0 ? null : { reason: this.ledger.rows.at(context - 1).result };
  }

  /** The context of an agent's turn: the world after the tick before, and its own variables. */
  contextOf(agent: number, tick: Tick, state: number): TurnContext {
    const view = new MarketView(this.world, agent, tick, tick - 1, this.inputs.workflow.states[state]);
    const allowance = new Allowance(this.population.size);
    const { artifacts } = this.inputs.workflow;
    return new TurnContext(this.ledger.courses[agent].variables, view, allowance, artifacts);
  }

  /** A turn up to its question. Pure. */
  plan(agent: number, tick: Tick, state: number): Plan {
    const course = this.ledger.courses[agent];
    return planTurn(this.inputs.workflow, state, this.contextOf(agent, tick, state), step =>
      this.loop.ends(course, step),
    );
  }

  /** True if an agent has a turn: not before the tick of its first one, nor after that in which it stopped. */
  hasTurn(agent: number, tick: Tick): boolean {
    const { stopped } = this.ledger.courses[agent];
    const isThere = tick >= this.world.traders[agent].first && (stopped === null || tick <= stopped.tick);
    return isThere && tick <= this.parameters.ticks;
  }

  #planAll(tick: Tick): readonly (Plan | null)[] {
    if (this.#plans?.tick !== tick) {
      const of = this.ledger.courses.map((_, agent) =>
        this.hasTurn(agent, tick) ? this.plan(agent, tick, this.leafOf(agent)) : null,
      );
      this.#plans = { tick, of };
    }
    return this.#plans.of;
  }

  questions(tick: Tick): readonly WorkflowQuestion[] {
    const questions: WorkflowQuestion[] = [];
    for (const [agent, plan] of this.#planAll(tick).entries())
      if (plan?.asking) questions.push(new WorkflowQuestion(agent, tick, plan.asking, plan, this.#words));
    return questions;
  }

  get template(): Prompt {
    return buildWorkflowTemplate(this.inputs.workflow, this.parameters);
  }

  policy(question: Question): Answer {
    const { agent, tick, step, plan } = question as WorkflowQuestion;
    const situation: Situation = {
      states: this.inputs.workflow.states,
      state: this.inputs.workflow.states[plan.state],
      hand: this.world.handOf(agent, tick - 1).is,
      failuresInARow: new MarketView(this.world, agent, tick, tick - 1, '').failures,
      draw: purpose => this.world.random.unit(agent, tick, MarketDraw.policy + purpose),
    };
    const text =
      step.type === 'llm'
        ? writePolicyAction(step, situation)
        : writePolicyChoice(step, situation, this.#answersOf(step, plan.traits));
    return { kind: 'text', text, source: 'policy' };
  }

  #answersOf(step: TransitionStep, traits: readonly Trait[]): readonly string[] {
    const key = JSON.stringify([step, ...traits].map(({ name }) => name));
    const answers = this.#answers.get(key) ?? listAskedAnswers(step, traits);
    if (this.#answers.size < MAX_CACHED_QUESTIONS) this.#answers.set(key, answers);
    return answers;
  }

  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void {
    const plans = this.#planAll(tick);
    this.loop.beginTick();
    let asked = 0;
    for (const [agent, plan] of plans.entries()) {
      if (plan === null) continue;
      const question = questions[asked] as WorkflowQuestion | undefined;
      const isAsked = question?.agent === agent;
      this.loop.play(
        { agent, tick, plan, machine },
        isAsked ? question : null,
        isAsked ? answers[asked++] : null,
      );
    }
    this.#plans = null;
  }

  deliver(tick: Tick, { log }: Machine): void {
    settleOffers(this.world, this.loop.offering, tick, log);
    this.world.seal();
    this.sealed = tick;
  }

  series(): readonly number[] {
    return WORKFLOW_SERIES.map(name => this.loop.counts[name]);
  }

  frame(): WorkflowFrame {
    const { made, broken, sold, volume, costs } = this.world.totals;
    const { turns, asked, retries, skipped, gaveUp, stopped, pivots } = this.ledger.totals;
    const leader = this.#leader();
    return {
      kind: 'workflow',
      made,
      broken,
      sold,
      volume,
      costs,
      leader,
      turns,
      asked,
      retries,
      skipped,
      gaveUp,
      stopped,
      pivots,
      warnings: this.ledger.warnings.size,
      trouble: this.trouble,
      focus: leader.agent,
    };
  }

  get trouble(): Trouble | null {
    return findTrouble(this.#troubled, this.sealed);
  }

  verdicts() {
    return listHeldAgents(this.#troubled, this.sealed);
  }

  get #troubled() {
    const { loop, ledger, world, inputs } = this;
    return { workflow: inputs.workflow, edges: loop.edges, ledger, world };
  }

  #leader(): WorkflowFrame['leader'] {
    let best = { agent: 0, profit: this.world.traders[0].profit };
    for (const [agent, { profit }] of this.world.traders.entries())
      if (profit > best.profit) best = { agent, profit };
    return best;
  }

  /** By the agents' variables after their last turns. */
  #conditions() {
    const { edges } = this.inputs.workflow;
    const contextOf = (agent: number) => this.contextOf(agent, this.sealed + 1, this.leafOf(agent));
    return {
      holds: (edge: number, agent: number) => isConditionMet(edges[edge].condition, contextOf(agent)),
      reads(edge: number, agent: number) {
        const context = contextOf(agent);
        isConditionMet(edges[edge].condition, context);
        return describeConditionReads(edges[edge].condition, context);
      },
    };
  }

  nameOf(agent: number): string {
    return createPersonName(this.config.seed, agent);
  }

  save(): SavedWorkflowState {
    return {
      book: this.ledger.toSaved(),
      world: this.world.toSaved(),
      sealed: this.sealed,
      counts: { ...this.loop.counts },
    };
  }

  restore(saved: SavedWorkflowState): void {
    this.#plans = null;
    this.ledger.restore(saved.book);
    this.world.restore(saved.world);
    this.sealed = saved.sealed;
    this.loop.counts = { ...saved.counts };
  }
}

const createWorkflowLiteral = (words: string): string => JSON.stringify(words);
const createWorkflowChoice = (words: readonly string[]): string =>
  `(${words.map(createWorkflowLiteral).join(' | ')})`;
const createWorkflowObjectSchema = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * Constraint on actions, for servers and runtimes that can enforce one; most actions have nothing to note.
 */
export const ACTION_SHAPE: AnswerShape = {
  schema: createWorkflowObjectSchema({
    action: { type: 'string', enum: MARKET_ACTIONS },
    note: { anyOf: [{ type: 'string', maxLength: 120 }, { type: 'null' }] },
  }),
  grammar: `root ::= ${createWorkflowLiteral('{"action":"')} ${createWorkflowChoice(MARKET_ACTIONS)} ${createWorkflowLiteral('","note":')} note ${createWorkflowLiteral('}')}
note ::= "null" | ${createWorkflowLiteral('"')} [^"\\\\\\x00-\\x1f]{0,120} ${createWorkflowLiteral('"')}`,
};

/** The same for the choice of a transition step. */
export const buildChoiceShape = (keys: readonly string[]): AnswerShape => ({
  schema: createWorkflowObjectSchema({ choice: { type: 'string', enum: keys } }),
  grammar: `root ::= ${createWorkflowLiteral('{"choice":')} ${createWorkflowChoice(keys.map(createWorkflowLiteral))} ${createWorkflowLiteral('}')}`,
});

/** The workflow part of a frame, at its last tick; sums are those of the run so far. */
export interface WorkflowFrame extends ModelFrame {
  readonly kind: 'workflow';
  readonly made: number;
  /** Tests that found an artifact broken. */
  readonly broken: number;
  readonly sold: number;
  /** Scrip paid for artifacts. */
  readonly volume: number;
  /** Scrip that the artifacts have cost their makers. */
  readonly costs: number;
  /** The agent that made most by selling, and how much; of several, the first. */
  readonly leader: { readonly agent: number; readonly profit: number };
  /** Turns of agents still running, and language-model calls in them. */
  readonly turns: number;
  readonly asked: number;
  /** Failed steps by their consequence. */
  readonly retries: number;
  readonly skipped: number;
  readonly gaveUp: number;
  /** Agents whose workflow has ended by `fail`. */
  readonly stopped: number;
  /** Moves along a wildcard edge. */
  readonly pivots: number;
  /** Different warnings so far. */
  readonly warnings: number;
  /** Null if nothing is wrong. */
  readonly trouble: Trouble | null;
  /** The agent to look at while none is chosen: the leader. */
  readonly focus: number;
}
