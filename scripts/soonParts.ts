import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What a bundler tells of its modules. */
export interface Modules {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** Whether a module is one of those, or imported by one without a wait, however many are in between. */
export function isPartOf(
  id: string,
  modules: Modules,
  isRoot: (id: string, isEntry: boolean) => boolean,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const info = modules.getModuleInfo(id);
  if (info === null) return false;
  if (isRoot(id, info.isEntry)) return true;
  return info.importers.some(importer => isPartOf(importer, modules, isRoot, seen));
}

const CALL = /\bpreloadOnActivity(?:<[^()]*>)?\(\s*(?:async )?\(\) =>\s*\(?(?:await )?import\('([^']+)'\)/g;

/** A call in whatever form; not the definition. */
const ANY_CALL = /(?<!function )\bpreloadOnActivity(?:<[^()]*>)?\(/g;

/** The usual model comes with the page, each other one when it is chosen, with its parts. */
export const OTHER_MODEL = /\/src\/(?:ui|engine)\/models\/(?!social\/)([\w-]+)\//;

/** Finds the modules that the page loads with `preloadOnActivity(() => import(…))`: one file of them all instead of fifty small ones. */
export function soonParts() {
  const found = new Set<string>();
  const plugin: Plugin = {
    name: 'soon-parts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.tsx?$/.test(id)) return null;
      const calls = [...code.matchAll(CALL)];
      const all = [...code.matchAll(ANY_CALL)];
      if (calls.length !== all.length)
        throw new Error(
          `${id} has a preloadOnActivity(…) in another form than preloadOnActivity(() => import('…'))`,
        );
      if (!OTHER_MODEL.test(id)) for (const [, path] of calls) found.add(resolve(dirname(id), path));
      return null;
    },
  };
  return { plugin, isSoon: (id: string, modules: Modules) => isPartOf(id, modules, root => found.has(root)) };
}
