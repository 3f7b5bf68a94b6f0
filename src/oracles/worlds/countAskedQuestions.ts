import type { Tick } from '../../engine/core/indices.ts';
import type { Run } from '../../engine/run/run.ts';

/** Requests of a run to its language model up to its last round. */
export interface AskedSoFar {
  readonly rounds: Tick;
  readonly questions: number;
  /** Questions that were sent; the others were answered by answers that were there. */
  readonly calls: number;
  /** In and out. */
  readonly tokens: number;
  /** Answers a second; null before the first. */
  readonly perSecond: number | null;
}

/**
 * Counts the requests in a run's journal, which a restored run has as well.
 * @param measured answers per second as its oracle measured them; 0 if it has measured none: then as if requests were
 * sequential
 */
export function countAskedQuestions(
  { rounds, journal }: Pick<Run, 'rounds' | 'journal'>,
  measured: number,
): AskedSoFar {
  let [questions, calls, tokens, milliseconds] = [0, 0, 0, 0];
  for (let tick = 1; tick <= rounds; tick++)
    for (const { kind, evidence = {}, ...answer } of journal.entryAt(tick)?.answers ?? []) {
      questions++;
      const { tokensIn = 0, tokensOut = 0, took = 0 } = evidence;
      const isShared = 'source' in answer && (answer.source === 'cache' || answer.source === 'budget');
      if (isShared || kind === 'late') continue;
      calls++;
      tokens += tokensIn + tokensOut;
      milliseconds += evidence.milliseconds ?? took;
    }
  const inTurn = milliseconds > 0 ? (1000 * calls) / milliseconds : null;
  return { rounds, questions, calls, tokens, perSecond: measured > 0 ? measured : inTurn };
}
