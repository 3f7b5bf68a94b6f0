import type { Frame, Moves } from './frame.ts';
import type { Growing } from './growing.ts';
import type { Tick } from './indices.ts';
import type { Run } from './run.ts';

/** Most transitions that are sent in one frame. */
const MOST_MOVES = 400_000;

/** The frame of the ticks (from, run.tick]. @param epoch of the run, as the page counts */
export function frameOf(run: Run, epoch: number, from: Tick): Frame {
  const { machine, state, model, config } = run;
  const { chart, log } = machine;
  const first = from + config.warmUp + 1;
  const last = run.tick + config.warmUp + 1;
  const rows = (columns: Growing<Uint32Array>, width: number) =>
    columns.data.slice(first * width, last * width);
  return {
    epoch,
    from,
    to: run.tick,
    hash: run.hash,
    counts: rows(run.counts, chart.states.length),
    flows: rows(run.flows, chart.target.length),
    series: rows(run.seriesRows, model.series.length),
    moves: movesOf(run, from),
    totals: {
      transitions: log.rows,
      decisions: state.decisionCount,
      failures: state.failureCount + machine.failures.count,
    },
    model: state.frame(run.tick),
  };
}

/** Transitions of the ticks (from, run.tick]; null when there are too many for one message. */
function movesOf({ machine, tick: last }: Run, from: Tick): Moves | null {
  const { log } = machine;
  const start = from < last ? log.range(from + 1)[0] : log.rows;
  const length = log.rows - start;
  if (length > MOST_MOVES) return null;
  const moves = {
    tick: new Int32Array(length),
    agent: new Uint32Array(length),
    transition: new Uint16Array(length),
    context: new Uint32Array(length),
  };
  let i = 0;
  machine.past.forEach(from, last, (tick, agent, transition, context) => {
    moves.tick[i] = tick;
    moves.agent[i] = agent;
    moves.transition[i] = transition;
    moves.context[i] = context;
    i++;
  });
  return moves;
}
