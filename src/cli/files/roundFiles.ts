import type { Run } from '../../engine/run/run.ts';
import { AgentFolder } from './agentFolder.ts';
import { EventFile, type EventOrder } from './eventFile.ts';

/** Files that are brought to the last whole round after each one; null for those that are not wanted. */
export interface RoundFileOrders {
  /** Folder that holds a file of every agent, and the option that named it. */
  readonly agentFiles?: { readonly option: string; readonly path: string } | null;
  /** The event log. */
  readonly events?: EventOrder | null;
}

/** Files that are written after each round: a run ends if one of them cannot be. */
export class RoundFiles {
  private constructor(
    private readonly folder: AgentFolder | null,
    private readonly log: EventFile | null,
  ) {}

  /** @throws InputError if one cannot be written */
  static async open({ agentFiles, events }: RoundFileOrders, run: Run): Promise<RoundFiles> {
    const folder = agentFiles ? await AgentFolder.open(agentFiles.option, agentFiles.path, run) : null;
    return new RoundFiles(folder, events ? await EventFile.open(events, run) : null);
  }

  /** @returns why one cannot be written, or null */
  async sealed(): Promise<string | null> {
    const problems = [await this.folder?.write(), await this.log?.sealed()];
    return problems.find(problem => typeof problem === 'string') ?? null;
  }

  async close(): Promise<void> {
    await this.log?.close();
  }
}
