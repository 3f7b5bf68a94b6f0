import { createLocalDefaults, type LocalSetup } from '../../../src/engine/oracle/oracleSetup.ts';
import {
  type BrowserFacts,
  type CallOutcome,
  type LoadedModel,
  type LocalAnswer,
  type LocalModelSpec,
  type LocalRequest,
  ModelSupervisor,
  type ModelWorker,
  type ModelWorkerApi,
  type TellProgress,
} from '../../../src/oracles/local/localModelContract.ts';

export const spec = (model: string): LocalModelSpec => ({ kind: 'webllm', model, source: null });

export const setupOf = (over: Partial<LocalSetup> = {}): LocalSetup => ({
  ...createLocalDefaults('webllm'),
  model: 'toy',
  ...over,
});

export const REQUEST: LocalRequest = {
  messages: [{ role: 'user', content: 'A or B?' }],
  grammar: 'root ::= "A" | "B"',
  letters: 2,
  mostTokens: 1,
  temperature: 1,
  seed: 1_000,
};

export const FACTS: BrowserFacts = {
  webgpu: 'ready',
  shaderF16: false,
  largestBuffer: 2 ** 30,
  keepsFiles: true,
  free: null,
  used: null,
};
const LOADED: LoadedModel = { runtime: 'toy 1', digest: 'ab'.repeat(32) };

export const done = <T>(value: T): CallOutcome<T> => ({ kind: 'done', value });
export const gone = (reason: string): CallOutcome<never> => ({ kind: 'gone', reason });
export const failed = (reason: string): CallOutcome<never> => ({ kind: 'failed', reason });
export const loaded = done(LOADED);

/** Reply of a model that is held to a number of letters: the first is twice as likely as any other. */
export function letterSaid({ letters }: LocalRequest): LocalAnswer {
  const shares = Array.from({ length: letters }, (_, i) => (i === 0 ? 2 : 1) / (letters + 1));
  const tokens = shares.map((share, i) => ({ token: 'ABCDEF'[i]!, logprob: Math.log(share) }));
  return { text: 'A', tokens, tokensIn: 30, tokensOut: 1 };
}

/** Never settles. */
export const forever = (): Promise<never> => new Promise(() => {});

/** Lets everything that is due happen. */
export const settle = () => new Promise(resolve => setImmediate(resolve));

/** A browser whose workers do what a test says, and whoever asks them goes by the real supervisor. */
export class Browser {
  /** Messages to the workers, in order, without the checks whether a model is cached and whether they live. */
  readonly heard: string[] = [];
  readonly cached = new Set(['toy', 'other']);
  readonly supervisor: ModelSupervisor;
  isSilent = false;
  load: (spec: LocalModelSpec, tell: TellProgress) => Promise<CallOutcome<LoadedModel>> = async () => loaded;
  say: (request: LocalRequest) => Promise<CallOutcome<LocalAnswer>> = async request =>
    done(letterSaid(request));
  /** Kills the worker that was started last. */
  kill: (reason: string) => void = () => {};

  constructor(silence?: number) {
    this.supervisor = new ModelSupervisor(() => this.start(), silence);
  }

  get started(): number {
    return this.heard.filter(what => what === 'start').length;
  }

  start(): ModelWorker {
    this.heard.push('start');
    const death = new Promise<string>(resolve => {
      this.kill = resolve;
    });
    let lives = true;
    const terminate = () => {
      if (lives) this.heard.push('terminate');
      lives = false;
    };
    return { api: this.#api(), death, terminate };
  }

  #api(): ModelWorkerApi {
    return {
      facts: async () => FACTS,
      choices: async () => done([]),
      isCached: async ({ model }) => this.cached.has(model),
      load: (one, _file, tell) => {
        this.heard.push(`load ${one.model}`);
        return this.load(one, tell);
      },
      say: (request, id) => {
        this.heard.push(`say ${id}`);
        return this.say(request);
      },
      stop: async id => void this.heard.push(`stop ${id}`),
      remove: async one => {
        this.heard.push(`remove ${one.model}`);
        return done(null);
      },
      removeAll: async () => done(null),
      ping: () => (this.isSilent ? forever() : Promise.resolve()),
    };
  }
}
