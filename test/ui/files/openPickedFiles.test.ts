import { afterEach, expect, it, vi } from 'vitest';
import { openPickedFiles } from '../../../src/ui/files/openPickedFiles.ts';

afterEach(() => vi.restoreAllMocks());

it('opens what was chosen, several files of any kind at once', () => {
  const files = [new File(['a'], 'a.csv'), new File(['b'], 'b.scxml')];
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    expect([this.type, this.multiple, this.accept]).toEqual(['file', true, '']);
    Object.defineProperty(this, 'files', { value: files });
    this.dispatchEvent(new Event('change'));
  });
  const openFiles = vi.fn(() => Promise.resolve());
  openPickedFiles({ openFiles });
  expect(openFiles.mock.calls).toEqual([[files]]);
});
