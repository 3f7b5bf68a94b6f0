import { resolve } from 'node:path';
import { InputError } from '../../engine/core/errors.ts';
import { type NetworkForm, writeNetworkChunks } from '../../engine/export/network/networkForms.ts';
import type { Loaded } from '../../engine/models/openRun.ts';
import type { Run } from '../../engine/run/run.ts';
import { OutFile } from './outFile.ts';

/** A file of the run's network. */
export interface NetworkOrder {
  readonly form: NetworkForm;
  readonly path: string;
}

/** Files of a run's network, written at its end. */
export class NetworkFiles {
  private constructor(private readonly files: readonly (NetworkOrder & { readonly file: OutFile })[]) {}

  /** @throws InputError if one cannot be written, and for a run without a network */
  static async open(orders: readonly NetworkOrder[], { material, model }: Loaded): Promise<NetworkFiles> {
    if (orders.length > 0 && material.network === undefined)
      throw new InputError(`--${orders[0].form}: the agents of model ${model.name} are not on a network`);
    const files: (NetworkOrder & { readonly file: OutFile })[] = [];
    const opened = new NetworkFiles(files);
    try {
      for (const order of orders) files.push({ ...order, file: await OutFile.open(order.path, false) });
    } catch (error) {
      await opened.discard();
      throw error;
    }
    return opened;
  }

  async write(run: Run, { material }: Loaded): Promise<void> {
    for (const { form, file } of this.files)
      await file.write(
        writeNetworkChunks(run, await run.state.loadReports(), material.network ?? null, form),
      );
  }

  /** Leaves everything as it was before. */
  async discard(): Promise<void> {
    for (const { file } of this.files) await file.discard();
  }
}

/** @throws InputError if two options name one file */
export function checkDistinctFiles(named: Readonly<Record<string, string | null | undefined>>): void {
  const optionOf = new Map<string, string>();
  for (const [option, path] of Object.entries(named)) {
    if (path === null || path === undefined) continue;
    const other = optionOf.get(resolve(path));
    if (other !== undefined) throw new InputError(`--${other} and --${option} name the same file, ${path}`);
    optionOf.set(resolve(path), option);
  }
}
