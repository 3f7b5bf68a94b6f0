import type { OwnInput } from '../../../engine/config.ts';

/**
 * The input that dropped files belong to: a run has one workflow. @throws Error, in one line, for anything
 * else
 */
export async function forWorkflows(files: readonly File[]): Promise<OwnInput> {
  const name = files[0]?.name ?? '';
  if (files.length > 1) throw new Error(`${files.length} files: a run has one workflow`);
  if (/\.(yaml|yml)$/i.test(name)) return 'workflow';
  throw new Error(`${name}: agents take a workflow (.yaml) or a run document`);
}
