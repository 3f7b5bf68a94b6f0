import { beforeAll, describe, expect, it } from 'vitest';
import { getRecordingSetStem, joinFileNameParts } from '../../../src/ui/files/getRecordingSetStem.ts';
import { loadModelPlugin } from '../../../src/ui/model/registered.ts';
import type { PageState } from '../../../src/ui/state/pageState.ts';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

const stemOf = (setup: object, name?: string) =>
  getRecordingSetStem({
    run: { setup, info: { config: { inputInfo: name === undefined ? {} : { traces: { name } } } } },
  } as unknown as Pick<PageState, 'run'>);

describe('the name of the set in the name of a file', () => {
  it('is that of the bundled set', () => {
    expect(stemOf({ model: 'recorded', preset: 'telecom' })).toBe('telecom');
  });

  it('is that of the file without its endings and without characters that file names cannot have', () => {
    const own = { model: 'recorded', preset: 'telecom', own: ['traces'] };
    expect(stemOf(own, 'moatless_0609_gpt4o.jsonl.gz')).toBe('moatless_0609_gpt4o');
    expect(stemOf(own, '../a b:c.csv')).toBe('a-b-c');
    expect(stemOf(own, 'Läufe v1.2.json')).toBe('Läufe-v1.2');
    expect(stemOf(own, '2 files')).toBe('2-files');
  });

  it('is left out where nothing is recorded', () => {
    expect(stemOf({ model: 'social', preset: 'even' })).toBe('');
    expect(joinFileNameParts('discovered', '')).toBe('discovered');
  });
});

describe('a file’s name', () => {
  it('has no part twice in a row, nor an empty one', () => {
    expect(joinFileNameParts('watch', 'watch', 'tick', '5')).toBe('watch-tick-5');
    expect(joinFileNameParts('discovered', '')).toBe('discovered');
  });
});
