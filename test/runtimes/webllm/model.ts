import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the toy model unless it is there; needs clang and lld. → its folder: `toy/` and `toy-webgpu.wasm` */
export function buildToyModel(): string {
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'build.mjs')],
    { encoding: 'utf8', timeout: 75_000 },
  );
  if (status !== 0) throw new Error(`the toy model could not be built: ${error?.message ?? stderr.trim()}`);
  return stdout.trim();
}
