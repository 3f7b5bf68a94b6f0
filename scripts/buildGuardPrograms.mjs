// The guard's programs for coding agents, each one file without dependencies: they can be copied to where a policy lies.
import { ROOT } from './install.mjs';

/** Started by hooks, a process per call. */
export const GUARD_HOOK = 'guard-hook.mjs';
/** Loaded by opencode's plugin. */
export const OPENCODE_GUARD = 'guard-opencode.mjs';
const ENTRIES = {
  [GUARD_HOOK]: 'src/cli/guard/guardHook.ts',
  [OPENCODE_GUARD]: 'src/cli/guard/opencode/createOpencodePlugin.ts',
};

/** Writes programs into a folder, by default all. */
export async function buildGuardPrograms(outDir, names = Object.keys(ENTRIES)) {
  const { build } = await import('vite');
  for (const name of names)
    await build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        ...{ ssr: ENTRIES[name], outDir, emptyOutDir: false, target: 'node20', minify: true },
        rollupOptions: { output: { entryFileNames: name, codeSplitting: false } },
      },
    });
}
