import type { Tick } from '../../core/indices.ts';
import { Random } from '../../core/random.ts';
import type { ModelFrame } from '../../model/frame.ts';
import type { Prompt } from '../../oracle/formats/prompt.ts';
import type { Answer, AnswerShape, Question } from '../../oracle/oracle.ts';
import type { RunConfig } from '../../setup/config.ts';
import { getSeedSchedule } from '../../setup/setupChanges.ts';
import type { Machine } from '../../statechart/machine.ts';
import { Population } from '../../statechart/population.ts';
import { createPersonName } from '../createPersonName.ts';
import type { AgentConfig } from './inputs/agentConfig.ts';
import type { LibrarianInputs } from './inputs/loadLibrarianInputs.ts';
import { LibrarianDomain } from './librarianDomain.ts';
import { LibrarianLedger, type SavedLibrarianLedger } from './librarianLedger.ts';
import type { LibrarianParameters } from './librarianParameters.ts';
import {
  buildLibrarianSystem,
  buildPrompt,
  createSituation,
  measureNextPrompt,
  TEMPLATE,
} from './librarianPrompt.ts';
import { LibrarianQuestion, type LibrarianQuestionWords } from './librarianQuestion.ts';
import {
  LIBRARIAN_ACTIONS,
  LIBRARIAN_STATES,
  type LibrarianStateName,
  PAGE_OUT,
  STRATEGIES,
  type Strategy,
} from './librarianTerms.ts';
import { createLibrarians, LibrarianColumns } from './make.ts';
import { createReaderView } from './reader/createReaderView.ts';
import {
  answerCarefully,
  answerHastily,
  answerWithSlidingWindow,
  JSON_SPEECH,
  XML_SPEECH,
} from './reader/recallAnswer.ts';
import { LIBRARIAN_SERIES, LibrarianLoop } from './step/librarianLoop.ts';
import { createStepTable } from './step/librarianStep.ts';
import { findShortTexts, type ShortTexts } from './task/librarianTask.ts';

const READERS = { careful: answerCarefully, hasty: answerHastily, sliding: answerWithSlidingWindow } as const;

/** All but the population's columns, as plain data. */
interface SavedLibrarianState {
  readonly book: SavedLibrarianLedger;
  readonly sealed: Tick;
  readonly counts: LibrarianLoop['counts'];
}

/** The librarians of a run and what happens to them in a cycle. */
export class LibrarianState {
  readonly population: Population;
  readonly columns: LibrarianColumns;
  readonly ledger: LibrarianLedger;
  readonly loop: LibrarianLoop;
  readonly parameters: LibrarianParameters;
  readonly #words: LibrarianQuestionWords;
  readonly #random: Random;
  readonly #short: ShortTexts | null;
  /** The last tick that is over. */
  sealed: Tick;

  constructor(
    readonly config: RunConfig<LibrarianParameters>,
    readonly inputs: LibrarianInputs,
  ) {
    const { agents } = config;
    const parameters = config.parameters;
    this.parameters = parameters;
    this.sealed = 0 - config.warmUp;
    this.population = new Population(agents, LIBRARIAN_STATES.indexOf('thinking'));
    this.population.historyDepth.fill(parameters.history_depth);
    this.columns = new LibrarianColumns(this.population, parameters);
    this.#random = new Random(getSeedSchedule(config), LibrarianDomain.librarian);
    const steps = createStepTable(agents);
    this.ledger = new LibrarianLedger(
      createLibrarians(agents, inputs, parameters, {
        columns: this.columns,
        steps,
        tick: this.sealed,
        random: this.#random,
      }),
      steps,
    );
    const { columns, ledger } = this;
    const { state } = this.population;
    this.loop = new LibrarianLoop({ parameters, config: inputs.config, columns, ledger, state });
    this.#words = this.#questionWords();
    this.#short = findShortTexts(inputs.tasks, parameters);
  }

  /** The system's part and the answer's shape depend on the state alone. */
  #questionWords(): LibrarianQuestionWords {
    const { json_answers } = this.parameters;
    const each = <Value>(
      make: (state: LibrarianStateName) => Value,
    ): ((state: LibrarianStateName) => Value) => {
      const values = new Map(LIBRARIAN_STATES.map(state => [state, make(state)]));
      return state => values.get(state)!;
    };
    return {
      system: each(state => buildLibrarianSystem(this.inputs.config, state, json_answers)),
      shape: each(state => buildLibrarianAnswerShape(this.inputs.config, state, json_answers)),
      prompt: ({ agent, state, number }) =>
        buildPrompt(
          createSituation(this.ledger.agents[agent], state, number, this.parameters),
          this.parameters,
        ),
      promptLength: ({ agent, state, number }) =>
        measureNextPrompt(this.ledger.agents[agent], state, number, this.parameters),
    };
  }

  get decisionCount(): number {
    return this.ledger.totals.asked;
  }

  get failureCount(): number {
    const { unreadable, refused, unanswered } = this.ledger.totals;
    return unreadable + refused + unanswered;
  }

  get isOver(): boolean {
    return this.ledger.totals.stopped === this.population.size;
  }

  resolveContext(context: number): unknown {
    return context === 0 ? null : { reason: this.ledger.reasonOf(context - 1) };
  }

  questions(tick: Tick): readonly LibrarianQuestion[] {
    const questions: LibrarianQuestion[] = [];
    for (let agent = 0; agent < this.population.size; agent++) {
      const state = this.loop.stateOf(agent);
      if (state === 'stopped' || this.columns.due(agent, state) !== null) continue;
      const number = this.columns.iterations[agent] + 1;
      questions.push(new LibrarianQuestion(agent, tick, number, state, this.#words));
    }
    return questions;
  }

  get template(): Prompt {
    return { system: this.systemOf('thinking'), user: TEMPLATE };
  }

  systemOf(state: LibrarianStateName): string {
    return this.#words.system(state);
  }

  policy(question: Question): Answer {
    const { agent: index, tick, state, number } = question as LibrarianQuestion;
    const agent = this.ledger.agents[index];
    const text = READERS[agent.strategy](
      createReaderView(agent, state, this.parameters, this.inputs.config),
      this.parameters.json_answers ? JSON_SPEECH : XML_SPEECH,
      this.loop.words,
      () => this.#random.unit(index, number, 0, tick),
    );
    return { kind: 'text', text, source: 'policy' };
  }

  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void {
    const { loop, columns } = this;
    loop.beginTick();
    let asked = 0;
    for (let agent = 0; agent < this.population.size; agent++) {
      const question = questions[asked] as LibrarianQuestion | undefined;
      if (question?.agent === agent) {
        loop.step(question, answers[asked++], tick, machine);
        continue;
      }
      const state = loop.stateOf(agent);
      const due = state === 'stopped' ? null : columns.due(agent, state);
      if (due !== null) loop.unasked(agent, due, tick, machine);
    }
  }

  deliver(tick: Tick): void {
    this.sealed = tick;
  }

  series(): readonly number[] {
    return LIBRARIAN_SERIES.map(name => this.loop.counts[name]);
  }

  frame(_tick: Tick): LibrarianFrame {
    const { sums, totals } = this.ledger;
    const { stopped, unreadable, refused, paged, loaded, forced, lost } = totals;
    const strategies = STRATEGIES.filter(strategy => sums[strategy].agents > 0);
    return {
      kind: 'librarian',
      strategies: strategies.map(strategy => ({
        ...sums[strategy],
        strategy,
        kinds: [...sums[strategy].kinds].flatMap(([kind, tally]) =>
          tally.settled > 0 ? [{ kind, ...tally }] : [],
        ),
      })),
      stopped,
      unreadable,
      refused,
      paged,
      loaded,
      forced,
      lost,
      short: this.#short,
      focus: 0,
    };
  }

  nameOf(agent: number): string {
    return createPersonName(this.config.seed, agent);
  }

  save(): SavedLibrarianState {
    return { book: this.ledger.toSaved(), sealed: this.sealed, counts: { ...this.loop.counts } };
  }

  restore(saved: SavedLibrarianState): void {
    this.ledger.restore(saved.book);
    this.sealed = saved.sealed;
    this.loop.counts = { ...saved.counts };
  }
}

const TEXT_SCHEMA = { type: 'string' };
const createLibrarianObjectSchema = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const createAgentSchema = (properties: Readonly<Record<string, unknown>>) =>
  createLibrarianObjectSchema({ agent: createLibrarianObjectSchema(properties) });
const createLibrarianLiteral = (words: string): string => JSON.stringify(words);
const createLibrarianChoice = (words: readonly string[]): string =>
  `(${words.map(createLibrarianLiteral).join(' | ')})`;

/**
 * Constraint on answers, for servers and runtimes that can enforce one: a schema for JSON, a grammar alone
 * for XML.
 */
export function buildLibrarianAnswerShape(
  config: AgentConfig,
  state: LibrarianStateName,
  asJson: boolean,
): AnswerShape {
  const types =
    state === 'paging' ? [PAGE_OUT] : LIBRARIAN_ACTIONS.filter(type => config.actions[type] !== undefined);
  if (asJson)
    return { schema: buildLibrarianSchema(state, types), grammar: buildLibrarianJsonGrammar(state, types) };
  return { schema: null, grammar: buildLibrarianXmlGrammar(state, types) };
}

function buildLibrarianSchema(
  state: LibrarianStateName,
  types: readonly string[],
): Readonly<Record<string, unknown>> {
  if (state === 'thinking')
    return createAgentSchema({
      next_state: { type: 'string', enum: ['thinking', 'executing'] },
      thinking_log: TEXT_SCHEMA,
    });
  const value = state === 'paging' ? {} : { value: TEXT_SCHEMA };
  return createAgentSchema({
    action: createLibrarianObjectSchema({
      type: { type: 'string', enum: types },
      tags: TEXT_SCHEMA,
      ...value,
    }),
  });
}

const XML_RULES =
  'tags ::= [a-zA-Z0-9_, ]{1,100}\nsaid ::= [^<&\\x00-\\x09\\x0b-\\x1f]+\nthought ::= [^<&\\x00-\\x1f]{1,200}';

function buildLibrarianXmlGrammar(state: LibrarianStateName, types: readonly string[]): string {
  if (state === 'thinking')
    return `root ::= "<agent><next_state>" ${createLibrarianChoice(['thinking', 'executing'])} "</next_state><thinking_log>" thought "</thinking_log></agent>"\n${XML_RULES}`;
  const value = state === 'paging' ? '' : '("<value>" said "</value>")? ';
  return `root ::= "<agent><action><type>" ${createLibrarianChoice(types)} "</type><tags>" tags "</tags>" ${value}"</action></agent>"\n${XML_RULES}`;
}

const JSON_RULES = 'said ::= [^"\\\\\\x00-\\x1f]*\nshort ::= [^"\\\\\\x00-\\x1f]{1,100}';

function buildLibrarianJsonGrammar(state: LibrarianStateName, types: readonly string[]): string {
  const end = createLibrarianLiteral('"}}');
  if (state === 'thinking')
    return `root ::= ${createLibrarianLiteral('{"agent":{"next_state":"')} ${createLibrarianChoice(['thinking', 'executing'])} ${createLibrarianLiteral('","thinking_log":"')} said ${end}\n${JSON_RULES}`;
  const value = state === 'paging' ? '' : `${createLibrarianLiteral('","value":"')} said `;
  return `root ::= ${createLibrarianLiteral('{"agent":{"action":{"type":"')} ${createLibrarianChoice(types)} ${createLibrarianLiteral('","tags":"')} short ${value}${createLibrarianLiteral('"}}}')}\n${JSON_RULES}`;
}

/** Questions of one kind, settled and answered right. */
export interface KindSums {
  readonly kind: string;
  readonly settled: number;
  readonly right: number;
}

/** Sums over the agents of one strategy. */
export interface StrategySums {
  readonly strategy: Strategy;
  readonly agents: number;
  /** Questions settled, and answered right. */
  readonly settled: number;
  /** Questions that their tasks have in all. */
  readonly questions: number;
  readonly right: number;
  /** Tokens of prompts and answers. */
  readonly tokens: number;
  /** Settled questions by kind, in the order in which the tasks have the kinds; those without one are left out. */
  readonly kinds: readonly KindSums[];
}

/** The librarian part of a frame, at its last tick. */
export interface LibrarianFrame extends ModelFrame {
  readonly kind: 'librarian';
  /** Sums for each strategy in use. */
  readonly strategies: readonly StrategySums[];
  readonly stopped: number;
  /** Answers so far that could not be read or carried out. */
  readonly unreadable: number;
  readonly refused: number;
  /** Entries moved so far, by cause. */
  readonly paged: number;
  readonly loaded: number;
  readonly forced: number;
  /** Values lost for good. */
  readonly lost: number;
  /** Texts of which nothing has to be moved out; null for none. */
  readonly short: ShortTexts | null;
  /** The agent to look at while none is chosen: the first. */
  readonly focus: number;
}
