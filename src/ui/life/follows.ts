import type { Link } from '../contract/link.ts';
import { defaultsOf } from '../model/looks.ts';
import { loadPlugin, pageModels, pluginNamed } from '../model/registered.ts';
import type { PageStore } from '../state/pageState.ts';

/** Follows what a server tells, where the address names it; a reload goes on with it. @returns whether it does */
export async function follows(store: PageStore, link: Link): Promise<boolean> {
  for (const { name, followed } of pageModels()) {
    if (!followed) continue;
    const isNamed = location.hash.startsWith(followed);
    // Another address is another run.
    const fragment = isNamed
      ? location.hash
      : location.search.includes(`model=${name}`)
        ? kept(followed)
        : null;
    if (!fragment) continue;
    if (isNamed) keep(followed, fragment);
    try {
      await loadPlugin(name);
    } catch {
      return false;
    }
    await link.open(defaultsOf(name), {}, 0);
    pluginNamed(name)?.follow?.({ store, link }, fragment);
    return true;
  }
  return false;
}

/** What this tab remembers; null where it may not. */
function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {}
}
