import type { Tick } from '../core/indices.ts';
import type { Run } from '../run/run.ts';

/** Beginning and factor of FNV-1a, 32 bits. */
const START = 0x811c9dc5;
const FACTOR = 0x01000193;

const mixDigestWord = (digest: number, word: number): number =>
  Math.imul(digest ^ (word & 0xffff), FACTOR) ^ Math.imul(digest ^ (word >>> 16), FACTOR << 1);

/**
 * 32 bits for each of the ticks 1 to `rounds`: of every agent's transitions and their context, such as the post that
 * came into view. Equal if all agents saw and did the same in that tick, regardless of the past, with one false match
 * in four billion. Ticks after the end of a run equal those in which nothing happens.
 */
export function computeTickDigests(
  { tick: last, machine: { log, chart, table } }: Run,
  rounds: Tick,
): Uint32Array {
  const trace = new Uint32Array(rounds).fill(START);
  for (let tick = 1; tick <= Math.min(rounds, last); tick++) {
    let digest = START;
    log.forEach(...log.range(tick), (agent, step, context) => {
      digest = mixDigestWord(digest, agent);
      if (chart.isFlat) digest = mixDigestWord(digest, step);
      // Numbers of steps are given as they are met, so they differ between runs.
      else for (const word of table.hashWords(step)) digest = mixDigestWord(digest, word);
      digest = mixDigestWord(digest, context);
    });
    trace[tick - 1] = digest;
  }
  return trace;
}

/** The first tick in which agents of two runs did not see and do the same; infinite if there is none. */
export function findFirstDifference(a: Uint32Array, b: Uint32Array): Tick {
  const at = a.findIndex((digest, i) => digest !== b[i]);
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}
