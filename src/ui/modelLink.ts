import * as Comlink from 'comlink';
import type { LocalKind, LocalSetup } from '../engine/config.ts';
import { isLocal, modelDefaults } from '../engine/setup.ts';
import { ggufName } from '../oracles/local/ggufName.ts';
import type { LoadProgress, ModelSpec } from '../workers/api.ts';
import { sameModel } from './local.ts';
import { forgetOwnModel, ownModels } from './ownModels.ts';
import { type PageStore, remembered } from './store.ts';
import type { RemoteEngine } from './watches.ts';

/** What views can ask about the models of this browser; the answers come through the store. */
export interface ModelLink {
  /** What there is to run a model on, and which models there are. Loads the runtime, no model. */
  lookAtModels(kind: LocalKind): Promise<void>;
  /** Fetches what is missing and makes it ready; a run that plays is paused. @param file of a `file:` source. */
  loadModel(spec: ModelSpec, file?: Blob | null): Promise<boolean>;
  /** What has come stays in the browser's cache. */
  cancelModel(): Promise<void>;
  removeModel(spec: ModelSpec): Promise<void>;
  /** Deletes all models from this browser, what no list shows as well. */
  removeAllModels(kind: LocalKind): Promise<void>;
  /** Takes a model of the user's off the list. */
  forgetModel(spec: ModelSpec): Promise<void>;
  /** A GGUF, chosen or dropped on the page: a copy is kept in this browser, and the panel shows it. */
  openModelFile(file: File): Promise<void>;
}

interface Parts {
  readonly store: PageStore;
  engine(): RemoteEngine;
  pause(): Promise<void>;
  fail(error: unknown): void;
}

export function modelLink({ store, engine, pause, fail }: Parts): ModelLink {
  /** The user's own, and the one that stands in the form though it is in no list. */
  const owned = (kind: LocalKind): readonly ModelSpec[] => {
    const { draft, run } = store.getState();
    const kept = ownModels(kind);
    const shown = draft ?? run?.setup.oracle;
    if (!shown || !isLocal(shown) || shown.kind !== kind || shown.source === null) return kept;
    const { model, source } = shown;
    const isKept = kept.some(spec => sameModel(spec, shown));
    return isKept ? kept : [{ kind, model, source }, ...kept];
  };
  const look = async (kind: LocalKind) => {
    try {
      const facts = await engine().browserFacts();
      store.setState(({ local }) => ({ local: { ...local, facts } }));
      // Without WebGPU its runtime would be fetched for nothing.
      const choices =
        kind === 'webllm' && facts.webgpu !== 'ready' ? [] : await engine().modelChoices(kind, owned(kind));
      store.setState(({ local }) => ({
        local: { ...local, choices: { ...local.choices, [kind]: choices } },
      }));
    } catch (error) {
      fail(error);
    }
  };
  const link: ModelLink = {
    lookAtModels: look,
    async loadModel(spec, file = null) {
      if (store.getState().local.loading !== null) {
        store.getState().notify('error', 'Another model is being loaded: wait for it, or cancel it first.');
        return false;
      }
      if (store.getState().phase === 'playing') await pause();
      const begun = performance.now();
      const tell = (progress: LoadProgress) =>
        store.setState(({ local }) =>
          local.loading === null ? {} : { local: { ...local, loading: { ...local.loading, progress } } },
        );
      store.setState(({ local }) => ({
        local: { ...local, loading: { spec, progress: null, begun }, loaded: null, problem: null },
      }));
      const problem = await engine()
        .loadModel(spec, file, Comlink.proxy(tell))
        .then(
          () => null,
          error => (error instanceof Error ? error.message : String(error)),
        );
      store.setState(({ local }) => ({
        local: {
          ...local,
          loading: null,
          loaded: problem === null ? spec : null,
          problem: problem === null || problem === CANCELLED ? null : { spec, reason: problem },
        },
      }));
      await look(spec.kind);
      return problem === null;
    },
    async cancelModel() {
      await engine().cancelModel().catch(fail);
    },
    async removeModel(spec) {
      if (store.getState().phase === 'playing') await pause();
      await engine().removeModel(spec).catch(fail);
      store.setState(({ local }) => ({ local: { ...local, loaded: null } }));
      await look(spec.kind);
    },
    async removeAllModels(kind) {
      if (store.getState().phase === 'playing') await pause();
      await engine().removeAllModels().catch(fail);
      store.setState(({ local }) => ({ local: { ...local, loaded: null } }));
      await look(kind);
    },
    async forgetModel(spec) {
      forgetOwnModel(spec);
      const { draft } = store.getState();
      if (draft && isLocal(draft) && sameModel(draft, spec))
        store.setState({ draft: { ...draft, model: '', source: null } });
      await look(spec.kind);
    },
    async openModelFile(file) {
      const model = ggufName(`file:${file.name}`);
      const source = { url: `file:${model}.gguf`, library: null, revision: null };
      const draft = { ...modelDefaults('wllama'), ...remembered(store.getState(), 'wllama'), model, source };
      store.setState({ panel: 'oracle', draft: draft as LocalSetup });
      await link.loadModel({ kind: 'wllama', model, source }, file);
    },
  };
  return link;
}

/** What the engine rejects with when the user ended the loading. */
const CANCELLED = 'cancelled';
