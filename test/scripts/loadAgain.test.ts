import { describe, expect, it } from 'vitest';
import { loadAgain } from '../../scripts/loadAgain.ts';

const entry = (code: string, dynamicImports: readonly string[]) => ({
  type: 'chunk' as const,
  fileName: 'assets/index.js',
  isEntry: true,
  dynamicImports,
  code,
});

describe('late files that are loaded again', () => {
  it('have another address after each failure, and keep the one that came', async () => {
    const chunk = entry('', []);
    const other = { ...entry('', []), isEntry: false, code: 'import(`./Late.js`)', dynamicImports: ['Late'] };
    loadAgain([chunk, other]);
    expect(other.code).toBe('loadFile(`./Late.js`)');

    const asked: string[] = [];
    const self: { loadFile?: (file: string) => Promise<unknown> } = {};
    const come = async (file: string) => {
      asked.push(file);
      if (asked.length < 3) throw new Error('it did not come');
      return file;
    };
    new Function('self', 'come', chunk.code.replace('import(', 'come('))(self, come);
    await expect(self.loadFile!('./Late.js')).rejects.toThrow('it did not come');
    await expect(self.loadFile!('./Late.js')).rejects.toThrow('it did not come');
    expect(await self.loadFile!('./Late.js')).toBe('./Late.js?2');
    expect(await self.loadFile!('./Late.js')).toBe('./Late.js?2');
    expect(await self.loadFile!('./Other.js')).toBe('./Other.js');
    expect(asked).toEqual(['./Late.js', './Late.js?1', './Late.js?2', './Late.js?2', './Other.js']);
  });

  it('are left out where nothing is loaded late', () => {
    const chunk = entry('start()', []);
    loadAgain([chunk]);
    expect(chunk.code).toBe('start()');
  });

  it('are found in the form that the bundler writes, or the build ends', () => {
    expect(() => loadAgain([entry('import("./Late.js")', ['assets/Late.js'])])).toThrow(
      'assets/index.js imports assets/Late.js in a form unknown here',
    );
  });
});
