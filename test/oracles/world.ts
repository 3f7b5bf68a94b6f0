import type {
  Answer,
  ChoiceOption,
  ChoiceQuestion,
  CompletionQuestion,
} from '../../src/engine/oracle/oracle.ts';
import type { Limits, RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { AskModel, Call, Reply } from '../../src/oracles/client/ask.ts';
import type { Environment } from '../../src/oracles/client/environment.ts';

export const OPTIONS: readonly ChoiceOption[] = [
  { action: 'ignore', nextState: 'scrolling', meaning: 'ignore it and scroll on', writes: false },
  { action: 'like', nextState: 'engaging_like', meaning: 'like it', writes: false },
  { action: 'reply', nextState: 'composing', meaning: 'reply to it', writes: true },
  { action: 'reshare', nextState: 'composing', meaning: 'reshare it with a comment', writes: true },
];

export const choice = (agent: number, over: Partial<ChoiceQuestion> = {}): ChoiceQuestion => ({
  kind: 'choice',
  agent,
  tick: 1,
  options: OPTIONS,
  rules: 'You decide what one person does about a post.',
  situation: `Person ${agent}. Post: "Good morning!"`,
  rotation: agent,
  kin: null,
  ...over,
});

export const completion = (agent: number, prompt = 'Say something.'): CompletionQuestion => ({
  kind: 'completion',
  agent,
  tick: 1,
  prompt,
  maxTokens: 20,
});

export const NO_LIMITS: Limits = {
  callsPerRun: null,
  tokensPerRun: null,
  callsPerRound: null,
  tokensPerRound: null,
  deadline: null,
  unusable: 25,
};

export const setupOf = (urls: readonly string[], over: Partial<RemoteSetup> = {}): RemoteSetup => ({
  kind: 'ollama',
  urls,
  model: 'faulty',
  form: 'letter',
  archetypes: false,
  texts: false,
  temperature: 0,
  limits: NO_LIMITS,
  ...over,
});

export const chosen = (option: number, tokens = 10): Answer => ({
  kind: 'chosen',
  option,
  source: 'ollama',
  evidence: { tokensIn: tokens, tokensOut: 0, milliseconds: 5 },
});
export const unusable = (reason: string): Answer => ({ kind: 'unusable', reason });

/** Lets everything that is due happen. */
export const settle = () => new Promise(resolve => setImmediate(resolve));

interface Timer {
  readonly at: number;
  ring(): void;
}

/** A world whose clock moves only when told. */
export class World implements Environment {
  time = 0;
  origin: string | null = null;
  permission: PermissionState | null = null;
  /** Draw for the jitter. */
  chance = 1;
  readonly fetched: { url: string; init: RequestInit }[] = [];
  readonly waits: number[] = [];
  reply: (url: string, init: RequestInit) => Promise<Response> = () =>
    Promise.reject(new TypeError('Failed to fetch'));
  #timers: Timer[] = [];

  fetch(url: string, init: RequestInit): Promise<Response> {
    this.fetched.push({ url, init });
    return this.reply(url, init);
  }

  now(): number {
    return this.time;
  }

  random(): number {
    return this.chance;
  }

  localNetwork(): Promise<PermissionState | null> {
    return Promise.resolve(this.permission);
  }

  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.waits.push(milliseconds);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const timer = { at: this.time + milliseconds, ring: resolve };
      this.#timers.push(timer);
      signal.addEventListener('abort', () => {
        this.#timers = this.#timers.filter(t => t !== timer);
        reject(signal.reason);
      });
    });
  }

  get timers(): number {
    return this.#timers.length;
  }

  /** @param stalled how much later than they should timers ring, in ms. */
  async pass(milliseconds: number, stalled = 0): Promise<void> {
    await settle();
    const end = this.time + milliseconds;
    for (;;) {
      const due = this.#timers.filter(t => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter(t => t !== due);
      this.time = Math.max(this.time, due.at + stalled);
      due.ring();
      await settle();
    }
    this.time = Math.max(this.time, end);
    await settle();
  }
}

interface Open {
  readonly call: Call;
  answer(reply: Reply): void;
  fail(error: unknown): void;
}

/** An `AskModel` whose replies the test gives, one by one. */
export function byHand() {
  const open: Open[] = [];
  const ask = (call: Call) =>
    new Promise<Answer>((resolve, reject) => {
      open.push({ call, answer: reply => resolve(reply as Answer), fail: reject });
      call.signal.addEventListener('abort', () => reject(call.signal.reason));
    });
  return { ask, open };
}

/** Asks with `ask` as an agent would; also what became of it, once something has. */
export function put(ask: AskModel, question = choice(1) as Call['question']) {
  const controller = new AbortController();
  const told = { dispatched: 0, reply: null as Reply | null, error: null as unknown };
  const promise = ask({ question, signal: controller.signal, dispatched: () => told.dispatched++ }).then(
    reply => {
      told.reply = reply;
      return reply;
    },
    error => {
      told.error = error;
      return null;
    },
  );
  return { told, promise, abort: () => controller.abort() };
}
