import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ENGINE_VERSION } from '../src/engine/core/version.ts';

it('CITATION.cff has the version of the engine and of the package, and what the format asks for', () => {
  const cited = parse(readFileSync(new URL('../CITATION.cff', import.meta.url), 'utf8'));
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect([cited.version, version]).toEqual([ENGINE_VERSION, ENGINE_VERSION]);
  expect(cited).toMatchObject({ 'cff-version': '1.2.0', type: 'software', license: 'MIT' });
  for (const field of ['title', 'message', 'authors', 'abstract', 'keywords'])
    expect(cited[field]).toBeTruthy();
});
