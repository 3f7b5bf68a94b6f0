import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectLine, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-inputs-'));
const path = (name: string) => join(folder, name);
const play = (...args: string[]) => inProcess('run', '--model', 'recorded', '--rounds', '9', ...args);

describe('files of the user’s own', () => {
  it('may be several, and folders among them', async () => {
    mkdirSync(path('kept'));
    for (const name of ['a.csv', 'b.csv', 'kept/c.csv'])
      writeFileSync(path(name), 'case,tool\n1,look\n1,act\n2,look\n');
    const { code, stdout } = await play('--traces', path('a.csv'), path('kept'), path('b.csv'));
    expect(code).toBe(0);
    expect(JSON.parse(stdout).outcomes).toMatchObject({ steps: 9, ended_untold: 6 });
  });

  it('are refused before they are read where they are too large', async () => {
    writeFileSync(path('large.csv'), '');
    truncateSync(path('large.csv'), 2_100_000_000);
    expectLine(await play('--traces', path('a.csv'), path('large.csv')), 'at most 2000.0 MB are read');
  });
});
