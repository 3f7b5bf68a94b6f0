import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli, expectLine, inProcess } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-merge-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

// The first call bundles the command.
beforeAll(async () => {
  expect((await cli('--version')).code).toBe(0);
}, 60_000);

const SMALL = ['--network', 'small-world', '--agents', '30', '--rounds', '8', '--set', 'warm_up=2'];

async function play(to: string, ...args: string[]): Promise<void> {
  const given = ['worlds', ...SMALL, '--cores', '1', '--tables', path(to), ...args];
  expect((await inProcess(...given)).code).toBe(0);
}

async function playParts(to: string, of: number, ...args: string[]): Promise<void> {
  for (let part = 1; part <= of; part++) await play(to, '--shard', `${part}/${of}`, ...args);
}

const merge = (...args: string[]) => inProcess('merge', ...args);

describe('tables of parts, merged', () => {
  it.each(['csv', 'parquet'])('have the bytes of the whole plan: %s', async form => {
    // A label with a comma is quoted.
    const args = ['--worlds', '7', '--change', 'resharing=3', '--change', 'liking=2', '--tables-form', form];
    await play(`whole-${form}`, ...args);
    await playParts(`parts-${form}`, 3, ...args);
    const { code, stdout } = await merge(path(`parts-${form}`), '--tables', path(`merged-${form}`));
    expect(code).toBe(0);
    const names = readdirSync(path(`whole-${form}`));
    expect(names).toHaveLength(6);
    expect(readdirSync(path(`merged-${form}`))).toEqual(names);
    for (const name of names)
      expect(
        readFileSync(path(`merged-${form}/${name}`)).equals(readFileSync(path(`whole-${form}/${name}`))),
      ).toBe(true);
    expect(JSON.parse(stdout).rows).toMatchObject({ people: 7 * 2 * 30, rounds: 7 * 2 * 8 });
  });

  it('are refused in one line if a part is missing, cut off, or of another plan or number of worlds', async () => {
    await playParts('two', 2, '--worlds', '4');
    const files = readdirSync(path('two')).map(name => path(`two/${name}`));
    const to = ['--tables', path('none')];
    const second = files.filter(name => name.includes('part2of2'));
    expectLine(await merge(...second, ...to), 'part 1 of 2 of table cascades is missing');
    expectLine(await merge(path('none'), ...to), 'cannot read');
    expectLine(await merge(folder, ...to), 'no tables of parts are there');
    expectLine(await merge(path('two'), ...to, '--csv', path('x.csv')), 'give one of them');
    await playParts('other', 2, '--worlds', '4', '--seed', '5');
    expectLine(await merge(path('two'), path('other'), ...to), 'is of another plan than');
    await play('longer', '--shard', '1/2', '--worlds', '12');
    expectLine(await merge(...second, path('longer'), ...to), 'the parts have 8 of 11 worlds');
    const people = files.find(name => name.includes('part1of2-people')) ?? '';
    truncateSync(people, readFileSync(people).length - 3);
    expectLine(await merge(path('two'), ...to), 'is cut off in its last row');
    expect(readdirSync(path('none'))).toEqual([]);
  });
});
