// The program that hooks of coding agents start, as one file without dependencies: it can be copied to where a policy lies.
import { ROOT } from './install.mjs';

export const GUARD_HOOK = 'guard-hook.mjs';

/** Writes `guard-hook.mjs` into a folder. */
export async function buildGuardHook(outDir) {
  const { build } = await import('vite');
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ...{ ssr: 'src/cli/guard/guardHook.ts', outDir, emptyOutDir: false, target: 'node20', minify: true },
      rollupOptions: { output: { entryFileNames: GUARD_HOOK, codeSplitting: false } },
    },
  });
}
