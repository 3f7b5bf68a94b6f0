import { InputError } from '../../../engine/core/errors.ts';
import type { Tick } from '../../../engine/core/indices.ts';
import type { AgentHistory } from '../../../engine/log/fold.ts';
import type { AgentDetail } from '../../../engine/model/agentDetail.ts';
import type { Loaded } from '../../../engine/models/openRun.ts';
import type { Links } from '../../../engine/network/networkLinks.ts';
import type { Run } from '../../../engine/run/run.ts';
import { collectRegionMoves } from '../../../engine/run/runFrame.ts';
import type { Occupancy } from '../../../engine/statechart/hierarchy/occupancy.ts';
import type { Projection } from '../../../engine/statechart/hierarchy/projection.ts';
import type { Machine } from '../../../engine/statechart/machine.ts';
import { MAX_DOTS } from '../../../engine/statechart/regionMoves.ts';
import type { Counting } from '../../../engine/statistics/counted.ts';
import type { AsOf, ReadCommands, SortOrder, StatesAt, TimelineRows } from '../../protocol/api.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import { loadRunReports } from '../late/loadRunReports.ts';
import { LookingBack } from './lookingBack.ts';

/** Answers what is asked about a run. */
export class RunReader implements ReadCommands {
  readonly #run: Run;
  readonly #past: LookingBack;
  readonly #links: Links | null;

  constructor(run: Run, loaded: Loaded) {
    this.#run = run;
    const { network } = loaded.material;
    this.#links = network ? { offsets: network.offsets, targets: network.targets } : null;
    this.#past = new LookingBack(run, loaded);
  }

  /** A tick was sealed that took so many milliseconds. */
  sealed(milliseconds: number): void {
    this.#past.sealed(milliseconds);
  }

  /** Reads the run as it was after a tick. */
  at<Result>(tick: Tick, read: (run: Run) => Result | Promise<Result>): Promise<Result> {
    return this.#past.at(tick, read);
  }

  readonly statesAt = async (tick: Tick): Promise<StatesAt> => readStatesAtTick(this.#run, tick);
  readonly agentsIn = async (tick: Tick, state: number) => findAgentsInState(this.#run, tick, state);
  readonly network = async (): Promise<Links | null> => this.#links;
  readonly timelines = async (agents: readonly number[]): Promise<TimelineRows> =>
    readTimelineRows(this.#run, agents);
  readonly movedIn = async (first: Tick, last: Tick) => findMovedAgents(this.#run, first, last);
  readonly asOf = async (tick: Tick): Promise<AsOf> => this.#past.at(tick, readFrameSnapshot);
  readonly order = async (sort: SortOrder, at: Tick | null = null): Promise<Uint32Array> =>
    this.#past.at(at, run => sortAgentsBy(run, sort));

  readonly statistics = (counting: Counting, word: string | null, at: Tick | null = null) =>
    this.#past.at(word === null ? null : at, async run => {
      const { buildPopulationReport, reports } = await loadRunReports(run);
      return buildPopulationReport({ run, reports, journal: this.#run.journal, stuckWord: word }, counting);
    });

  readonly events = async (...asked: Parameters<ReadCommands['events']>) =>
    (await loadRunReports(this.#run)).readEventPage(this.#run, ...asked);
  readonly eventFile = async (...asked: Parameters<ReadCommands['eventFile']>) =>
    (await loadRunReports(this.#run)).writeEventFile(this.#run, ...asked);

  async detail(agent: number, at: Tick | null = null): Promise<AgentDetail> {
    return this.#past.at(at, async run => {
      const all = await loadRunReports(run);
      return all.getAgentDetail(run, agent, all.reports);
    });
  }

  async why(id: string, at: Tick | null = null) {
    return this.#past.at(at, async run => (await loadRunReports(run)).reports.why?.(id) ?? null);
  }

  readonly whyMoment = async (agent: number, tick: Tick) =>
    (await loadRunReports(this.#run)).explainAgentAtTick(this.#past, this.#run, agent, tick);

  async history(agent: number, at: Tick | null = null) {
    return this.#past.at(at, async run => (await loadRunReports(run)).createHistoryFile(run, agent));
  }

  async query(name: string, argument: unknown, at: Tick | null = null): Promise<unknown> {
    return this.#past.at(at, run => {
      const { tick, config } = run;
      return run.state.query(name, argument, {
        tick,
        tickSeconds: config.tickSeconds,
        rest: createTimeSlicer(),
      });
    });
  }
}

/** The values of the frame that ended at a run's tick, without its rows. */
function readFrameSnapshot(run: Run): AsOf {
  const { tick, hash, state, machine } = run;
  return {
    tick,
    hash,
    totals: {
      transitions: machine.log.rows,
      decisions: state.decisionCount,
      failures: state.failureCount + machine.failures.count,
    },
    model: state.frame(tick),
    outcomes: run.outcomesAt(tick),
  };
}

/** The whole history of some agents. */
function readTimelineRows({ machine, tick: upTo }: Run, agents: readonly number[]): TimelineRows {
  const { past, table } = machine;
  const histories = past
    .histories(agents, upTo)
    .map(history => projectAgentHistory(history, table.projection));
  const offsets = new Uint32Array(agents.length + 1);
  for (const [i, history] of histories.entries()) offsets[i + 1] = offsets[i] + history.tick.length;
  const total = offsets[agents.length];
  const tick = new Int32Array(total);
  const state = new Uint16Array(total);
  const context = new Uint32Array(total);
  for (const [i, history] of histories.entries()) {
    tick.set(history.tick, offsets[i]);
    state.set(history.state, offsets[i]);
    context.set(history.context, offsets[i]);
  }
  return { upTo, agents: Uint32Array.from(agents), offsets, tick, state, context };
}

/** A history of configurations as one of places: without the unchanged parts. */
function projectAgentHistory(history: AgentHistory, projection: Projection | null): AgentHistory {
  if (projection === null) return history;
  const places: AgentHistory = { tick: [], state: [], context: [] };
  let before = projection.placeOf(0);
  for (const [i, configuration] of history.state.entries()) {
    const place = projection.placeOf(configuration);
    if (place === before) continue;
    before = place;
    places.tick.push(history.tick[i]);
    places.state.push(place);
    places.context.push(history.context[i]);
  }
  return places;
}

/** All agents, sorted; ties by index. */
export async function sortAgentsBy(run: Run, sort: SortOrder): Promise<Uint32Array> {
  const { size } = run.machine.population;
  const order = Uint32Array.from({ length: size }, (_, agent) => agent);
  if (sort.by === 'id') return order;
  const keys = await loadAgentSortKeys(run, sort);
  return order.sort((a, b) => keys[a] - keys[b] || a - b);
}

/** Sort keys, smallest first. */
async function loadAgentSortKeys(run: Run, sort: SortOrder): Promise<ArrayLike<number>> {
  if (sort.by === 'activity') return computeActivityKeys(run);
  if (sort.by === 'model') return computeModelSortKeys(run, sort.order, sort.focus);
  const { computeSortKeys, reports } = await loadRunReports(run);
  return computeSortKeys(run, reports, sort);
}

function computeModelSortKeys(run: Run, order: string, focus: number | null): ArrayLike<number> {
  const keys = run.state.order?.(order, focus) ?? null;
  if (keys === null) throw new InputError(`model ${run.model.name} has no order "${order}"`);
  return keys;
}

function computeActivityKeys(run: Run): Float64Array {
  const { past, population } = run.machine;
  const keys = new Float64Array(population.size);
  past.forEach(past.start, run.tick, (_, agent) => {
    keys[agent]--;
  });
  return keys;
}

/**
 * All agents' states after a tick, and the transitions taken in it.
 * @throws RangeError for a tick that was not played.
 */
export function readStatesAtTick({ machine }: Run, tick: Tick): StatesAt {
  const { past, chart, table, population } = machine;
  const { projection, occupancy } = table;
  const { state, since } = past.at(tick);
  const flows = new Uint32Array(projection?.ways.length ?? chart.target.length);
  const agent: number[] = [];
  const transition: number[] = [];
  past.forEach(Math.max(past.start, tick - 1), tick, (_, a, step) => {
    const t = projection?.wayOf(step) ?? step;
    if (t < 0) return;
    flows[t]++;
    agent.push(a);
    transition.push(t);
  });
  return {
    tick,
    state: projection === null ? state : state.map(configuration => projection.placeOf(configuration)),
    since: projection === null ? since : computePlaceEntryTicks(machine, projection, tick),
    flows,
    moved: { agent: Uint32Array.from(agent), transition: Uint16Array.from(transition) },
    ...(occupancy !== null &&
      population.size <= MAX_DOTS && { places: readPlacesAtTick(machine, occupancy, tick, state) }),
  };
}

/** Agents that made a transition in the ticks first … last, by number. */
function findMovedAgents({ machine: { past, population } }: Run, first: Tick, last: Tick): Uint32Array {
  const hasMoved = new Uint8Array(population.size);
  past.forEach(Math.max(past.start, first - 1), last, (_, agent) => {
    hasMoved[agent] = 1;
  });
  return Uint32Array.from(hasMoved.keys()).filter(agent => hasMoved[agent] === 1);
}

/** Tick in which each agent came to its place. O(the log up to there). */
function computePlaceEntryTicks(
  { past, population }: Machine,
  projection: Projection,
  upTo: Tick,
): Int32Array {
  const since = new Int32Array(population.size).fill(past.start);
  past.forEach(past.start, upTo, (tick, agent, step) => {
    if (projection.wayOf(step) >= 0) since[agent] = tick;
  });
  return since;
}

/** Places in all regions, and since when. O(the log up to there). */
function readPlacesAtTick({ past }: Machine, occupancy: Occupancy, tick: Tick, state: Uint16Array) {
  const agents = state.length;
  const since = new Int32Array(occupancy.regions * agents).fill(past.start);
  past.forEach(past.start, tick, (at, agent, step) => {
    for (const { region } of occupancy.moves(step)) since[region * agents + agent] = at;
  });
  return {
    leaf: occupancy.leaves(state),
    since,
    moves: collectRegionMoves(past, occupancy, Math.max(past.start, tick - 1), tick),
  };
}

/** Agents that are in a state after a tick, at whatever level. @throws RangeError for a tick or a state that is not there */
export function findAgentsInState({ machine }: Run, tick: Tick, state: number): Uint32Array {
  const { past, chart, table } = machine;
  if (chart.states[state] === undefined) throw new RangeError(`the chart has no state ${state}`);
  const agents: number[] = [];
  for (const [agent, configuration] of past.at(tick).state.entries())
    if (table.isActive(configuration, state)) agents.push(agent);
  return Uint32Array.from(agents);
}
