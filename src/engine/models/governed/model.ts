import type { ParameterValue, RunConfig, Setup } from '../../config.ts';
import type { AgentDetail } from '../../detail.ts';
import { InputError } from '../../errors.ts';
import type { Prompt } from '../../forms/words.ts';
import type { Tick } from '../../indices.ts';
import type { Groups, Material, Model, ModelState, Sources } from '../../model.ts';
import type { Answer, Question } from '../../oracle.ts';
import { Population } from '../../population.ts';
import { Domain, Random } from '../../random.ts';
import { NO_NETWORK } from '../../setup.ts';
import type { Machine } from '../../statechart/machine.ts';
import type { ModelQueries } from '../queries.ts';
import { Book, type SavedBook } from './book.ts';
import { Cast } from './characters/cast.ts';
import { characterAnswer } from './characters/character.ts';
import { governedChart } from './chart.ts';
import { attributesOf, callRecords, decisionRecords, measurementRecords } from './document.ts';
import type { GovernedFrame } from './frame.ts';
import { type Corpus, corpusOfFiles, HANDBOOK, readCorpus } from './given/corpus.ts';
import { BUILT_IN_MISSIONS, type Missions, readMissions } from './given/missions.ts';
import { SearchIndex } from './given/search.ts';
import { inspect, missionRow, stepPrompt, traceOf } from './inspect.ts';
import type { GovernedParameters } from './parameters.ts';
import { CHARACTERS, PHASES } from './phases.ts';
import { ANSWER_TOKENS, promptFor, systemOf, templateOf } from './prompt.ts';
import { GovernedQuestion, type QuestionWords } from './question.ts';
import type { GovernedAttributes } from './schema.ts';
import { GOVERNED } from './spec.ts';
import { GOVERNED_SERIES, Loop } from './step/loop.ts';
import { dueEnd, endWithout } from './stuck/endings.ts';
import { RuleColumns } from './stuck/rules.ts';

/** Most missions of a run. */
const MOST_AGENTS = 100_000;

interface Inputs {
  readonly corpus: Corpus;
  readonly missions: Missions;
}

/** Tool-using agents, governed by phases: each carries out a mission, and is led out where it gets stuck. */
export const governed: Model<Inputs> = {
  ...GOVERNED,
  chart: governedChart,
  contextColumn: 'decision',
  series: GOVERNED_SERIES,
  load,
  create: (config, inputs) => new GovernedState(config, inputs),
};

async function load(setup: Setup, sources: Sources): Promise<Material<Inputs>> {
  if (setup.network !== NO_NETWORK)
    throw new InputError(`model governed takes no network, and the set-up names "${setup.network}"`);
  const { agents: wanted, own = [] } = setup;
  if (wanted !== null && !(Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_AGENTS))
    throw new InputError(`agents must be a whole number from 1 to ${MOST_AGENTS}, not ${wanted}`);
  const missions = own.includes('missions') ? ownMissions(sources) : BUILT_IN_MISSIONS;
  const corpus = own.includes('corpus')
    ? corpusOfFiles(sources.files.corpus ?? [])
    : readCorpus(HANDBOOK, await sources.bundled(`corpora/${HANDBOOK}.json`));
  const { list } = missions;
  return {
    inputs: { corpus, missions },
    agents: wanted ?? list.length,
    networkInfo: null,
    inputInfo: {
      corpus: { name: corpus.name, count: corpus.documents.length, sha256: corpus.sha256 },
      missions: { name: missions.name, count: list.length, sha256: missions.sha256 },
    },
    notes:
      wanted !== null && wanted > list.length
        ? [`${list.length} missions for ${wanted} agents: repeated`]
        : [],
  };
}

function ownMissions(sources: Sources): Missions {
  const [file] = sources.files.missions ?? [];
  if (file === undefined)
    throw new InputError(
      'this run used a list of missions of yours; drop the file on the page to open it again',
    );
  return readMissions(file.name, file.bytes);
}

/** All but the population's columns, as plain data. */
interface SavedState {
  readonly book: SavedBook;
  readonly active: readonly number[];
  readonly next: number;
  readonly ended: number;
  readonly refused: number;
  readonly failed: number;
  readonly sealed: Tick;
  readonly counts: Loop['counts'];
}

export class GovernedState implements ModelState {
  readonly population: Population;
  readonly book: Book;
  readonly rules: RuleColumns;
  readonly loop: Loop;
  readonly cast: Cast;
  readonly parameters: GovernedParameters;
  readonly #words: QuestionWords;
  readonly #random: Random;
  /** Those under way, in agent order. */
  #active: number[] = [];
  /** The next that waits. */
  #next = 0;
  #ended = 0;
  /** The last tick that is over. */
  sealed: Tick;
  /** Refused and failed answers so far. */
  #refused = 0;
  #failed = 0;

  constructor(
    readonly config: RunConfig,
    readonly inputs: Inputs,
  ) {
    const { corpus, missions } = inputs;
    const { agents, seed } = config;
    const parameters = config.parameters as unknown as GovernedParameters;
    this.parameters = parameters;
    this.population = new Population(agents, PHASES.indexOf('init'));
    this.population.historyDepth.fill(parameters.history_depth);
    this.book = new Book(agents);
    this.rules = new RuleColumns(this.population, parameters);
    this.cast = new Cast(seed, missions, parameters);
    const { book, rules } = this;
    const { state } = this.population;
    this.loop = new Loop({ parameters, seed, missions, index: new SearchIndex(corpus), book, rules, state });
    this.#random = new Random(seed, Domain.mission);
    this.#words = { system: systemOf(parameters.governance), prompt: question => this.promptOf(question) };
    this.sealed = 0 - config.warmUp;
    this.#fill(1 - config.warmUp);
  }

  get decisionCount(): number {
    return this.book.asked;
  }

  get failureCount(): number {
    return this.#failed;
  }

  get isOver(): boolean {
    return this.#ended === this.population.size;
  }

  /** Everything here is settled at the start. */
  adopt(_parameters: Readonly<Record<string, ParameterValue>>): void {}

  resolveContext(context: number): unknown {
    if (context === 0) return null;
    return { reason: this.book.reasonOf(context - 1) };
  }

  questions(tick: Tick): readonly GovernedQuestion[] {
    return this.#active
      .filter(agent => dueEnd(this.loop, agent) === null)
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

  /** The part of a prompt that is this question's own. */
  promptOf({ agent, step, phase, phaseMilliseconds, advice }: GovernedQuestion): string {
    const past = this.book.stepsOf(agent);
    return promptFor({
      goal: this.loop.goalOf(agent),
      past: past.filter(({ number }) => number < step),
      state: this.parameters.governance ? { phase, phaseMilliseconds, advice } : null,
    });
  }

  get template(): Prompt {
    return { system: this.system, user: templateOf(this.parameters.governance) };
  }

  get system(): string {
    return this.#words.system;
  }

  policy(question: Question): Answer {
    const { agent, phase, advice } = question as GovernedQuestion;
    const text = characterAnswer({
      character: this.cast.characterOf(agent),
      goal: this.loop.goalOf(agent),
      phase,
      past: this.book.stepsOf(agent),
      advice,
      obeys: this.cast.obeys(agent),
      draw: purpose => this.#random.unit(agent, 0, purpose),
    });
    return { kind: 'text', text, source: 'policy' };
  }

  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void {
    const { loop } = this;
    loop.beginTick();
    let asked = 0;
    for (const agent of this.#active) {
      const question = questions[asked] as GovernedQuestion | undefined;
      if (question?.agent === agent) loop.step(question, answers[asked++], tick, machine);
      else endWithout(loop, agent, dueEnd(loop, agent)!, tick, machine);
    }
    this.#refused += loop.counts.refused;
    this.#failed += loop.counts.failed;
  }

  /** Who has ended makes room for who waits. */
  deliver(tick: Tick): void {
    this.sealed = tick;
    const before = this.#active.length;
    this.#active = this.#active.filter(agent => this.book.endedAt(agent) === null);
    this.#ended += before - this.#active.length;
    this.#fill(tick + 1);
  }

  #fill(tick: Tick): void {
    const { active } = this.parameters;
    while (this.#active.length < active && this.#next < this.population.size) {
      const agent = this.#next++;
      this.book.start(agent, tick);
      this.#active.push(agent);
    }
  }

  series(): readonly number[] {
    return GOVERNED_SERIES.map(name => this.loop.counts[name]);
  }

  frame(_tick: Tick): GovernedFrame {
    const { book } = this;
    return {
      kind: 'governed',
      waiting: this.population.size - this.#next,
      underWay: this.#active.length,
      ...book.outcomes,
      ...book.totals,
      refused: this.#refused,
      failed: this.#failed,
      focus: this.#focus(),
    };
  }

  /** One that is in trouble; else the one that has been under way longest; else the last that ended. */
  #focus(): number {
    const troubled = this.#active.find(agent => this.book.warned[agent] !== 0);
    return troubled ?? this.#active[0] ?? this.population.size - 1;
  }

  nameOf(agent: number): string {
    const { list } = this.inputs.missions;
    const { title } = list[agent % list.length];
    return agent < list.length ? title : `${title} (${Math.floor(agent / list.length) + 1})`;
  }

  labelOf(): string | null {
    return null;
  }

  get groups(): Groups {
    const of = Uint8Array.from({ length: this.population.size }, (_, agent) =>
      CHARACTERS.indexOf(this.cast.characterOf(agent)),
    );
    return { label: 'character', names: CHARACTERS, of };
  }

  /** Under way first, then by their end, the latest first; who waits comes last. */
  order(name: string): ArrayLike<number> | null {
    if (name !== 'outcome') return null;
    return Float64Array.from({ length: this.population.size }, (_, agent) => {
      if (this.book.startedAt(agent) === null) return Number.POSITIVE_INFINITY;
      const ended = this.book.endedAt(agent);
      return ended === null ? Number.NEGATIVE_INFINITY : -ended;
    });
  }

  query<Name extends keyof ModelQueries>(
    name: Name,
    argument: ModelQueries[Name]['argument'],
    { tick }: { readonly tick: Tick },
  ) {
    return this.#answer(name, argument, tick) as ModelQueries[Name]['reply'];
  }

  #answer(name: keyof ModelQueries, argument: unknown, tick: Tick): unknown {
    switch (name) {
      case 'trace':
        return traceOf(this, this.#known(argument), tick);
      case 'stepPrompt':
        return stepPrompt(this, argument as number);
      case 'missionRows':
        return (argument as readonly number[]).map(agent => missionRow(this, this.#known(agent)));
      default:
        throw new InputError(`model governed cannot tell "${name}"`);
    }
  }

  #known(agent: unknown): number {
    const { size } = this.population;
    if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < size) return agent;
    throw new InputError(`mission ${agent} is not one of ${size}`);
  }

  attributes(agent: number): GovernedAttributes {
    return attributesOf(this, agent);
  }

  document() {
    return [
      ['decisions', decisionRecords(this)],
      ['calls', callRecords(this)],
      ['measurements', measurementRecords(this)],
    ] as const;
  }

  detail(agent: number): AgentDetail['model'] {
    return inspect(this, agent);
  }

  save(): SavedState {
    return {
      book: this.book.save(),
      active: this.#active,
      next: this.#next,
      ended: this.#ended,
      refused: this.#refused,
      failed: this.#failed,
      sealed: this.sealed,
      counts: this.loop.counts,
    };
  }

  restore(saved: SavedState): void {
    this.book.restore(saved.book);
    this.#active = [...saved.active];
    this.#next = saved.next;
    this.#ended = saved.ended;
    this.#refused = saved.refused;
    this.#failed = saved.failed;
    this.sealed = saved.sealed;
    this.loop.counts = saved.counts;
  }

  /** There are no options to put in another order. */
  answered(): readonly Question[] {
    return [];
  }
}
