import type { Tick } from '../../../engine/core/indices.ts';
import type { AgentDetail } from '../../../engine/model/detail.ts';
import type { Loaded } from '../../../engine/models/open.ts';
import type { Links } from '../../../engine/network/follows.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Counting } from '../../../engine/statistics/counted.ts';
import type { AsOf, ReadCommands, SortOrder, StatesAt, TimelineRows } from '../../protocol/api.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import { loadRunReports } from '../late/loadRunReports.ts';
import { LookingBack } from './lookingBack.ts';
import { findAgentsInState, findMovedAgents, readStatesAtTick } from './readStatesAtTick.ts';
import { readTimelineRows, sortAgentsBy } from './timelines.ts';

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
      const { buildPopulationReport, telling } = await loadRunReports(run);
      return buildPopulationReport({ run, telling, journal: this.#run.journal, stuckWord: word }, counting);
    });

  readonly events = async (...asked: Parameters<ReadCommands['events']>) =>
    (await loadRunReports(this.#run)).readEventPage(this.#run, ...asked);
  readonly eventFile = async (...asked: Parameters<ReadCommands['eventFile']>) =>
    (await loadRunReports(this.#run)).writeEventFile(this.#run, ...asked);

  async detail(agent: number, at: Tick | null = null): Promise<AgentDetail> {
    return this.#past.at(at, async run => {
      const all = await loadRunReports(run);
      return all.getAgentDetail(run, agent, all.telling);
    });
  }

  async why(id: string, at: Tick | null = null) {
    return this.#past.at(at, async run => (await loadRunReports(run)).telling.why?.(id) ?? null);
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

/** What the frame that ended at a run's tick says, without its rows. */
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
