import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkJsonSize } from '../../../../../src/cli/commands/observe/receiving/checkJsonSize.ts';

const check = (text: string) => () => checkJsonSize(new TextEncoder().encode(text));

it('passes any JSON of usual size, whatever stands in its texts', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(check(text)).not.toThrow();
    }),
  );
  expect(check(JSON.stringify({ text: '[{,"\\'.repeat(1_000_000) }))).not.toThrow();
  expect(check(`"${'\\\\'.repeat(1_000)}"`)).not.toThrow();
});

it('refuses millions of values and hundreds of levels before they are parsed', () => {
  expect(check(`[${'0,'.repeat(3_000_001)}0]`)).toThrow('more than 3 million values in one request');
  expect(check(`{"a":"[[[\\"",${'"b":{'.repeat(251)}`)).toThrow('more than 250 levels of objects and lists');
  expect(check('['.repeat(250) + ']'.repeat(250))).not.toThrow();
});
