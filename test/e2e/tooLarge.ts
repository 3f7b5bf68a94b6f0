import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Statescope } from './page.ts';

/** Gives a file of so many bytes, more than are read; the run stays. @param label of the input that it is chosen for */
export async function expectTooLarge(
  statescope: Statescope,
  label: string,
  name: string,
  bytes: number,
): Promise<void> {
  const hash = await statescope.hash();
  const folder = await mkdtemp(join(tmpdir(), 'statescope-'));
  try {
    const huge = join(folder, name);
    // Its beginning is looked at, and its size.
    await writeFile(huge, Buffer.alloc(1_000_000, 'x'));
    await truncate(huge, bytes);
    await statescope.page.getByLabel(label).setInputFiles(huge);
    const message = `${name} is ${(bytes / 1e6).toFixed(1)} MB, and at most 50 MB`;
    await expect(statescope.page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    expect(await statescope.hash()).toBe(hash);
  } finally {
    await rm(folder, { recursive: true });
  }
}
