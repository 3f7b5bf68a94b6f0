import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findBundledSource } from '../../../src/engine/network/bundledSources.ts';
import { BUNDLED } from '../../../src/engine/network/loadNetwork.ts';

it('each bundled network has its source as its notice gives it, and no other network has one', () => {
  const notices = readFileSync('public/networks/NOTICES.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const { name } of BUNDLED) {
    const source = findBundledSource({ name });
    expect(notices).toContain(source?.citation);
    expect(findBundledSource({ name, reading: {} })).toBeUndefined();
  }
  expect(findBundledSource({ name: 'scale-free' })).toBeUndefined();
});

it('congress is said not to be a network of follows, with the days that its notice gives', () => {
  const notices = readFileSync('public/networks/NOTICES.md', 'utf8').replaceAll(/\s+/g, ' ');
  const { relation } = findBundledSource({ name: 'congress' })!;
  expect(relation).toMatch(/^Its links are not follows/);
  for (const day of ['9 February', '9 June 2022'])
    for (const text of [notices, relation]) expect(text).toContain(day);
});
