import type { LocalKind } from '../../../engine/oracle/oracleSetup.ts';
import type { LocalModelSpec, TellProgress } from '../../protocol/api.ts';
import type { ModelCommands } from '../../protocol/modelCommands.ts';
import { loadLanguageModels } from '../late/loadLanguageModels.ts';
import type { LocalModels } from './oracles.ts';

/** The language models of this browser; their runtimes are loaded on first use. */
export class BrowserModels implements ModelCommands {
  #supervisor: LocalModels | null = null;

  async supervisor(): Promise<LocalModels> {
    const { createModelSupervisor } = await loadLanguageModels();
    this.#supervisor ??= createModelSupervisor();
    return this.#supervisor;
  }

  async browserFacts() {
    return (await this.supervisor()).facts();
  }

  async modelChoices(kind: LocalKind, own: readonly LocalModelSpec[]) {
    return (await this.supervisor()).choices(kind, own);
  }

  async loadModel(spec: LocalModelSpec, file: Blob | null, tell: TellProgress) {
    if (spec.source !== null) (await loadLanguageModels()).checkModelFileSource(spec.kind, spec.source);
    return (await this.supervisor()).load(spec, file, tell);
  }

  async cancelModel() {
    this.#supervisor?.cancel();
  }

  async removeAllModels() {
    await (await this.supervisor()).removeAll();
  }

  async removeModel(spec: LocalModelSpec) {
    await (await this.supervisor()).remove(spec);
  }
}
