import { sha256 } from '#sha256';
import { checkOptions, describeUnknownName, describeValue } from '../core/checkOptions.ts';
import { convertTypedArrays } from '../core/convertTypedArrays.ts';
import { InputError } from '../core/errors.ts';
import { formatPlainCount } from '../core/formatNounCount.ts';
import { computeJsonDigest } from '../core/hashing/computeJsonDigest.ts';
import { isValidSeed, MAX_SEED } from '../core/isValidSeed.ts';
import { Domain, Random } from '../core/random.ts';
import type { SavedLog } from '../log/log.ts';
import { addChartColumns, collectChartColumns } from '../network/chartColumns.ts';
import { type CountedStates, countNeighbours, listNeighbourStates } from '../network/countNeighbours.ts';
import type { Network } from '../network/network.ts';
import type { CompiledChart } from '../statechart/compiled.ts';
import type { ChartDefinition } from '../statechart/definition.ts';
import type { SavedFailures } from '../statechart/failures.ts';
import { HIERARCHY, type SavedMachine } from '../statechart/hierarchy/hierarchy.ts';
import { Machine } from '../statechart/machine.ts';
import { DEFAULT_HISTORY, Population, type SavedPopulation } from '../statechart/population.ts';
import { checkAgentData, checkSaveable, computeStateDigest } from './computeStateDigest.ts';
import { Contexts, type SavedContext } from './contexts.ts';
import { checkSetupParts, collectSetupParts, computeArrayDigest, type SetupParts } from './setupParts.ts';

/** Values of a column: one for all agents, one for each, or a function of the agent's number from 0. */
export type ColumnValues = number | ArrayLike<number> | ((agent: number) => number);

/** Values of a column by agent, to be read. */
export interface ColumnView extends ArrayLike<number>, Iterable<number> {
  reduce<Result>(fold: (result: Result, value: number, agent: number) => Result, first: Result): Result;
  every(fits: (value: number, agent: number) => boolean): boolean;
  some(fits: (value: number, agent: number) => boolean): boolean;
  forEach(take: (value: number, agent: number) => void): void;
}

/** Needs of a population beyond its size. */
export interface PopulationOptions {
  /**
   * Values of the columns that guards, rates and thresholds read. Required are those that the chart reads and never sets
   * itself; those that it sets begin with 0 unless they are given. Values are held in 32-bit floats.
   */
  readonly columns?: Readonly<Record<string, ColumnValues>>;
  /** Its edges lead from an agent to those that hear it, for rates `per` neighbour and guards on `neighbours in …`; `createNetwork` makes one, `readNetwork` reads one. */
  readonly network?: Network;
  /** Draws of transitions at a rate, or a seed for them: a whole number from 0 to 4,294,967,295. */
  readonly random?: Random | number;
  /** Ticks in a state without a threshold of its own after which `timeout` is due: for all, or for each. Absent: 5. */
  readonly timeoutThreshold?: ColumnValues;
  /** Transitions that each agent's history keeps, 0 to 32,767. */
  readonly historyDepth?: number;
}

/** A population between two ticks, as plain data: JSON holds it, if the contexts that were given to it are plain. */
export interface SavedChartPopulation {
  readonly format: 'statescope-population';
  readonly version: 1;
  /** Parts it was made of, so that another set-up is noticed. */
  readonly setup: SetupParts;
  readonly machine: SavedMachine | null;
  readonly population: SavedPopulation;
  readonly log: SavedLog;
  readonly failures: SavedFailures;
  readonly contexts: readonly SavedContext[];
  /** `agent.data` of each agent of a chart without hierarchy; null if no agent has any, or if `machine` holds it. */
  readonly variables: ReturnType<Machine['variables']['save']> | null;
  /** SHA-256 of the JSON of all other parts, 64 hexadecimal digits: a part that was changed or cut off is noticed. */
  readonly sha256: string;
}

const OPTION_NAMES = ['columns', 'network', 'random', 'timeoutThreshold', 'historyDepth'];
/** Places in a ring of log rows are numbered in 15 bits. */
const MAX_HISTORY_ROWS = 0x7fff;
/** A hundred times what is usual; more would be a mistake, and gigabytes. */
const MAX_AGENTS = 10_000_000;

/** A chart's machine with all that its agents need, and the hash of what happened. */
export class ChartPopulation extends Machine {
  readonly contexts = new Contexts();
  readonly #network: Network | null;
  readonly #random: Random | null;
  readonly #counted: CountedStates = new Map();
  readonly #setup: SetupParts;
  readonly #hasRates: boolean;
  /** Rows of the log up to the last sealed tick. */
  #sealedRows = 0;
  /** Rows that came when no tick was open: of no tick, and so in no hash. */
  #looseRows = 0;
  /** States as transitions have left them: an agent in another one was put there by hand. */
  readonly #reached: Uint16Array;
  /** Rows of the log that are in `#reached`. */
  #reachedRows = 0;
  /** The first agent that was put somewhere by hand; null for none. */
  #placedByHand: number | null = null;
  /** The first value that was set by hand between two ticks: "timeoutThreshold of agent 3"; null for none. */
  #setByHand: string | null = null;

  /** @throws InputError for an option that is not what the chart needs */
  constructor(chart: CompiledChart, size: number, options: PopulationOptions) {
    checkOptions(options, 'populate', OPTION_NAMES);
    const { columns = {}, network = null, historyDepth = DEFAULT_HISTORY, random = null } = options;
    const { timeoutThreshold = null } = options;
    if (random !== null && typeof random !== 'number' && !(random instanceof Random))
      throw new InputError(
        `random is ${describeValue(random)}, needs a Random or a seed, a whole number from 0`,
      );
    checkSize(size, historyDepth);
    const population = new Population(size, chart.isFlat ? chart.initial : 0);
    population.historyDepth.fill(historyDepth);
    checkNetwork(chart, size, network);
    addChartColumns(population, chart.definition, network !== null && network.weights !== null);
    fillColumns(chart, population, columns);
    if (timeoutThreshold !== null) fillTimeoutThresholds(population, timeoutThreshold);
    super(chart, population, 1, HIERARCHY);
    this.resolveContext = context => this.contexts.of(context);
    this.#reached = population.state.slice();
    this.#network = network;
    this.#random = typeof random === 'number' ? createRandom(random) : random;
    this.#hasRates = chart.definition.transitions.some(({ rate }) => rate !== undefined);
    this.#setup = {
      ...collectSetupParts(chart, population, { network, random: this.#random, historyDepth }),
      ...(timeoutThreshold !== null && { timeoutThreshold: computeArrayDigest(population.timeoutThreshold) }),
    };
    this.log.chain.startFrom(sha256(new TextEncoder().encode(JSON.stringify(this.#setup))));
  }

  /**
   * Begins a tick, after the one before was sealed, and lets happen what needs nobody: delayed events, transitions at a
   * rate, timeouts. Neighbours are counted before.
   * @param random draws the rates, in place of the population's own; null: nothing happens at a rate
   * @throws InputError for a chart with rates and nothing that draws them
   */
  tick(random: Random | null | undefined = this.#random ?? undefined): void {
    if (random === undefined && this.#hasRates)
      throw new InputError(
        `chart "${this.chart.definition.name}" has transitions at a rate, and nothing draws them: populate(${this.population.size}, { random: 1 }), or tick(machine, random)`,
      );
    this.#endTick();
    if (this.#network !== null) countNeighbours(this.#network, this, this.#counted);
    const isFirst = this.log.rows === 0;
    super.beginTick();
    // A chart with hierarchy enters its first states by itself.
    if (isFirst) this.#reached.set(this.population.state);
    for (let agent = 0; agent < this.population.size; agent++) {
      if (random && this.#hasRates) this.drawRates(agent, random);
      this.fireTimeout(agent, 0);
    }
  }

  /** @throws InputError always: a tick of a population is more */
  override beginTick(): never {
    throw new InputError('population.beginTick is for models: tick(population) begins a tick');
  }

  /** @throws InputError always: this is a part of what `saveAll` saves */
  override save(): never {
    throw new InputError('population.save is for models: population.saveAll() saves all of it');
  }

  /** @throws InputError always: this is a part of what `Statechart.restore` restores */
  override restore(): never {
    throw new InputError(
      'population.restore is for models: chart.restore(saved, n, options) restores all of it',
    );
  }

  /** Hears of a value that was set by hand: between two ticks it is neither of the set-up nor of an action. */
  noteSetByHand(name: string, agent: number): void {
    if (!this.log.isOpen) this.#setByHand ??= `${name} of agent ${agent}`;
  }

  /** @throws InputError for names, which `Statechart.fire` takes */
  override fire(agent: number, trigger: number, context: number): number {
    if (typeof agent !== 'number' || typeof trigger !== 'number')
      throw new InputError(
        'population.fire takes numbers, as models do: chart.fire(Agent.of(population, 0), trigger) takes names',
      );
    return super.fire(agent, trigger, context);
  }

  /**
   * Ends the tick if one is open, and chains its hash.
   * @throws InputError for transitions that were made outside a tick, and for what was set by hand
   */
  seal(): void {
    this.#endTick();
    this.#checkSealed('a hash');
  }

  #endTick(): void {
    if (this.log.isOpen) this.log.seal();
    else this.#looseRows += this.log.rows - this.#sealedRows;
    this.#sealedRows = this.log.rows;
    this.#findPlacedByHand();
  }

  #findPlacedByHand(): void {
    const { state } = this.population;
    const reached = this.#reached;
    this.log.forEach(this.#reachedRows, this.log.rows, (agent, step) => {
      reached[agent] = this.table.targets[step];
    });
    this.#reachedRows = this.log.rows;
    for (let agent = 0; this.#placedByHand === null && agent < reached.length; agent++)
      if (state[agent] !== reached[agent]) this.#placedByHand = agent;
  }

  /**
   * Hash of the set-up (chart, size, first values, network, draws, depth of histories), of all changes of state and of
   * the values that agents have now, 64 hexadecimal digits. It is computed when it is read.
   * @throws InputError in an open tick, of which it does not know yet, for transitions that were made outside a tick, and
   *   for `agent.data` that JSON would change
   */
  get hash(): string {
    this.#checkSealed('a hash');
    return computeStateDigest(this);
  }

  /** Number of agents. */
  get size(): number {
    return this.population.size;
  }

  /** A column's values, one for each agent; undefined for a name that the chart does not have. */
  column(name: string): ColumnView | undefined {
    return this.population.column(name);
  }

  /** All of it between two ticks. @throws InputError in an open tick */
  saveAll(): SavedChartPopulation {
    this.#checkSealed('what is saved');
    const { population, log, failures, contexts } = this;
    checkAgentData(this.variables.save());
    for (const [agent, , value] of contexts.save()) checkSaveable(value, `context of agent ${agent}`);
    const machine = super.save();
    const own = machine === null ? this.variables.save() : [];
    const saved = {
      ...({ format: 'statescope-population', version: 1, setup: this.#setup } as const),
      ...convertTypedArrays({ machine, population: population.save() }),
      variables: own.some(data => data !== null) ? own : null,
      ...{ log: log.save(), failures: failures.save(), contexts: contexts.save() },
    };
    return { ...saved, sha256: computeJsonDigest(saved) };
  }

  /** Becomes what was saved; for a population that has just been made. @throws InputError for one of another set-up */
  restoreAll(saved: SavedChartPopulation): void {
    if (typeof saved === 'string')
      throw new InputError(
        'the saved population is a text: restore takes the value of its JSON, JSON.parse(text)',
      );
    if (saved?.format !== 'statescope-population' || saved.version !== 1)
      throw new InputError(
        'this is not a saved population: its format is not "statescope-population", version 1',
      );
    const missing = (['setup', 'population', 'log', 'failures', 'contexts'] as const).find(
      part => typeof saved[part] !== 'object' || saved[part] === null,
    );
    if (missing !== undefined || saved.machine === undefined)
      throw new InputError(`the saved population has no ${missing ?? 'machine'}: it was cut off or changed`);
    checkSetupParts(saved.setup, this.#setup);
    const { sha256: digest, ...parts } = saved;
    if (computeJsonDigest(parts) !== digest)
      throw new InputError('the saved population was changed or cut off: its SHA-256 is another one');
    try {
      this.#restoreParts(saved);
    } catch (cause) {
      if (cause instanceof InputError) throw cause;
      throw new InputError('the saved population cannot be restored: it was cut off or changed', { cause });
    }
  }

  #restoreParts(saved: SavedChartPopulation): void {
    if (saved.machine !== null) super.restore(saved.machine);
    if (saved.variables) this.variables.restore(saved.variables);
    this.population.restore(saved.population);
    this.log.restore(saved.log);
    this.#sealedRows = this.log.rows;
    this.#reached.set(this.population.state);
    this.#reachedRows = this.log.rows;
    let row = 0;
    this.log.forEach(0, this.log.rows, agent => this.history.push(agent, row++));
    this.failures.restore(saved.failures);
    this.contexts.restore(saved.contexts);
  }

  #checkSealed(what: string): void {
    if (this.log.isOpen)
      throw new InputError(`tick ${this.log.tick} is open: seal() it first, ${what} is of whole ticks`);
    const loose = this.#looseRows + this.log.rows - this.#sealedRows;
    if (loose > 0)
      throw new InputError(
        `${formatPlainCount(loose, 'transition')} ${loose === 1 ? 'was' : 'were'} made outside a tick, and ${what} is of whole ticks: call tick(population) before the first fire()`,
      );
    if (this.#setByHand !== null)
      throw new InputError(
        `${this.#setByHand} was set by hand, and ${what} is of the set-up and of what happened: populate(${this.size}, { timeoutThreshold }) has thresholds, or a function among the chart's actions sets them`,
      );
    this.#findPlacedByHand();
    if (this.#placedByHand !== null)
      throw new InputError(
        `the state of agent ${this.#placedByHand} was set by hand, and ${what} is of transitions: fire one in its place, in the first tick for where an agent begins`,
      );
  }
}

function checkSize(size: number, historyDepth: number): void {
  if (!Number.isInteger(size) || size < 1 || size > MAX_AGENTS)
    throw new InputError(
      `a population has a whole number of agents from 1 to ${MAX_AGENTS}, not ${describeValue(size)}`,
    );
  if (!Number.isInteger(historyDepth) || historyDepth < 0 || historyDepth > MAX_HISTORY_ROWS)
    throw new InputError(
      `historyDepth is ${describeValue(historyDepth)}, needs a whole number from 0 to ${MAX_HISTORY_ROWS}`,
    );
}

function checkNetwork({ definition }: CompiledChart, size: number, network: Network | null): void {
  const [state] = listNeighbourStates(definition);
  if (network === null && state !== undefined)
    throw new InputError(
      `chart "${definition.name}" counts neighbours in ${state}: populate(${size}, { network })`,
    );
  if (network !== null && !(typeof network.nodes === 'number' && network.offsets && network.targets))
    throw new InputError(
      'network is not a network: createNetwork makes one, readNetwork has it in `.network`',
    );
  if (network !== null && network.nodes !== size)
    throw new InputError(`the network has ${network.nodes} nodes, the population ${size} agents`);
}

function fillColumns(
  { definition }: CompiledChart,
  population: Population,
  columns: NonNullable<PopulationOptions['columns']>,
): void {
  const { read, written } = collectChartColumns(definition);
  const rates = new Set(
    definition.transitions.flatMap(({ rate }) => (typeof rate === 'object' ? [rate.column] : [])),
  );
  const thresholds = new Set(
    Object.values(definition.thresholds ?? {}).flatMap(value =>
      typeof value === 'object' ? [value.column] : [],
    ),
  );
  const parameters = (definition.parameters ?? []).map(({ name }) => name);
  const missing = read.filter(
    name => ![...written, ...parameters].includes(name) && !Object.hasOwn(columns, name),
  );
  const count = missing.find(name => /^neighbou?rs? /i.test(name));
  if (count !== undefined)
    throw new InputError(
      `chart "${definition.name}" reads "${count}", and the number of neighbours in a state is "neighbours in ${count.replace(/^.* /, '')}"`,
    );
  if (missing.length > 0)
    throw new InputError(
      `chart "${definition.name}" reads ${missing.join(', ')}: populate(${population.size}, { columns: { ${missing.map(name => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: …`).join(', ')} } })`,
    );
  checkColumnNames(definition, columns, [...read, ...written, ...parameters]);
  for (const [name, values] of Object.entries(columns)) {
    if (values === null || !['number', 'object', 'function'].includes(typeof values))
      throw new InputError(
        `column ${name} is ${describeValue(values)}, needs a number, a list or a function`,
      );
    if (typeof values === 'object' && values.length !== population.size)
      throw new InputError(
        `column ${name} has ${values.length} values for ${population.size} agents: one for each, or a number for all`,
      );
    const column = population.column(name) ?? population.addFloat(name);
    for (let agent = 0; agent < column.length; agent++) {
      const value = getColumnValue(values, agent);
      if (typeof value !== 'number' || Number.isNaN(value))
        throw new InputError(`column ${name} of agent ${agent} is ${describeValue(value)}, needs a number`);
      if (Number.isFinite(value) && !Number.isFinite(Math.fround(value)))
        throw new InputError(
          `column ${name} of agent ${agent} is ${value}: a column holds 32-bit floats, up to 3.4e38`,
        );
      if (rates.has(name) && (value < 0 || value > 1))
        throw new InputError(`column ${name} of agent ${agent} is ${value}: it is a rate, 0 to 1`);
      if (thresholds.has(name) && value < 0)
        throw new InputError(`column ${name} of agent ${agent} is ${value}: it is a threshold, from 0`);
      column[agent] = value;
    }
  }
}

function getColumnValue(values: ColumnValues, agent: number): number {
  if (typeof values === 'function') return values(agent);
  return typeof values === 'object' ? values[agent] : values;
}

/** Ticks that 16 bits hold. */
const MAX_TIMEOUT = 0xffff;

function fillTimeoutThresholds({ timeoutThreshold, size }: Population, values: ColumnValues): void {
  if (typeof values === 'object' && values.length !== size)
    throw new InputError(
      `timeoutThreshold has ${values.length} values for ${size} agents: one for each, or a number for all`,
    );
  for (let agent = 0; agent < size; agent++) {
    const ticks = getColumnValue(values, agent);
    if (!(Number.isInteger(ticks) && ticks >= 1 && ticks <= MAX_TIMEOUT))
      throw new InputError(
        `timeoutThreshold of agent ${agent} is ${describeValue(ticks)}, needs a whole number from 1 to ${MAX_TIMEOUT}`,
      );
    timeoutThreshold[agent] = ticks;
  }
}

/** @throws InputError for a column that the chart does not name, unless it has functions, which may read any */
function checkColumnNames(definition: ChartDefinition, columns: object, known: readonly string[]): void {
  const unknown = Object.keys(columns).find(name => !known.includes(name));
  if (unknown === undefined || hasFunctions(definition)) return;
  const names = known.length === 0 ? 'it reads none' : describeUnknownName(unknown, known);
  throw new InputError(`chart "${definition.name}" has no column "${unknown}"; ${names}`);
}

/** True if some guard or action of a chart is a function. */
function hasFunctions(part: unknown): boolean {
  if (typeof part === 'function') return true;
  return typeof part === 'object' && part !== null && Object.values(part).some(hasFunctions);
}

function createRandom(seed: number): Random {
  if (!isValidSeed(seed))
    throw new InputError(
      `random is ${describeValue(seed)}, needs a Random or a whole number from 0 to ${MAX_SEED}`,
    );
  return new Random(seed, Domain.embedded);
}
