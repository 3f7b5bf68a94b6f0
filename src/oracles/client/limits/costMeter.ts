import type { Answer, Question } from '../../../engine/oracle/oracle.ts';
import type { Latency, OracleReport } from '../../../engine/oracle/oracleReport.ts';
import { truncateRecordText } from '../answerFields.ts';
import type { AskModel, Reply } from '../ask.ts';
import { getReplyProbabilities, MeanProbabilities } from '../measure.ts';

/** Most distinct reasons that are counted separately. */
const MAX_REASONS = 50;
const MAX_REASON_LENGTH = 80;

type NotOwn = OracleReport['notOwn'][number];
/** The meter's part of a report; the rest is the budget's, the windows' and the round's. */
type Measured = Omit<
  OracleReport,
  'spent' | 'servers' | 'waiting' | 'asked' | 'wait' | 'missing' | 'loading' | 'lost'
>;

/** Counts what an oracle does, in bounded memory. */
export class CostMeter {
  readonly #now: () => number;
  readonly #policy: (question: Question) => Answer;
  readonly #latencies = new Latencies();
  readonly #comparison = new MeanProbabilities();
  readonly #notOwn = new Map<string, NotOwn>();
  readonly #counts = { calls: 0, retries: 0, decisions: 0, tokensIn: 0, tokensOut: 0, cacheHits: 0 };
  #mass = { sum: 0, answers: 0 };
  #answers = 0;
  #underWay = 0;
  #awaited = 0;
  #awaitedSince = 0;

  constructor(now: () => number, policy: (question: Question) => Answer) {
    this.#now = now;
    this.#policy = policy;
  }

  /** Wraps the sender of a question: counts calls and replies. */
  around(inner: AskModel): AskModel {
    return async call => {
      let sent = 0;
      const dispatched = () => {
        sent++;
        this.#dispatched(sent);
        call.dispatched();
      };
      try {
        const reply = await inner({ question: call.question, signal: call.signal, dispatched });
        this.#countReply(reply);
        return reply;
      } finally {
        if (sent > 0) this.#ended();
      }
    };
  }

  /** Records what an agent finally got for its question. */
  decided(question: Question, reply: Reply): void {
    this.#counts.decisions++;
    if (reply.kind === 'late') this.#countNotOwn('late', 'deadline passed');
    else if (reply.kind === 'unusable') this.#countNotOwn('fallback', reply.reason);
    else if (reply.kind === 'spent') this.#countNotOwn('budget', reply.reason);
    else {
      if (reply.source === 'cache') this.#counts.cacheHits++;
      this.#compare(question, reply);
    }
  }

  report(): Measured {
    const seconds = (this.#awaited + (this.#underWay > 0 ? this.#now() - this.#awaitedSince : 0)) / 1000;
    return {
      ...this.#counts,
      perSecond: seconds > 0 ? this.#answers / seconds : 0,
      latency: this.#latencies.summary(),
      notOwn: [...this.#notOwn.values()].sort((a, b) => b.count - a.count),
      comparison: this.#comparison.comparison(),
      letterMass: this.#mass.answers > 0 ? this.#mass.sum / this.#mass.answers : null,
    };
  }

  #dispatched(times: number): void {
    if (times > 1) {
      this.#counts.retries++;
      return;
    }
    this.#counts.calls++;
    if (this.#underWay === 0) this.#awaitedSince = this.#now();
    this.#underWay++;
  }

  #ended(): void {
    this.#underWay--;
    if (this.#underWay === 0) this.#awaited += this.#now() - this.#awaitedSince;
  }

  #countReply(reply: Reply): void {
    if (reply.kind === 'spent' || reply.kind === 'late') return;
    const { milliseconds, tokensIn = 0, tokensOut = 0 } = reply.evidence ?? {};
    this.#counts.tokensIn += tokensIn;
    this.#counts.tokensOut += tokensOut;
    // A failed connection has no latency and is not an answer.
    if (milliseconds === undefined) return;
    this.#answers++;
    this.#latencies.add(milliseconds);
    const { mass } = reply.evidence ?? {};
    if (mass !== undefined) this.#mass = { sum: this.#mass.sum + mass, answers: this.#mass.answers + 1 };
  }

  #countNotOwn(source: NotOwn['source'], reason: string): void {
    const shortReason = truncateRecordText(reason, MAX_REASON_LENGTH);
    const known = this.#notOwn.has(`${source} ${shortReason}`) || this.#notOwn.size < MAX_REASONS;
    const name = known ? shortReason : 'other reasons';
    const key = `${source} ${name}`;
    const count = (this.#notOwn.get(key)?.count ?? 0) + 1;
    this.#notOwn.set(key, { source, reason: name, count });
  }

  #compare(question: Question, reply: Reply): void {
    if (question.kind !== 'choice') return;
    const { options } = question;
    const own = getReplyProbabilities(reply, options.length);
    const policy = getReplyProbabilities(this.#policy(question), options.length);
    if (own !== null && policy !== null) this.#comparison.add(options, own, policy);
  }
}

/** Most latencies kept: the last ones of a long run. */
const MAX_LATENCIES = 10_000;
const LATENCY_BINS = 20;

/** Durations of calls in milliseconds. */
export class Latencies {
  readonly #kept: number[] = [];
  #next = 0;

  add(milliseconds: number): void {
    this.#kept[this.#next] = milliseconds;
    this.#next = (this.#next + 1) % MAX_LATENCIES;
  }

  summary(): Latency {
    const sorted = Float64Array.from(this.#kept).sort();
    const p50 = pickSortedQuantile(sorted, 0.5);
    const p95 = pickSortedQuantile(sorted, 0.95);
    const width = roundUpBinWidth((p95 * 1.1) / (LATENCY_BINS - 1));
    const bins = new Array<number>(LATENCY_BINS).fill(0);
    for (const value of sorted) bins[Math.min(LATENCY_BINS - 1, Math.floor(value / width))]++;
    return { p50, p95, bins, width };
  }
}

const pickSortedQuantile = (sorted: Float64Array, part: number): number =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];

/** The next of 1, 2, 5, 10, 20 … */
function roundUpBinWidth(width: number): number {
  let unit = 1;
  for (;;) {
    for (const step of [1, 2, 5]) if (width <= step * unit) return step * unit;
    unit *= 10;
  }
}
