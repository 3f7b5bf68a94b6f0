import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../engine/errors.ts';
import { librarianQueries } from '../engine/models/librarian/librarianQueries.ts';
import type { Run } from '../engine/run.ts';

/** Files of a folder that are written again after every cycle. */
const MOST_AGENTS = 1_000;

/**
 * A folder with the memory.json of every agent, `agent_001.json` and so on, as it was after the last whole cycle. Each
 * file is written beside its place and renamed: whatever happens, what stands there is whole.
 */
export class MemoryFolder {
  readonly #path: string;
  readonly #run: Run;
  /** SHA-256 of what each file holds. */
  readonly #held: string[] = [];

  private constructor(path: string, run: Run) {
    this.#path = path;
    this.#run = run;
  }

  /** @throws InputError where the model has no such memory, or the folder cannot be written. */
  static async open(path: string, run: Run): Promise<MemoryFolder> {
    const { model, config } = run;
    if (model.name !== 'librarian')
      throw new InputError(`--memory-out is for model librarian, not ${model.name}`);
    if (config.agents > MOST_AGENTS)
      throw new InputError(
        `--memory-out writes at most ${MOST_AGENTS} memories, and this run has ${config.agents}`,
      );
    const folder = new MemoryFolder(path, run);
    try {
      await mkdir(path, { recursive: true });
    } catch (error) {
      throw new InputError(folder.#reason(error));
    }
    const unwritten = await folder.write();
    if (unwritten !== null) throw new InputError(unwritten);
    return folder;
  }

  /** Brings every file to the run's last whole cycle. @returns why that cannot be, or null */
  async write(): Promise<string | null> {
    try {
      await this.#writeAll();
      return null;
    } catch (error) {
      return this.#reason(error);
    }
  }

  #reason(error: unknown): string {
    return `cannot write ${this.#path}: ${(error as Error).message.split('\n')[0]}`;
  }

  async #writeAll(): Promise<void> {
    const { state, tick, config } = this.#run;
    const now = { tick, tickSeconds: config.tickSeconds };
    for (let agent = 0; agent < config.agents; agent++) {
      const { name, text, sha256 } = librarianQueries.of(state, 'memoryFile', { agent, tick: null }, now);
      if (this.#held[agent] === sha256) continue;
      const part = join(this.#path, `.${name}.${process.pid}.part`);
      await writeFile(part, text);
      await rename(part, join(this.#path, name));
      this.#held[agent] = sha256;
    }
  }
}
