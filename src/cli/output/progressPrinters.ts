import cliProgress from 'cli-progress';
import { formatPrintableMessage } from '../../engine/core/formatQuotedText.ts';
import { MAX_ROUNDS } from '../../engine/core/indices.ts';
import { describeOracleWait } from '../../engine/oracle/describeOracleWait.ts';
import type { Oracle } from '../../engine/oracle/oracle.ts';
import type { Run } from '../../engine/run/run.ts';
import { ModelOracle } from '../../oracles/model/modelOracle.ts';

/** Milliseconds between two looks at what is waited for. */
const WAIT_POLL_MS = 1_000;

/** Progress of a run, and the cause of a wait: "round 1 of 6: waiting 34 s …". */
export function formatRunProgress(
  run: Pick<Run, 'tick' | 'machine'>,
  rounds: number,
  oracle: Oracle,
): string {
  if (run.tick < 0) return `warm-up, ${-run.tick} more to play`;
  const report = oracle instanceof ModelOracle ? oracle.report() : null;
  const wait = report === null ? '' : describeOracleWait(report);
  if (wait !== '') return `round ${run.tick + 1} of ${rounds}: ${wait}`;
  // Of one that is played to its end it is not known how many there are.
  const ofAll = rounds === MAX_ROUNDS ? '' : ` of ${rounds}`;
  const calls = report && `, ${report.calls} calls, ${report.perSecond.toFixed(1)} answers a second`;
  return `round ${run.tick}${ofAll}, ${run.machine.log.rows} transitions${calls ?? ''}`;
}

/** Reports each second of a wait for a language model. @returns a function that ends it */
export function reportModelWaits(oracle: Oracle, tell: () => void): () => void {
  if (!(oracle instanceof ModelOracle)) return () => {};
  const timer = setInterval(() => {
    if (describeOracleWait(oracle.report()) !== '') tell();
  }, WAIT_POLL_MS);
  return () => clearInterval(timer);
}

/** One line that is overwritten on a terminal, at most ten times a second. */
export function createOverwrittenLine(
  stream: { readonly columns?: number; write(text: string): unknown },
  now: () => number,
): (line: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  let width = 0;
  return line => {
    if (now() - last < 100) return;
    last = now();
    const shown = line.slice(0, (stream.columns || 80) - 1);
    stream.write(`\r${shown.padEnd(width)}`);
    width = shown.length;
  };
}

/** Milliseconds between two lines about a wait on an output without overwriting. */
const SELDOM = 60_000;

/** Lines about a wait on an output that is not a terminal: one per minute, none in the first. */
export function createSparseLogger(
  stream: { write(text: string): unknown },
  now: () => number,
): (line: string) => void {
  let last = now();
  return line => {
    if (!line.includes(': waiting ') || now() - last < SELDOM) return;
    last = now();
    stream.write(`${line}\n`);
  };
}

/** The part of a whole that a line of progress names: "round 5 of 100", "12 %"; null for none. */
export function parseProgressPart(line: string): { readonly done: number; readonly total: number } | null {
  const [, done, total] = /(\d+) of (\d+)\b/.exec(line) ?? [];
  if (total !== undefined && Number(total) > 0) return { done: Number(done), total: Number(total) };
  const percent = /(\d+) %/.exec(line)?.[1];
  return percent === undefined ? null : { done: Number(percent), total: 100 };
}

/** Columns of a bar without its text. */
const BAR_ROOM = 48;

/** A bar with the time left on a terminal, for lines that name a part of a whole. */
class ProgressBar {
  readonly #bar: cliProgress.SingleBar;
  #total = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#bar = new cliProgress.SingleBar({
      stream,
      format: '{bar} {percentage} %, {eta_formatted} left: {line}',
      ...{ barCompleteChar: '█', barIncompleteChar: '·', barsize: 20, fps: 10, etaBuffer: 40 },
      // The terminal stays as it is, however the process ends.
      ...{ clearOnComplete: true, hideCursor: false, linewrap: true, stopOnComplete: false },
    });
  }

  show(text: string, { done, total }: { readonly done: number; readonly total: number }): void {
    const line = text.slice(0, Math.max(10, (process.stderr.columns || 80) - BAR_ROOM));
    if (!this.#bar.isActive || total !== this.#total) {
      this.clear();
      this.#total = total;
      this.#bar.start(total, done, { line });
    } else this.#bar.update(done, { line });
  }

  clear(): void {
    if (this.#bar.isActive) this.#bar.stop();
  }
}

/**
 * Lines that begin with a carriage return are progress: a terminal shows a bar with the time left, or overwrites the
 * line if its whole is unknown; elsewhere only long waits are printed.
 */
export function createProgressPrinter(): (line: string) => void {
  const { stderr } = process;
  if (!stderr.isTTY) {
    const tell = createSparseLogger(stderr, Date.now);
    return line => {
      if (line.startsWith('\r')) tell(line.slice(1));
      else if (line !== '\n') stderr.write(formatPrintableMessage(line));
    };
  }
  const overwrite = createOverwrittenLine(stderr, Date.now);
  const bar = new ProgressBar(stderr);
  let isOverwriting = false;
  return line => {
    const part = line.startsWith('\r') ? parseProgressPart(line) : null;
    if (part !== null) bar.show(formatPrintableMessage(line.slice(1)), part);
    else bar.clear();
    const isProgress = line.startsWith('\r');
    if (isProgress && part === null) overwrite(formatPrintableMessage(line.slice(1)));
    else if (!isProgress && (line !== '\n' || isOverwriting)) stderr.write(formatPrintableMessage(line));
    isOverwriting = isProgress && part === null;
  };
}
