import type { Run } from '../../src/engine/run/run.ts';

/** Follows a run tick by tick from its log alone, and throws at the first thing that does not hold. */
export class Invariants {
  readonly #run: Run;
  readonly #state: Uint16Array;
  readonly #since: Int32Array;
  /** Log rows of each agent. */
  readonly #rows: number[][];
  readonly #roundEnds: number;
  readonly #sources: readonly number[];
  readonly #leavable: readonly boolean[];

  /** @param run before its first tick. */
  constructor(run: Run) {
    const { chart, population } = run.machine;
    this.#run = run;
    this.#state = new Uint16Array(population.size).fill(chart.initial);
    this.#since = new Int32Array(population.size).fill(run.tick);
    this.#rows = Array.from({ length: population.size }, () => []);
    this.#roundEnds = chart.triggerNumber.get('round_ends') ?? -1;
    this.#sources = chart.definition.transitions.map(t => chart.stateNumber.get(t.source) ?? -1);
    this.#leavable = chart.states.map(s =>
      chart.definition.transitions.some(t => t.source === s && t.trigger === 'timeout'),
    );
  }

  /** Checks the tick that was just sealed. */
  check(): void {
    this.#followLog();
    this.#checkAgents();
    this.#checkCounts();
  }

  /** Edges of the chart only, never to itself, at most one of them a tick and agent, plus `round_ends`. */
  #followLog(): void {
    const { tick } = this.#run;
    const { log, chart } = this.#run.machine;
    const [from, to] = log.range(tick);
    const moved = new Set<number>();
    const ended = new Set<number>();
    let row = from;
    log.forEach(from, to, (agent, transition) => {
      const say = (what: string) => fail(`tick ${tick}, agent ${agent}, transition ${transition}: ${what}`);
      if (transition >= chart.target.length) say('is not of the chart');
      if (this.#state[agent] !== this.#sources[transition]) say(`leaves state ${this.#state[agent]}`);
      if (chart.target[transition] === this.#state[agent]) say('leads to itself');
      const t = chart.triggerNumber.get(chart.definition.transitions[transition].trigger);
      const already = t === this.#roundEnds ? ended : moved;
      if (already.has(agent) || ended.has(agent)) say('is one too many');
      already.add(agent);
      this.#state[agent] = chart.target[transition];
      this.#since[agent] = tick;
      this.#rows[agent].push(row++);
    });
  }

  /** States and ticks in state agree with the log, and nothing stays past its threshold. */
  #checkAgents(): void {
    const { tick, machine } = this.#run;
    const { state, ticksInState } = machine.population;
    for (let agent = 0; agent < state.length; agent++) {
      const say = (what: string) => fail(`tick ${tick}, agent ${agent}: ${what}`);
      if (state[agent] >= machine.chart.states.length) say(`state ${state[agent]} is not of the chart`);
      if (state[agent] !== this.#state[agent]) say(`state ${state[agent]}, in the log ${this.#state[agent]}`);
      const ticks = ticksInState[agent];
      if (ticks !== Math.min(0xffff, tick - this.#since[agent])) say(`${ticks} ticks in state`);
      if (this.#leavable[state[agent]] && ticks > machine.threshold(agent))
        say(`${ticks} ticks in ${machine.chart.states[state[agent]]}, threshold ${machine.threshold(agent)}`);
    }
  }

  /** The tick's counts are those of the log and sum to the population. */
  #checkCounts(): void {
    const { tick, counts, config, machine } = this.#run;
    const width = machine.chart.states.length;
    const row = counts.data.subarray((tick + config.warmUp) * width, (tick + config.warmUp + 1) * width);
    const replayed = new Uint32Array(width);
    for (const state of this.#state) replayed[state]++;
    if (row.join() !== replayed.join())
      fail(`tick ${tick}: counts ${row.join()}, in the log ${replayed.join()}`);
    const sum = row.reduce((total, count) => total + count, 0);
    if (sum !== machine.population.size) fail(`tick ${tick}: ${sum} of ${machine.population.size} counted`);
  }

  /** Every history is the tail of the agent's rows in the log, as long as its depth allows. */
  checkHistories(): void {
    const { history, population } = this.#run.machine;
    for (const [agent, rows] of this.#rows.entries()) {
      const depth = population.historyDepth[agent];
      const tail = depth === 0 ? [] : rows.slice(-depth);
      if (history.length(agent) > depth) fail(`agent ${agent}: ${history.length(agent)} entries in history`);
      if (history.rows(agent).join() !== tail.join())
        fail(`agent ${agent}: history ${history.rows(agent).join()}, in the log ${tail.join()}`);
    }
  }
}

/** Plays a new run to `tick`, with every invariant checked after every tick. */
export async function playChecked(run: Run, tick: number): Promise<Run> {
  const invariants = new Invariants(run);
  const { signal } = new AbortController();
  while (run.tick < tick) {
    await run.step(run.policy, signal);
    invariants.check();
  }
  invariants.checkHistories();
  return run;
}

function fail(message: string): never {
  throw new Error(message);
}
