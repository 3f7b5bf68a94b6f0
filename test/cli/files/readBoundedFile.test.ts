import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readBoundedFile } from '../../../src/cli/files/documentFile.ts';
import { expectLine, inProcess, running } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-bounded-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a file that is read within bounds', () => {
  it('is whole, whatever its size says', async () => {
    const path = join(folder, 'whole');
    writeFileSync(path, 'x'.repeat(3_000_000));
    expect((await readBoundedFile(path, 3_000_000)).length).toBe(3_000_000);
    await expect(readBoundedFile(path, 2_999_999)).rejects.toThrow('it is 3.0 MB; at most 3.0 MB are read');
  });

  it.skipIf(!existsSync('/dev/zero'))('ends where a device has no end', async () => {
    await expect(readBoundedFile('/dev/zero', 5_000_000)).rejects.toThrow(
      'it is longer than the 5 MB that are read',
    );
    expectLine(await inProcess('run', '--network', '/dev/zero'), 'it is longer than the 50 MB that are read');
  });

  it('ends where a pipe has no end, and is whole where it has one', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const endless = running('sh', ['-c', `yes > ${path}`]);
    await expect(readBoundedFile(path, 1_000_000)).rejects.toThrow('it is longer');
    await endless.ended;
    const short = running('sh', ['-c', `echo two words > ${path}`]);
    expect(new TextDecoder().decode(await readBoundedFile(path, 100))).toBe('two words\n');
    await short.ended;
  });
});
