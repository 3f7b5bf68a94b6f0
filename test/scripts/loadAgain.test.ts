import { describe, expect, it } from 'vitest';
import { loadAgain } from '../../scripts/loadAgain.ts';

const late = { fileName: 'assets/Late.js', code: 'import(`./Later.js`); import("./Last.js")' };
const later = { fileName: 'assets/Later.js', code: '' };
const entry = (code: string, dynamicImports: readonly string[]) => ({
  ...{ fileName: 'assets/index.js', isEntry: true, dynamicImports, code },
});

describe('late files that are loaded again', () => {
  it('have another address after each failure, and keep the one that came', async () => {
    const chunks = [entry('', []), { ...late, dynamicImports: ['assets/Later.js'] }, later];
    loadAgain(chunks);
    expect(chunks[1].code).toBe('loadFile(`./Later.js`); loadFile("./Last.js")');

    const asked: string[] = [];
    const self: { loadFile?: (file: string) => Promise<unknown> } = {};
    const come = async (file: string) => {
      asked.push(file);
      if (asked.length < 3) throw new Error('it did not come');
      return file;
    };
    new Function('self', 'come', chunks[0].code.replace('import(', 'come('))(self, come);
    await expect(self.loadFile!('./Late.js')).rejects.toThrow('it did not come');
    await expect(self.loadFile!('./Late.js')).rejects.toThrow('it did not come');
    expect(await self.loadFile!('./Late.js')).toBe('./Late.js?2');
    expect(await self.loadFile!('./Late.js')).toBe('./Late.js?2');
    expect(await self.loadFile!('./Other.js')).toBe('./Other.js');
    expect(asked).toEqual(['./Late.js', './Late.js?1', './Late.js?2', './Late.js?2', './Other.js']);
  });

  it('are left out where nothing is loaded late, or a package alone', () => {
    for (const code of ['start()', 'import("a-package")']) {
      const chunk = entry(code, ['a-package']);
      loadAgain([chunk]);
      expect(chunk.code).toBe(code);
    }
  });

  it('are found in the forms that the bundler writes, or the build ends', () => {
    expect(() => loadAgain([entry('import("/Later.js")', ['assets/Later.js']), later])).toThrow(
      'assets/index.js imports assets/Later.js in a form unknown here',
    );
  });
});
