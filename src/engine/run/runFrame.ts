import type { Tick } from '../core/indices.ts';
import type { Growing } from '../core/tables/growing.ts';
import type { Past } from '../log/past.ts';
import type { Frame, FrameMoves } from '../model/frame.ts';
import type { Occupancy } from '../statechart/hierarchy/occupancy.ts';
import type { Projection } from '../statechart/hierarchy/projection.ts';
import { MAX_DOTS, type RegionMoves } from '../statechart/regionMoves.ts';
import type { Run } from './run.ts';

/** Most transitions that are sent in one frame. */
const MAX_FRAME_MOVES = 400_000;

/** The frame of the ticks (from, run.tick]. @param epoch of the run, as the page counts */
export function buildRunFrame(run: Run, epoch: number, from: Tick): Frame {
  const { machine, state, model, config } = run;
  const { chart, log } = machine;
  const { projection, occupancy } = machine.table;
  const first = from + config.warmUp + 1;
  const last = run.tick + config.warmUp + 1;
  const ineffective = run.ineffective.filter(({ tick }) => tick > from);
  const rows = (columns: Growing<Uint32Array>, width: number) =>
    columns.data.slice(first * width, last * width);
  const counts = rows(run.counts, chart.states.length);
  const flows = rows(run.flows, chart.target.length);
  return {
    epoch,
    from,
    to: run.tick,
    ...getRunHashes(run),
    ...(projection === null ? { counts, flows } : projectCountRows(run, projection, from)),
    ...(occupancy !== null && {
      whole: { counts, flows, moves: collectRunRegionMoves(run, occupancy, from) },
    }),
    series: rows(run.seriesRows, model.series.length),
    moves: collectRunMoves(run, from),
    totals: {
      transitions: log.rows,
      decisions: state.decisionCount,
      failures: state.failureCount + machine.failures.count,
    },
    model: state.frame(run.tick),
    ...(ineffective.length > 0 && { ineffective }),
  };
}

function getRunHashes({ machine }: Run): Pick<Frame, 'hash' | 'hashFromZeros'> {
  const { hash, hashFromZeros } = machine.log.chain;
  return { hash, ...(hashFromZeros !== null && { hashFromZeros }) };
}

/** Counts and flows of the ticks (from, run.tick] by the places and ways of a projection. */
function projectCountRows({ machine, counts, config, tick: last }: Run, projection: Projection, from: Tick) {
  const { chart, past, population } = machine;
  const { places, ways } = projection;
  const [ofPlaces, ofWays] = [places, ways].map(all => new Uint32Array((last - from) * all.length));
  for (let tick = from + 1; tick <= last; tick++) {
    const start = (tick + config.warmUp) * chart.states.length;
    const ofStates = counts.data.subarray(start, start + chart.states.length);
    ofPlaces.set(projection.counts(ofStates, population.size), (tick - from - 1) * places.length);
  }
  past.forEach(from, last, (tick, _, step) => {
    const way = projection.wayOf(step);
    if (way >= 0) ofWays[(tick - from - 1) * ways.length + way]++;
  });
  return { counts: ofPlaces, flows: ofWays };
}

/** Transitions of the ticks (from, run.tick]; null when there are too many for one message. */
function collectRunMoves({ machine, tick: last }: Run, from: Tick): FrameMoves | null {
  const { log, table } = machine;
  const { projection } = table;
  const start = from < last ? log.range(from + 1)[0] : log.rows;
  let length = log.rows - start;
  if (projection !== null) {
    length = 0;
    log.forEach(start, log.rows, (_, step) => {
      if (projection.wayOf(step) >= 0) length++;
    });
  }
  if (length > MAX_FRAME_MOVES) return null;
  const moves = {
    tick: new Int32Array(length),
    agent: new Uint32Array(length),
    transition: new Uint16Array(length),
    context: new Uint32Array(length),
  };
  let i = 0;
  machine.past.forEach(from, last, (tick, agent, step, context) => {
    const transition = projection === null ? step : projection.wayOf(step);
    if (transition < 0) return;
    moves.tick[i] = tick;
    moves.agent[i] = agent;
    moves.transition[i] = transition;
    moves.context[i] = context;
    i++;
  });
  return moves;
}

/** The same in every region; null when there are too many dots, or moves for one message. */
function collectRunRegionMoves(
  { machine, tick: last }: Run,
  occupancy: Occupancy,
  from: Tick,
): RegionMoves | null {
  if (machine.population.size > MAX_DOTS) return null;
  const moves = collectRegionMoves(machine.past, occupancy, from, last);
  return moves.tick.length > MAX_FRAME_MOVES ? null : moves;
}

/** Moves of the ticks (from, to] in every region. */
export function collectRegionMoves(past: Past, occupancy: Occupancy, from: Tick, to: Tick): RegionMoves {
  let length = 0;
  past.forEach(from, to, (_tick, _agent, step) => {
    length += occupancy.moves(step).length;
  });
  const moves = {
    tick: new Int32Array(length),
    agent: new Uint32Array(length),
    region: new Uint16Array(length),
    leaf: new Uint16Array(length),
    transition: new Uint16Array(length),
  };
  let i = 0;
  past.forEach(from, to, (tick, agent, step) => {
    for (const { region, leaf, transition } of occupancy.moves(step)) {
      moves.tick[i] = tick;
      moves.agent[i] = agent;
      moves.region[i] = region;
      moves.leaf[i] = leaf;
      moves.transition[i] = transition;
      i++;
    }
  });
  return moves;
}
