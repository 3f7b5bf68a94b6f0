import { sha256OfText } from '#sha256';
import { PROMPT_VERSION } from '../../engine/oracle/formats/choicePrompt.ts';
import type { Question, Source } from '../../engine/oracle/oracle.ts';
import type { AskModel, Call, Reply } from './ask.ts';
import { raceWithAbort } from './limits/withCallDeadline.ts';
import type { Wanted } from './wanted.ts';

const MAX_ENTRIES = 100_000;

/** Paid answers and pending questions: each question is asked only once. */
export class Cache {
  readonly #kept = new Map<string, Reply>();
  readonly #underWay = new Map<string, Promise<Reply>>();
  readonly #most: number;

  constructor(most = MAX_ENTRIES) {
    this.#most = most;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** @param keyOf equal for two questions if one answer serves both. */
  around(inner: AskModel, keyOf: (question: Question) => string): AskModel {
    return async call => {
      const key = keyOf(call.question);
      for (;;) {
        const kept = this.#kept.get(key);
        if (kept !== undefined) return toCacheHit(kept);
        const flight = this.#underWay.get(key);
        if (flight === undefined) return await this.#askFirst(inner, call, key);
        const reply = await raceWithAbort(flight, call.signal).catch(() => null);
        call.signal.throwIfAborted();
        // Null: the first request was aborted.
        if (reply !== null) return toCacheHit(reply);
      }
    };
  }

  async #askFirst(inner: AskModel, call: Call, key: string): Promise<Reply> {
    const flight = inner(call);
    this.#underWay.set(key, flight);
    try {
      const reply = await flight;
      this.#keep(key, reply);
      return reply;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #keep(key: string, reply: Reply): void {
    if (!isReplyCacheable(reply)) return;
    this.#kept.set(key, reply);
    if (this.#kept.size <= this.#most) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      return;
    }
  }
}

const isReplyCacheable = ({ kind }: Reply): boolean =>
  kind === 'chosen' || kind === 'weighed' || kind === 'text';

/** A shared answer has cost nothing and involved no server; a failure is shared as it is. */
function toCacheHit(reply: Reply): Reply {
  if (reply.kind === 'spent') return reply;
  const { tries: _, tokensIn, tokensOut, milliseconds, ...asked } = reply.evidence ?? {};
  if (isReplyCacheable(reply)) {
    const evidence = { ...asked, tokensIn: 0, tokensOut: 0, milliseconds: 0 };
    return { ...(reply as Extract<Reply, { source: Source }>), source: 'cache', evidence };
  }
  return reply.evidence === undefined ? reply : { ...reply, evidence: asked };
}

/**
 * A digest of everything that an answer depends on. Options are included, because answers count them. Texts are drawn
 * for each agent and round; otherwise all readers of a post would write the same, and an agent would repeat itself.
 */
export function computeCacheKey(model: string, question: Question, wanted: Wanted): string {
  const { form, prompt } = wanted;
  const options =
    question.kind === 'choice' ? question.options.map(o => [o.nextState, o.action, o.writes]) : null;
  const parts = [
    model,
    PROMPT_VERSION,
    form,
    prompt.system,
    prompt.user,
    options,
    getSamplingScope(question, wanted),
  ];
  return sha256OfText(JSON.stringify(parts));
}

/** The agent, round and world that a text is drawn for, or the world alone; null if all may share the answer. */
const getSamplingScope = (
  { kind, agent, tick }: Question,
  { temperature, world }: Wanted,
): readonly number[] | null => {
  if (kind === 'completion' && temperature > 0) return [agent, tick, world];
  return world === 0 ? null : [world];
};
