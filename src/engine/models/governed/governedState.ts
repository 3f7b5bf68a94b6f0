import type { Tick } from '../../core/indices.ts';
import { Random } from '../../core/random.ts';
import type { ModelFrame } from '../../model/frame.ts';
import type { Prompt } from '../../oracle/formats/prompt.ts';
import type { Answer, Question } from '../../oracle/oracle.ts';
import type { RunConfig } from '../../setup/config.ts';
import { getSeedSchedule } from '../../setup/setupChanges.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import type { Hierarchy } from '../../statechart/hierarchy/hierarchy.ts';
import type { Machine } from '../../statechart/machine.ts';
import { Population } from '../../statechart/population.ts';
import {
  ANSWER_TOKENS,
  buildGovernedPrompt,
  buildGovernedSystem,
  buildGovernedTemplate,
  measureGovernedPrompt,
  type PromptParts,
} from './buildGovernedPrompt.ts';
import { writeCharacterAnswer } from './characters/writeCharacterAnswer.ts';
import { governedChart } from './governedChart.ts';
import { GovernedDomain } from './governedDomain.ts';
import type { GovernedParameters } from './governedParameters.ts';
import { Chances, type GovernedInputs } from './inputs/loadGovernedInputs.ts';
import type { Missions } from './inputs/missions.ts';
import { MissionLedger, type SavedMissionLedger } from './missionLedger.ts';
import { CHARACTERS, type Character, type Ending, MISSION_PHASES } from './phases.ts';
import {
  GOVERNED_SERIES,
  GovernedQuestion,
  type GovernedQuestionWords,
  MissionLoop,
} from './step/missionLoop.ts';
import { Toolbox } from './step/toolbox.ts';
import { endWithoutQuestion, findDueEnd } from './stuck/endings.ts';
import { RuleColumns } from './stuck/ruleColumns.ts';

/** All but the population's columns, as plain data. */
interface SavedGovernedState {
  readonly book: SavedMissionLedger;
  readonly queue: SavedQueue;
  readonly refused: number;
  readonly failed: number;
  readonly sealed: Tick;
  readonly counts: MissionLoop['counts'];
}

/** The missions of a run and what happens to them in a tick. */
export class GovernedState {
  readonly population: Population;
  readonly ledger: MissionLedger;
  readonly rules: RuleColumns;
  readonly loop: MissionLoop;
  readonly cast: Cast;
  readonly parameters: GovernedParameters;
  readonly #words: GovernedQuestionWords;
  readonly #random: Random;
  readonly #queue: Queue;
  /** The last tick that is over. */
  sealed: Tick;
  /** Refused and failed answers so far. */
  #refused = 0;
  #failed = 0;

  constructor(
    readonly config: RunConfig<GovernedParameters>,
    readonly inputs: GovernedInputs,
  ) {
    const { corpus, missions } = inputs;
    const { agents, seed } = config;
    const chance = getSeedSchedule(config);
    const parameters = config.parameters;
    this.parameters = parameters;
    this.population = new Population(agents, MISSION_PHASES.indexOf('init'));
    this.population.historyDepth.fill(parameters.history_depth);
    this.ledger = new MissionLedger(agents);
    this.rules = new RuleColumns(this.population, parameters);
    this.cast = new Cast(seed, missions, parameters);
    const { ledger, rules } = this;
    const { second_chances, governance } = parameters;
    // Without governance nobody is found stuck.
    const chances = governance && second_chances > 0 ? new Chances(this.population, second_chances) : null;
    this.loop = new MissionLoop({
      parameters,
      chance,
      missions,
      tools: new Toolbox(corpus, parameters.results),
      ledger,
      rules,
      chances,
    });
    this.#random = new Random(chance, GovernedDomain.mission);
    this.#words = {
      system: buildGovernedSystem(parameters.governance),
      prompt: question => this.promptOf(question),
      promptLength: question =>
        measureGovernedPrompt(this.#promptParts(question), (step, inFull) =>
          this.ledger.lineLength(step, inFull),
        ),
    };
    this.sealed = 0 - config.warmUp;
    this.#queue = new Queue(ledger, parameters.active);
    this.#queue.move(1 - config.warmUp);
  }

  get chart(): ChartDefinition {
    if (this.loop.chances === null) return governedChart;
    if (this.inputs.composite === null) throw new Error('the chart with second chances was not loaded');
    return this.inputs.composite.chart;
  }

  get hierarchy(): Hierarchy | null {
    return (this.loop.chances && this.inputs.composite?.hierarchy) ?? null;
  }

  playedOn(machine: Machine): void {
    this.loop.playedOn(machine);
  }

  /** Its mission begins with the tick in which it is first asked; each step takes its simulated time. */
  ownTime(agent: number, tick: Tick): number {
    const { ledger, config } = this;
    const begun = (ledger.startedAt(agent) ?? tick) * config.tickSeconds * 1000;
    const steps = ledger.stepsOf(agent).filter(step => step.tick <= tick);
    return steps.reduce((sum, { milliseconds }) => sum + milliseconds, begun);
  }

  get decisionCount(): number {
    return this.ledger.asked;
  }

  get failureCount(): number {
    return this.#failed;
  }

  get isOver(): boolean {
    return this.#queue.isOver;
  }

  resolveContext(context: number): unknown {
    if (context === 0) return null;
    return { reason: this.ledger.reasonOf(context - 1) };
  }

  questions(tick: Tick): readonly GovernedQuestion[] {
    return this.#queue.active
      .filter(agent => findDueEnd(this.loop, agent) === null)
      .map(
        agent =>
          new GovernedQuestion(
            agent,
            tick,
            this.rules.steps[agent] + 1,
            this.loop.phaseOf(agent),
            this.rules.phaseMs[agent],
            this.parameters.governance ? this.loop.adviceOf(agent) : null,
            ANSWER_TOKENS,
            this.#words,
          ),
      );
  }

  /** The part of a prompt that differs from question to question. */
  promptOf(question: GovernedQuestion): string {
    return buildGovernedPrompt(this.#promptParts(question));
  }

  #promptParts({ agent, step, phase, phaseMilliseconds, advice }: GovernedQuestion): PromptParts {
    const past = this.ledger.stepsOf(agent);
    return {
      goal: this.loop.goalOf(agent),
      past: past.filter(({ number }) => number < step),
      state: this.parameters.governance ? { phase, phaseMilliseconds, advice } : null,
    };
  }

  get template(): Prompt {
    return { system: this.system, user: buildGovernedTemplate(this.parameters.governance) };
  }

  get system(): string {
    return this.#words.system;
  }

  policy(question: Question): Answer {
    const { agent, tick, phase, advice } = question as GovernedQuestion;
    const past = this.ledger.stepsOf(agent);
    const text = writeCharacterAnswer({
      character: this.cast.characterOf(agent),
      goal: this.loop.goalOf(agent),
      phase,
      past,
      advice,
      obeys: this.cast.obeys(agent),
      heeds: this.cast.heeds(agent, past.filter(({ kind }) => kind === 'resumed').length),
      draw: purpose => this.#random.unit(agent, 0, purpose, tick),
    });
    return { kind: 'text', text, source: 'policy' };
  }

  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void {
    const { loop } = this;
    loop.beginTick(tick);
    let asked = 0;
    for (const agent of this.#queue.active) {
      const question = questions[asked] as GovernedQuestion | undefined;
      if (question?.agent === agent) loop.step(question, answers[asked++], tick, machine);
      else endWithoutQuestion(loop, agent, findDueEnd(loop, agent)!, tick, machine);
    }
    this.#refused += loop.counts.refused;
    this.#failed += loop.counts.failed;
  }

  /** Missions that have ended make room for those that wait. */
  deliver(tick: Tick): void {
    this.sealed = tick;
    this.#queue.move(tick + 1);
  }

  series(): readonly number[] {
    return GOVERNED_SERIES.map(name => this.loop.counts[name]);
  }

  frame(_tick: Tick): GovernedFrame {
    const { ledger } = this;
    return {
      kind: 'governed',
      waiting: this.#queue.waiting,
      underWay: this.#queue.active.length,
      endings: { ...ledger.endings },
      ...ledger.totals,
      refused: this.#refused,
      failed: this.#failed,
      focus: this.#focus(),
    };
  }

  /** An advised mission, else the one under way longest, else the last of the list. */
  #focus(): number {
    const { active } = this.#queue;
    return active.find(agent => this.ledger.warned[agent] !== 0) ?? active[0] ?? this.population.size - 1;
  }

  nameOf(agent: number): string {
    const { list } = this.inputs.missions;
    const { title } = list[agent % list.length];
    return agent < list.length ? title : `${title} (${Math.floor(agent / list.length) + 1})`;
  }

  save(): SavedGovernedState {
    return {
      book: this.ledger.save(),
      queue: this.#queue.save(),
      refused: this.#refused,
      failed: this.#failed,
      sealed: this.sealed,
      counts: { ...this.loop.counts },
    };
  }

  restore(saved: SavedGovernedState): void {
    this.ledger.restore(saved.book);
    this.#queue.restore(saved.queue);
    this.#refused = saved.refused;
    this.#failed = saved.failed;
    this.sealed = saved.sealed;
    this.loop.counts = { ...saved.counts };
  }
}

/** Which missions are under way, and which is next. */
interface SavedQueue {
  readonly active: readonly number[];
  readonly next: number;
  readonly ended: number;
}

/** Limits the missions under way at once; each that ends makes room for the next, in agent order. */
class Queue {
  /** Agents whose missions are under way, in agent order. */
  active: readonly number[] = [];
  /** The first agent that still waits. */
  next = 0;
  ended = 0;
  readonly #ledger: MissionLedger;
  readonly #most: number;

  constructor(ledger: MissionLedger, most: number) {
    this.#ledger = ledger;
    this.#most = most;
  }

  get waiting(): number {
    return this.#ledger.size - this.next;
  }

  get isOver(): boolean {
    return this.ended === this.#ledger.size;
  }

  /** @param tick in which missions that start now are first asked */
  move(tick: Tick): void {
    const active = this.active.filter(agent => this.#ledger.endedAt(agent) === null);
    this.ended += this.active.length - active.length;
    while (active.length < this.#most && this.next < this.#ledger.size) {
      const agent = this.next++;
      this.#ledger.start(agent, tick);
      active.push(agent);
    }
    this.active = active;
  }

  save(): SavedQueue {
    const { active, next, ended } = this;
    return { active, next, ended };
  }

  restore(saved: SavedQueue): void {
    Object.assign(this, saved);
  }
}

const CastDraw = { trouble: 70, which: 71, obeys: 72, heeds: 73 } as const;

/** Assigns a character to each mission, for the built-in policy. */
class Cast {
  readonly #random: Random;
  readonly #missions: Missions;
  readonly #parameters: GovernedParameters;

  constructor(seed: number, missions: Missions, parameters: GovernedParameters) {
    this.#random = new Random(seed, GovernedDomain.mission);
    this.#missions = missions;
    this.#parameters = parameters;
  }

  characterOf(agent: number): Character {
    const { characters, trouble } = this.#parameters;
    if (!characters) return 'searcher';
    const { list } = this.#missions;
    const { character } = list[agent % list.length];
    if (character !== null) return character;
    if (this.#random.unit(agent, 0, CastDraw.trouble) >= trouble) return 'searcher';
    // The first character of the list is the one that never gets into trouble.
    const others = CHARACTERS.length - 1;
    return CHARACTERS[1 + Math.floor(this.#random.unit(agent, 0, CastDraw.which) * others)];
  }

  obeys(agent: number): boolean {
    return this.#random.unit(agent, 0, CastDraw.obeys) < this.#parameters.obedience;
  }

  /** True if it heeds a warning, drawn for each of them. @param warning from 1; 0 before the first */
  heeds(agent: number, warning: number): boolean {
    return warning > 0 && this.#random.unit(agent, warning, CastDraw.heeds) < this.#parameters.obedience;
  }
}

/** The governed part of a frame, at its last tick. */
export interface GovernedFrame extends ModelFrame {
  readonly kind: 'governed';
  readonly waiting: number;
  readonly underWay: number;
  /** Missions that have ended, by how. */
  readonly endings: Readonly<Record<Ending, number>>;
  /** Sums over all missions. */
  readonly steps: number;
  readonly calls: number;
  readonly tokens: number;
  readonly refused: number;
  readonly failed: number;
  /**
   * The mission to look at while none is chosen: one that has been advised, else the one under way longest,
   * else the last of the list.
   */
  readonly focus: number;
}
