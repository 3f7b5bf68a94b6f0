import { EngineStopped } from '../../engine/core/errors.ts';
import type { Frame } from '../../engine/model/frame.ts';
import { engineAt } from '../contract/engineAt.ts';
import type { Ask, RemoteEngine } from '../contract/remoteEngine.ts';
import { getErrorMessage, isEngineStoppedError, isNotLoadedError } from '../lib/messages.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import { isEngineDead } from '../state/life.ts';
import type { NoticeButton, PageState, PageStore } from '../state/pageState.ts';
import { getPastTick } from '../state/viewState.ts';
import { createRetryButton } from '../store/runWithRetry.ts';

/** An engine in its worker, and the way to end it. */
export interface Connection {
  readonly api: RemoteEngine;
  dispose(): void;
}
/** Starts an engine. After `onFailure` it is dead. */
export type Connect = (onFrame: (frame: Frame) => void, onFailure: (message: string) => void) => Connection;

/** Milliseconds that an engine has to answer, waited for in parts: a page that was held up itself counts one. */
const ENGINE_DEADLINE_MS = 1000;
const PART = 100;

/** Beginning of the notice of an engine's death. */
export const STOPPED = 'The engine stopped: ';

/** The engine of the page: started when first needed, and again after it has died. */
export interface EnginePort {
  engine(): RemoteEngine;
  /** Starts it before the first request; a failure is reported at that request. */
  prepare(): void;
  /** The engine, if there is one. */
  current(): RemoteEngine | null;
  /**
   * The engine for a command about the run on the screen. After its death there is none: another one would hold no run.
   * @throws EngineStopped, once the page says that it has stopped
   */
  holder(): RemoteEngine;
  readonly ask: Ask;
  /** True if the engine answers within a second, or there is none; one that is still being loaded is given its time. */
  answers(): Promise<boolean>;
  /** Ends the engine, whatever it is doing. The next command starts another. */
  end(): void;
  /** Shows an error, once. @param again repeats the action: offered if something did not come */
  fail(error: unknown, again?: () => void): void;
  /** Epoch of a run on the page: each engine starts counting again. */
  epochOf(epoch: number): number;
  dispose(): void;
}

/** @param renew passes the previous engine's knowledge to a new one @param wayOn remedy of an error, offered with it */
export function createEnginePort(
  store: PageStore,
  connect: Connect,
  renew: (api: RemoteEngine) => void,
  wayOn: (error: unknown) => NoticeButton | undefined = () => undefined,
): EnginePort {
  let connection: Connection | null = null;
  /** Epochs of the engines before this one. */
  let earlier = 0;
  /** The engine that has answered once: its script has been loaded. */
  let loaded: Connection | null = null;
  const fail: EnginePort['fail'] = (error, again) => {
    const button = wayOn(error) ?? (again && isNotLoadedError(error) ? createRetryButton(again) : undefined);
    if (!isEngineStoppedError(error)) store.getState().notify('error', getErrorMessage(error), button);
  };
  const end = () => {
    connection?.dispose();
    connection = null;
    const { send, knowLocal } = store.getState();
    knowLocal(() => ({ loaded: null }));
    send('died');
  };
  const died = (message: string) => {
    end();
    const { notify } = store.getState();
    notify('error', `${STOPPED}${message}. ${describeCrashAdvice(store.getState())}`);
  };
  const engine = () => {
    if (connection) return connection.api;
    earlier = store.getState().run?.info.epoch ?? 0;
    const before = earlier;
    connection = connect(frame => store.getState().receive({ ...frame, epoch: frame.epoch + before }), died);
    const started = connection;
    started.api.ping().then(
      () => {
        loaded = started;
      },
      () => {},
    );
    renew(connection.api);
    return connection.api;
  };
  return {
    engine,
    prepare() {
      try {
        engine();
      } catch {}
    },
    current: () => connection?.api ?? null,
    holder() {
      const { life, notices, notify } = store.getState();
      if (!isEngineDead(life)) return engine();
      if (!notices.some(({ text }) => text.startsWith(STOPPED)))
        notify('error', `${STOPPED}it holds no run. ${describeCrashAdvice(store.getState())}`);
      throw new EngineStopped('it holds no run');
    },
    async ask(question, use, again) {
      const epoch = store.getState().run?.info.epoch;
      if (!connection || epoch === undefined) return false;
      // Another run may have been opened in the meantime.
      const isAbout = () => store.getState().run?.info.epoch === epoch;
      try {
        const answer = await question(engineAt(connection.api, getPastTick(store.getState())));
        if (!isAbout()) return false;
        use(answer);
        return true;
      } catch (error) {
        // The engine may have another run already, which knows nothing of this one's rounds: the views ask again about that.
        if (connection && isAbout() && store.getState().phase !== 'opening') fail(error, again);
        return false;
      }
    },
    async answers() {
      const asked = connection;
      if (asked === null || asked !== loaded) return true;
      let isThere = false;
      const onReport = () => {
        isThere = true;
      };
      const answer = asked.api.ping().then(onReport, onReport);
      for (let waited = 0; waited < ENGINE_DEADLINE_MS && !isThere; waited += PART)
        await waitAtMost(answer, PART);
      return isThere || connection !== asked;
    },
    end,
    fail,
    epochOf: epoch => epoch + earlier,
    dispose() {
      connection?.dispose();
      connection = null;
    },
  };
}

/** Waits for something, but no longer than for some milliseconds. */
function waitAtMost(something: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds);
    void something.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Advice once the engine is dead. */
function describeCrashAdvice({ run, head, mixed }: PageState): string {
  if (!run) return 'Reset tries again.';
  const { tick } = getCurrentModelWords({ run });
  const replay =
    head <= 0
      ? ''
      : mixed
        ? `, from ${tick} 0: more than one oracle has decided in this run`
        : ` and plays forward to ${tick} ${head}`;
  return `The screen stays as it is. Reset starts the engine again with the same set-up${replay}.`;
}
