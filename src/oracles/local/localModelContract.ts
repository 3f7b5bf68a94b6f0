import { InputError, OracleHalt } from '../../engine/core/errors.ts';
import type { TokenLogprob } from '../../engine/oracle/formats/letter.ts';
import type { LocalKind, LocalSetup } from '../../engine/oracle/oracleSetup.ts';
import { raceWithAbort } from '../client/limits/withCallDeadline.ts';

/** One model of one runtime. */
export type LocalModelSpec = Pick<LocalSetup, 'kind' | 'model' | 'source'>;

/** This browser's means of running a model. */
export interface BrowserFacts {
  /** `none`: the browser has no WebGPU; `no adapter`: it has WebGPU but offers no adapter. */
  readonly webgpu: 'ready' | 'no adapter' | 'none';
  readonly shaderF16: boolean;
  /** Largest buffer in bytes; 0 without an adapter. */
  readonly largestBuffer: number;
  /** True if a file of this machine is stored for the next visit. */
  readonly keepsFiles: boolean;
  /** Bytes that this page may still store; null if the browser does not say. */
  readonly free: number | null;
  /** Bytes stored for this page, mostly models; null if the browser does not say. */
  readonly used: number | null;
}

/** A model that can be chosen. */
export interface ModelChoice extends LocalModelSpec {
  /** For people: "SmolLM2 360M". */
  readonly label: string;
  /** "q4f32_1", "Q4_K_M"; empty if it is not known. */
  readonly quantization: string;
  /** Memory in MB; null if unknown. */
  readonly memory: number | null;
  /** Approximate download in MB; null if unknown. */
  readonly download: number | null;
  /** Licence; null if the list does not say. */
  readonly licence: string | null;
  readonly cached: boolean;
  /** Reason why it cannot run here; null when it can. */
  readonly obstacle: string | null;
  /** True if it is shown before the full list is opened. */
  readonly suggested: boolean;
  /** True for the default. */
  readonly standard: boolean;
}

/** State of a load that is under way. */
export interface LoadProgress {
  readonly phase: 'download' | 'load' | 'shaders';
  /** Part of the phase that is done, 0 to 1. */
  readonly part: number;
  /** Bytes so far, and in all; null if they are not counted. */
  readonly bytes: number | null;
  readonly of: number | null;
}

/** A model that is ready to be asked. */
export interface LoadedModel {
  /** "web-llm 0.2.86". */
  readonly runtime: string;
  /** SHA-256 of the GGUF or of WebLLM's list of shards with their hashes; null if unknown. */
  readonly digest: string | null;
}

/** A request to a model. */
export interface LocalRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Grammar of the answer; null for free text. */
  readonly grammar: string | null;
  /** Number of letters possible as the first token; 0 if no log-probabilities are wanted. */
  readonly letters: number;
  readonly mostTokens: number;
  readonly temperature: number;
  /** Seed from 1 to 2³¹ − 2. */
  readonly seed: number;
}

/** A model's reply; `tokens` are the likeliest first tokens, null without log-probabilities. */
export interface LocalAnswer {
  readonly text: string;
  readonly tokens: readonly TokenLogprob[] | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
}

/**
 * Failures are data. `gone`: this worker can no longer be asked anything; `failed`: this question cannot be
 * answered.
 */
export type CallOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Called now and then while a model is loaded. */
export type TellProgress = (progress: LoadProgress) => void;

/** Interface of the worker in which the models run. */
export interface ModelWorkerApi {
  facts(): Promise<BrowserFacts>;
  /** @param own the user's own models, listed first */
  choices(kind: LocalKind, own: readonly LocalModelSpec[]): Promise<CallOutcome<readonly ModelChoice[]>>;
  isCached(spec: LocalModelSpec): Promise<boolean>;
  /** @param file the GGUF of a `file:` source, to be kept in the cache. */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<CallOutcome<LoadedModel>>;
  say(request: LocalRequest, id: number): Promise<CallOutcome<LocalAnswer>>;
  /** Ends the answer to that request. */
  stop(id: number): Promise<void>;
  remove(spec: LocalModelSpec): Promise<CallOutcome<null>>;
  /** Deletes all models of both runtimes, listed or not. */
  removeAll(): Promise<CallOutcome<null>>;
  ping(): Promise<void>;
}

/** The models of this browser, as seen from outside their worker. */
export interface LocalModels {
  facts(): Promise<BrowserFacts>;
  /** @throws InputError */
  choices(kind: LocalKind, own: readonly LocalModelSpec[]): Promise<readonly ModelChoice[]>;
  /** Fetches what is missing and makes the model ready. Rejects when cancelled. @throws InputError */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel>;
  /** Ends the loading; what has arrived stays in the cache. */
  cancel(): void;
  /** @throws InputError */
  remove(spec: LocalModelSpec): Promise<void>;
  /** @throws InputError */
  removeAll(): Promise<void>;
  /** Makes a model ready from the cache only: nothing is fetched. After `gone` another worker is started. */
  ready(spec: LocalModelSpec): Promise<CallOutcome<LoadedModel>>;
  /** Rejects when aborted. */
  say(spec: LocalModelSpec, request: LocalRequest, signal: AbortSignal): Promise<CallOutcome<LocalAnswer>>;
  /** Progress of the load under way; null when there is none. */
  readonly loading: LoadProgress | null;
}

/** A name that is equal for two specs of the same model. */
export const getModelSpecKey = ({ kind, model, source }: LocalModelSpec): string =>
  JSON.stringify(
    source === null ? [kind, model] : [kind, model, source.url, source.library, source.revision],
  );

/** Milliseconds between pings to the worker, and of silence after which it counts as dead. */
const PING_INTERVAL_MS = 2_000;
const WORKER_SILENCE_MS = 30_000;

/** A running worker. */
export interface ModelWorker {
  readonly api: ModelWorkerApi;
  /** Resolves to the reason when it dies. */
  readonly death: Promise<string>;
  terminate(): void;
}

/** A worker that can be ended with a reason. */
interface Living extends Omit<ModelWorker, 'terminate'> {
  end(reason: string): void;
}

type Work<T> = (api: ModelWorkerApi) => Promise<CallOutcome<T>>;

interface Held {
  readonly name: string;
  readonly loaded: Promise<CallOutcome<LoadedModel>>;
}

const CANCELLED = 'cancelled';

/** A worker's end as an outcome for its callers: a cancelled request must not start another worker. */
const toWorkerEndOutcome = (reason: string) =>
  reason === CANCELLED ? ({ kind: 'failed', reason } as const) : ({ kind: 'gone', reason } as const);

/** Supervises one worker with at most one model: starts it on demand, and again after it has died. */
export class ModelSupervisor implements LocalModels {
  readonly #start: () => ModelWorker;
  readonly #silence: number;
  #worker: Living | null = null;
  #held: Held | null = null;
  #requests = 0;
  /** Workers that were ended because they had fallen silent. */
  #silences = 0;
  #loading: LoadProgress | null = null;
  /** Loading and asking take turns. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(start: () => ModelWorker, silence = WORKER_SILENCE_MS) {
    this.#start = start;
    this.#silence = silence;
  }

  get loading(): LoadProgress | null {
    return this.#loading;
  }

  async facts() {
    const outcome = await this.#asked(async api => ({ kind: 'done', value: await api.facts() }) as const);
    return getDoneOrThrow(outcome);
  }

  async choices(kind: LocalModelSpec['kind'], own: readonly LocalModelSpec[]) {
    return getDoneOrThrow(await this.#asked(api => api.choices(kind, own)));
  }

  async load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel> {
    const before = this.#silences;
    const outcome = await this.#hold(spec, file, tell);
    // Firefox may leave a worker waiting for one that it starts: another worker loads what this one did not.
    const again = outcome.kind === 'gone' && this.#silences > before;
    return getDoneOrThrow(again ? await this.#hold(spec, file, tell) : outcome);
  }

  cancel(): void {
    this.#end(CANCELLED);
  }

  async remove(spec: LocalModelSpec): Promise<void> {
    // Some browsers cannot delete a file in use.
    if (this.#held?.name === getModelSpecKey(spec)) this.#end('the model was deleted');
    getDoneOrThrow(await this.#asked(api => api.remove(spec)));
  }

  async removeAll(): Promise<void> {
    this.#end('all models were deleted');
    getDoneOrThrow(await this.#asked(api => api.removeAll()));
  }

  async ready(spec: LocalModelSpec): Promise<CallOutcome<LoadedModel>> {
    if (this.#held?.name === getModelSpecKey(spec)) return this.#held.loaded;
    if (spec.model === '') return { kind: 'failed', reason: UNCHOSEN };
    const cached = await this.#asked(async api => ({
      kind: 'done' as const,
      value: await api.isCached(spec),
    }));
    if (cached.kind !== 'done') return cached;
    if (!cached.value) return { kind: 'failed', reason: describeMissingModel(spec) };
    return this.#hold(spec, null, () => {});
  }

  async say(spec: LocalModelSpec, request: Parameters<ModelWorkerApi['say']>[0], signal: AbortSignal) {
    let ready = await raceWithAbort(this.ready(spec), signal);
    // Another model may have replaced it in the meantime.
    while (ready.kind === 'done' && this.#held?.name !== getModelSpecKey(spec))
      ready = await raceWithAbort(this.ready(spec), signal);
    if (ready.kind === 'failed') throw new OracleHalt(ready.reason);
    if (ready.kind === 'gone') return ready;
    const id = ++this.#requests;
    const stop = () => void this.#worker?.api.stop(id).catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await raceWithAbort(
        this.#inTurn(api => api.say(request, id)),
        signal,
      );
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Loads after any load in progress; a loaded model makes room. */
  #hold(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<CallOutcome<LoadedModel>> {
    const name = getModelSpecKey(spec);
    // A supplied file has to be read even if a model of its name is loaded.
    if (file === null && this.#held?.name === name) return this.#held.loaded;
    const notify: TellProgress = progress => {
      if (this.#held === held) this.#loading = progress;
      tell(progress);
    };
    const loaded = this.#inTurn(api => api.load(spec, file, notify));
    const held: Held = { name, loaded };
    this.#held = held;
    void loaded.then(({ kind }) => {
      if (this.#held !== held) return;
      this.#loading = null;
      if (kind !== 'done') this.#held = null;
    });
    return loaded;
  }

  /** Asks the present worker, after all earlier requests. */
  #inTurn<T>(work: Work<T>): Promise<CallOutcome<T>> {
    const worker = this.#living();
    const outcome = this.#turn.then(() => this.#asked(work, worker));
    this.#turn = outcome;
    return outcome;
  }

  /** Asks the worker; its death or a long silence is an outcome, too. */
  async #asked<T>(work: Work<T>, worker = this.#living()): Promise<CallOutcome<T>> {
    const ended = worker.death.then(toWorkerEndOutcome);
    if (worker !== this.#worker) return ended;
    const watch = this.#watch(worker);
    try {
      const outcome = await Promise.race([work(worker.api), ended]);
      // The next request starts another worker.
      if (outcome.kind === 'gone' && worker === this.#worker) this.#end(outcome.reason);
      return outcome;
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    } finally {
      clearInterval(watch);
    }
  }

  #living(): Living {
    this.#worker ??= trackModelWorker(this.#start(), worker => {
      if (this.#worker === worker) this.#forget();
    });
    return this.#worker;
  }

  #forget(): void {
    this.#worker = null;
    this.#held = null;
    this.#loading = null;
    this.#turn = Promise.resolve();
  }

  /** Ends the worker; pending requests are rejected with the reason. */
  #end(reason: string): void {
    const worker = this.#worker;
    this.#forget();
    worker?.end(reason);
  }

  /**
   * Watches a worker: one that was killed says nothing, not even that it died. Looks are counted rather than
   * time, because a sleeping machine has not waited.
   */
  #watch(worker: Living) {
    const pause = Math.min(PING_INTERVAL_MS, this.#silence / 2);
    let unanswered = 0;
    return setInterval(() => {
      if (unanswered * pause >= this.#silence && this.#worker === worker) {
        this.#silences++;
        this.#end(`it has not responded for ${this.#silence / 1000} s`);
      }
      unanswered++;
      void worker.api.ping().then(
        () => {
          unanswered = 0;
        },
        () => {},
      );
    }, pause);
  }
}

/** @param ended called on its death, whatever the cause */
function trackModelWorker({ api, death, terminate }: ModelWorker, ended: (worker: Living) => void): Living {
  let end: (reason: string) => void = () => {};
  const own = new Promise<string>(resolve => {
    end = resolve;
  });
  const worker: Living = {
    api,
    death: Promise.race([death, own]),
    end(reason) {
      end(reason);
      terminate();
    },
  };
  // A worker that reported an error may still be running.
  void worker.death.then(() => {
    terminate();
    ended(worker);
  });
  return worker;
}

function getDoneOrThrow<T>(outcome: CallOutcome<T>): T {
  if (outcome.kind === 'done') return outcome.value;
  throw new InputError(outcome.reason);
}

const UNCHOSEN = 'no model is chosen: choose one in “Who decides”';

const describeMissingModel = ({ model, source }: LocalModelSpec): string =>
  source?.url.startsWith('file:')
    ? `${model} is not saved in this browser: choose the file again in “Who decides”`
    : `${model} is not in this browser yet: download it in “Who decides”`;
