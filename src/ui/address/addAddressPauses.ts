import type { PageParts } from '../model/modelPlugin.ts';

/** Adds the conditions at which the address has the run pause; one that cannot be read is reported. */
export async function addAddressPauses(
  { store, commands }: PageParts,
  conditions: readonly string[],
): Promise<void> {
  for (const condition of conditions) {
    const problem = await commands.addPause(condition);
    if (problem !== null) store.getState().notify('error', problem);
  }
}
