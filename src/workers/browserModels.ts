import type { LocalKind } from '../engine/config.ts';
import { checkSource } from '../engine/setup.ts';
import type { LocalModelSpec, ModelCommands, TellProgress } from './api.ts';
import { loaded } from './loaded.ts';
import type { LocalModels } from './oracles.ts';

/** The models of this browser; whoever never asks for one loads nothing of what runs them. */
export class BrowserModels implements ModelCommands {
  #keeper: LocalModels | null = null;

  async keeper(): Promise<LocalModels> {
    const { modelKeeper } = await loaded();
    this.#keeper ??= modelKeeper();
    return this.#keeper;
  }

  async browserFacts() {
    return (await this.keeper()).facts();
  }

  async modelChoices(kind: LocalKind, own: readonly LocalModelSpec[]) {
    return (await this.keeper()).choices(kind, own);
  }

  async loadModel(spec: LocalModelSpec, file: Blob | null, tell: TellProgress) {
    if (spec.source !== null) checkSource(spec.kind, spec.source);
    return (await this.keeper()).load(spec, file, tell);
  }

  async cancelModel() {
    this.#keeper?.cancel();
  }

  async removeAllModels() {
    await (await this.keeper()).removeAll();
  }

  async removeModel(spec: LocalModelSpec) {
    await (await this.keeper()).remove(spec);
  }
}
