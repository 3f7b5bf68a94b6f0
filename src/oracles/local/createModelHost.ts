import type { LocalKind } from '../../engine/oracle/oracleSetup.ts';
import { collectBrowserFacts } from './collectBrowserFacts.ts';
import type {
  CallOutcome,
  LoadedModel,
  LocalAnswer,
  LocalModelSpec,
  LocalRequest,
  ModelChoice,
  ModelWorkerApi,
  TellProgress,
} from './localModelContract.ts';
import { removeStoredModels } from './modelFiles.ts';

/** Loaders of the runtimes: each is large, and only one is needed at a time. */
type Runtimes = Readonly<Record<LocalKind, () => Promise<Runtime>>>;

/** The worker's side: runs one model at a time. */
export function createModelHost(runtimes: Runtimes): ModelWorkerApi {
  const loaded = new Map<LocalKind, Promise<Runtime>>();
  const runtimeOf = (kind: LocalKind): Promise<Runtime> => {
    const runtime = loaded.get(kind) ?? runtimes[kind]();
    loaded.set(kind, runtime);
    runtime.catch(() => loaded.delete(kind));
    return runtime;
  };
  let current: Runtime | null = null;
  /** The request in progress, and those that were stopped before they began. */
  let under: { readonly id: number; readonly stop: () => void } | null = null;
  const stopped = new Set<number>();
  const waiting = new Set<number>();
  let turn: Promise<unknown> = Promise.resolve();

  const load = async (spec: LocalModelSpec, file: Blob | null, tell: TellProgress) => {
    const runtime = await runtimeOf(spec.kind);
    if (current !== runtime) await current?.unload();
    current = runtime;
    return runtime.load(spec, file, tell);
  };
  return {
    facts: collectBrowserFacts,
    choices: (kind, own) => loadWithOutcome(async () => (await runtimeOf(kind)).choices(own)),
    isCached: async spec => (await runtimeOf(spec.kind)).isCached(spec),
    load: (spec, file, tell) => loadWithOutcome(() => load(spec, file, tell)),
    remove: spec => loadWithOutcome(async () => (await runtimeOf(spec.kind)).remove(spec).then(() => null)),
    removeAll: () => loadWithOutcome(async () => removeStoredModels().then(() => null)),
    async stop(id) {
      if (under?.id === id) under.stop();
      else if (waiting.has(id)) stopped.add(id);
    },
    say(request, id) {
      waiting.add(id);
      const answer = turn.then(() =>
        answerWithOutcome(async () => {
          if (stopped.delete(id)) throw new Error('stopped');
          if (current === null) throw new Error('no model is loaded');
          const controller = new AbortController();
          under = { id, stop: () => controller.abort() };
          return current.say(request, controller.signal);
        }),
      );
      turn = answer.finally(() => {
        under = null;
        waiting.delete(id);
      });
      return answer;
    },
    async ping() {},
  };
}

/** Errors after which a model that is being loaded may still load in a new worker. */
export const LOST =
  /device.{0,20}lost|external instance|disposed|deleted|unload\(\)|pipeline|out of memory|memory access|unreachable|RuntimeError|\(ABORT\)/i;
/** Errors after which the model can be asked again; any other error during an answer has ended it. */
const HARMLESS = /context.?window|context size|too long|grammar|kv_cache_full|stopped/i;

const loadWithOutcome = <T>(work: () => Promise<T>) => captureCallOutcome(work, text => LOST.test(text));
const answerWithOutcome = <T>(work: () => Promise<T>) =>
  captureCallOutcome(work, text => !HARMLESS.test(text));

async function captureCallOutcome<T>(
  work: () => Promise<T>,
  isGone: (text: string) => boolean,
): Promise<CallOutcome<T>> {
  try {
    return { kind: 'done', value: await work() };
  } catch (error) {
    const reason = formatRuntimeReason(error);
    return { kind: isGone(`${getThrownErrorName(error)} ${reason}`) ? 'gone' : 'failed', reason };
  }
}

const getThrownErrorName = (error: unknown): string => (error instanceof Error ? error.name : '');

const MAX_REASON_LENGTH = 200;

/** The first line; a runtime's whole stack is of no use to the user. */
function formatRuntimeReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.trim().split('\n')[0] || 'no reason was given').slice(0, MAX_REASON_LENGTH);
}

/** A runtime for models inside the worker: one model, and one request, at a time. Every method may throw. */
export interface Runtime {
  /** @param own listed before all others. */
  choices(own: readonly LocalModelSpec[]): Promise<readonly ModelChoice[]>;
  isCached(spec: LocalModelSpec): Promise<boolean>;
  /** Loads a model, fetching what is not cached. */
  load(spec: LocalModelSpec, file: Blob | null, tell: TellProgress): Promise<LoadedModel>;
  unload(): Promise<void>;
  say(request: LocalRequest, signal: AbortSignal): Promise<LocalAnswer>;
  remove(spec: LocalModelSpec): Promise<void>;
}
