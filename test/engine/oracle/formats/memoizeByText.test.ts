import { expect, it } from 'vitest';
import { memoizeByText } from '../../../../src/engine/oracle/formats/memoizeByText.ts';

it('a value is made once for each text, and again once more texts have come than are kept', () => {
  const made: string[] = [];
  const measure = memoizeByText(text => {
    made.push(text);
    return { length: text.length };
  }, 2);
  expect(measure('one')).toBe(measure('one'));
  measure('three');
  measure('eleven');
  expect(measure('one')).toEqual({ length: 3 });
  expect(made).toEqual(['one', 'three', 'eleven', 'one']);
});

it('a long text is not kept', () => {
  let made = 0;
  const count = memoizeByText(() => ++made, 2);
  const long = 'a'.repeat(5000);
  expect([count(long), count(long)]).toEqual([1, 2]);
});
