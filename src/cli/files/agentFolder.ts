import { copyFile, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../engine/core/errors.ts';
import type { Run } from '../../engine/run/run.ts';

/** Files of a folder that are written again after every tick. */
const MAX_REWRITTEN_AGENT_FILES = 1_000;

/**
 * A folder with a file for every agent, as of the last whole tick. Each file is written under a temporary name and then
 * renamed, so that the file in place is always whole; the previous version stays next to it.
 */
export class AgentFolder {
  readonly #path: string;
  readonly #run: Run;
  /** SHA-256 of what each file holds. */
  readonly #held: string[] = [];

  private constructor(path: string, run: Run) {
    this.#path = path;
    this.#run = run;
  }

  /** @throws InputError if there are too many agents, or the folder cannot be written. */
  static async open(option: string, path: string, run: Run): Promise<AgentFolder> {
    const { agents } = run.config;
    if (agents > MAX_REWRITTEN_AGENT_FILES)
      throw new InputError(
        `--${option} writes at most ${MAX_REWRITTEN_AGENT_FILES} files, and this run has ${agents} agents`,
      );
    const folder = new AgentFolder(path, run);
    try {
      await mkdir(path, { recursive: true });
    } catch (error) {
      throw new InputError(folder.#reason(error));
    }
    const unwritten = await folder.write();
    if (unwritten !== null) throw new InputError(unwritten);
    return folder;
  }

  /** Brings every file to the run's last whole tick. @returns why that cannot be, or null */
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
    const { state, config } = this.#run;
    for (let agent = 0; agent < config.agents; agent++) {
      const file = state.agentFile?.(agent);
      if (file === undefined || this.#held[agent] === file.sha256) continue;
      const { name, text, sha256 } = file;
      const part = join(this.#path, `.${name}.${process.pid}.part`);
      const path = join(this.#path, name);
      await writeFile(part, text);
      await preservePreviousFile(path);
      await rename(part, path);
      this.#held[agent] = sha256;
    }
  }
}

/** Path of the previous version of a file. */
export const getPreviousPath = (path: string): string => `${path}.previous`;

/** Saves a file that is about to be replaced; as a hard link without a copy, if the disk supports that. */
async function preservePreviousFile(path: string): Promise<void> {
  const part = `${getPreviousPath(path)}.${process.pid}.part`;
  try {
    await link(path, part).catch(() => copyFile(path, part));
    await rename(part, getPreviousPath(path));
  } catch (error) {
    await rm(part, { force: true });
    // The first time there is none.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
