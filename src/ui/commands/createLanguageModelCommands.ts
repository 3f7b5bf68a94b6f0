import * as Comlink from 'comlink';
import type { LocalKind, LocalSetup } from '../../engine/oracle/oracleSetup.ts';
import { createLlmDefaults, isLocalOracle } from '../../engine/oracle/oracleSetup.ts';
import { getGgufName } from '../../oracles/local/getGgufName.ts';
import type { LoadProgress, LocalModelSpec } from '../../workers/protocol/api.ts';
import type { LanguageModelCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { forgetOwnModel, listOwnModels } from '../files/listOwnModels.ts';
import { getErrorMessage } from '../lib/messages.ts';
import { isSameLocalModel } from '../state/localModelState.ts';
import type { PageStore } from '../state/pageState.ts';
import { getLastModelSetup } from '../store/slices/decidingSlice.ts';

interface LanguageModelCommandsParts {
  readonly store: PageStore;
  engine(): RemoteEngine;
  pause(): Promise<void>;
  fail(error: unknown): void;
}

/** Commands for the models in this browser: look, load, cancel, remove. */
export function createLanguageModelCommands({
  store,
  engine,
  pause,
  fail,
}: LanguageModelCommandsParts): LanguageModelCommands {
  /** The user's own models, and the one in the form even if it is on no list. */
  const owned = (kind: LocalKind): readonly LocalModelSpec[] => {
    const { draft, run } = store.getState();
    const kept = listOwnModels(kind);
    const shown = draft ?? run?.setup.oracle;
    if (!shown || !isLocalOracle(shown) || shown.kind !== kind || shown.source === null) return kept;
    const { model, source } = shown;
    const isKept = kept.some(spec => isSameLocalModel(spec, shown));
    return isKept ? kept : [{ kind, model, source }, ...kept];
  };
  const look = async (kind: LocalKind) => {
    try {
      const facts = await engine().browserFacts();
      store.getState().knowLocal(() => ({ facts }));
      // Without WebGPU its runtime would be fetched for nothing.
      const choices =
        kind === 'webllm' && facts.webgpu !== 'ready' ? [] : await engine().modelChoices(kind, owned(kind));
      store.getState().knowLocal(local => ({ choices: { ...local.choices, [kind]: choices } }));
    } catch (error) {
      fail(error);
    }
  };
  const link: LanguageModelCommands = {
    lookAtModels: look,
    async loadModel(spec, file = null) {
      if (store.getState().local.loading !== null) {
        store.getState().notify('error', 'Another model is being loaded: wait for it, or cancel it first.');
        return false;
      }
      if (store.getState().phase === 'playing') await pause();
      const begun = performance.now();
      const tell = (progress: LoadProgress) =>
        store
          .getState()
          .knowLocal(({ loading }) => (loading === null ? {} : { loading: { ...loading, progress } }));
      store.getState().knowLocal(() => ({
        loading: { spec, progress: null, begun },
        loaded: null,
        problem: null,
      }));
      const problem = await engine()
        .loadModel(spec, file, Comlink.proxy(tell))
        .then(() => null, getErrorMessage);
      store.getState().knowLocal(() => ({
        loading: null,
        loaded: problem === null ? spec : null,
        problem: problem === null || problem === CANCELLED ? null : { spec, reason: problem },
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
      store.getState().knowLocal(() => ({ loaded: null }));
      await look(spec.kind);
    },
    async removeAllModels(kind) {
      if (store.getState().phase === 'playing') await pause();
      await engine().removeAllModels().catch(fail);
      store.getState().knowLocal(() => ({ loaded: null }));
      await look(kind);
    },
    async forgetModel(spec) {
      forgetOwnModel(spec);
      const { draft } = store.getState();
      if (draft && isLocalOracle(draft) && isSameLocalModel(draft, spec))
        store.getState().setDraft({ ...draft, model: '', source: null });
      await look(spec.kind);
    },
    async openModelFile(file) {
      const model = getGgufName(`file:${file.name}`);
      const source = { url: `file:${model}.gguf`, library: null, revision: null };
      const draft = {
        ...createLlmDefaults('wllama'),
        ...getLastModelSetup(store.getState(), 'wllama'),
        model,
        source,
      };
      store.getState().setDraft(draft as LocalSetup);
      store.getState().arrange({ panel: 'oracle' });
      await link.loadModel({ kind: 'wllama', model, source }, file);
    },
  };
  return link;
}

/** Message with which the engine rejects when the user has cancelled the load. */
const CANCELLED = 'cancelled';
