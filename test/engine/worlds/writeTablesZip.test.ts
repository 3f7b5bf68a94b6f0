import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { getSpecByName } from '../../../src/cli/options/specs.ts';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import type { Files } from '../../../src/engine/files/namedFile.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { EngineSession } from '../../../src/workers/engine/engineSession.ts';
import { inProcess } from '../../inProcess.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-zip-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** A run on the page. */
async function openOnPage(name: string, part: Partial<Setup>, files: Files = {}): Promise<EngineSession> {
  const session = new EngineSession({
    bundled: async file => new Uint8Array(readFileSync(`public/${file}`)),
    changed: () => {},
  });
  await session.open({ ...createDefaultSetup(getSpecByName(name)), ...part }, files, null);
  return session;
}

/** The files in the archive of its tables. */
async function unzipTables(session: EngineSession): Promise<Record<string, string>> {
  const pieces: Uint8Array[] = [];
  await session.exporter.exportTo('tables', async piece => void pieces.push(piece), null);
  const files = unzipSync(Buffer.concat(pieces));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
}

/** The files that the command line writes. */
async function writeTables(to: string, ...args: string[]): Promise<Record<string, string>> {
  expect((await inProcess('run', ...args, '--tables', path(to))).code).toBe(0);
  const names = readdirSync(path(to));
  return Object.fromEntries(names.map(name => [name, readFileSync(join(path(to), name), 'utf8')]));
}

describe('the archive of tables', () => {
  it('has the bytes of run --tables: of people, rounds, cascades, parents, posts and their dictionary, after a change in mid-run', async () => {
    const session = await openOnPage('social', {
      network: 'small-world',
      agents: 60,
      seed: 5,
      parameters: { posting: 3 },
    });
    await session.runTo(10);
    await session.change('resharing', 2);
    await session.runTo(20);
    await session.measureBy('cascade_counts', 'reshares_and_replies');
    const written = await writeTables(
      'social',
      ...['--network', 'small-world', '--agents', '60', '--seed', '5', '--rounds', '20'],
      ...[
        '--set',
        'posting=3',
        '--set',
        'cascade_counts=reshares_and_replies',
        '--change-at',
        '11:resharing:2',
      ],
    );
    expect(Object.keys(written).map(name => name.replace(/.*-/, ''))).toEqual([
      ...['cascades.csv', 'dictionary.csv', 'parents.csv', 'people.csv', 'posts.csv', 'rounds.csv'],
    ]);
    expect(await unzipTables(session)).toEqual(written);
  });

  it('has them of a network of the user’s', async () => {
    const text = 'ann,bo,0.5\nbo,cy,2\ncy,ann,1\n';
    writeFileSync(path('own.csv'), text);
    const bytes = new TextEncoder().encode(text);
    const session = await openOnPage('chart', { network: 'file' }, { network: [{ name: 'own.csv', bytes }] });
    await session.runTo(9);
    const written = await writeTables(
      'own',
      '--model',
      'chart',
      '--network',
      path('own.csv'),
      '--rounds',
      '9',
    );
    expect(await unzipTables(session)).toEqual(written);
  });

  it.each(['chart', 'governed', 'librarian', 'workflow'])('has them of model %s', async model => {
    const session = await openOnPage(model, {});
    await session.runTo(6);
    const written = await writeTables(model, '--model', model, '--rounds', '6');
    expect(await unzipTables(session)).toEqual(written);
  });
});
