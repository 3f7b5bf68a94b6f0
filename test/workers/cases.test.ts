import { expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import { RECORDED } from '../../src/engine/models/recorded/recordedSpec.ts';
import runs from '../fixtures/cases/runs.json';
import { Page } from './page.ts';

/** Where the tests' server has each file, by its path. */
const urls = import.meta.glob<string>(['../fixtures/cases/{traces,sdk,agents}/**/*', '!**/expected.json'], {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** The files of an input as a user drops them: a file, or a folder with the paths in it. */
const filesOf = (input: string) =>
  Promise.all(
    Object.entries(urls).flatMap(([path, url]) => {
      const whole = path.replace('../fixtures/cases/', '');
      if (whole !== input && !whole.startsWith(`${input}/`)) return [];
      const name = whole === input ? (input.split('/').at(-1) ?? input) : whole.slice(input.length + 1);
      return [fetch(url).then(async answer => ({ name, bytes: new Uint8Array(await answer.arrayBuffer()) }))];
    }),
  );

it('the worker reads traces that agents and tools leave to the hashes of the command line', async () => {
  const page = new Page();
  const seen: unknown[] = [];
  for (const { input, rounds } of runs) {
    const setup = { ...createDefaultSetup(RECORDED), own: ['traces'] };
    const files = (await filesOf(input)).sort((a, b) => (a.name < b.name ? -1 : 1));
    page.frames.length = 0;
    await page.api.open(setup, { traces: files }, null);
    await page.api.runTo(rounds);
    seen.push({ input, hash: await page.hashAt(rounds) });
  }
  expect(seen).toEqual(runs.map(({ input, hash }) => ({ input, hash })));
}, 120_000);
