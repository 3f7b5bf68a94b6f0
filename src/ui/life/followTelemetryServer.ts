import type { PageCommands } from '../contract/pageCommands.ts';
import { getModelDefaults } from '../model/getModelAppearance.ts';
import { findModelPlugin, listPageModels, loadModelPlugin } from '../model/registered.ts';
import type { PageStore } from '../state/pageState.ts';

/** Follows the server in the address; a reload continues with it. @returns true if it does */
export async function followTelemetryServer(store: PageStore, commands: PageCommands): Promise<boolean> {
  for (const { name, followed } of listPageModels()) {
    if (!followed) continue;
    const isNamed = location.hash.startsWith(followed);
    // Another address is another run. Its token is kept out of the address.
    const known = isNamed || location.search.includes(`model=${name}`) ? readTabMemory(followed) : null;
    const fragment = isNamed && (location.hash !== followed || known === null) ? location.hash : known;
    if (!fragment) continue;
    if (isNamed) writeTabMemory(followed, fragment);
    try {
      await loadModelPlugin(name);
    } catch {
      return false;
    }
    // The run of the example, which is there first, writes an address of its own.
    const query = location.search;
    await commands.open(getModelDefaults(name), {}, 0);
    findModelPlugin(name)?.follow?.({ store, commands }, fragment, query);
    return true;
  }
  return false;
}

/** This tab's stored value; null if storage is forbidden. */
function readTabMemory(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeTabMemory(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}
