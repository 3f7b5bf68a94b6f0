import { expect, it } from 'vitest';
import { minifyFirstLoad } from '../../scripts/minifyFirstLoad.ts';

const CODE =
  'const unused = 1;\nfunction add(first, second) {\n  return first + second;\n}\nexport { add };\n';

it('makes the named chunks smaller, which do the same, and leaves all others', async () => {
  const files: Record<string, { type: string; name: string; fileName: string; code: string }> = {
    a: { type: 'chunk', name: 'index', fileName: 'a', code: CODE },
    b: { type: 'chunk', name: 'other', fileName: 'b', code: CODE },
    c: { type: 'asset', name: 'index', fileName: 'c', code: CODE },
  };
  const { generateBundle } = minifyFirstLoad(chunk => chunk === 'index');
  await (generateBundle as unknown as (options: object, files: object) => Promise<void>)({}, files);
  expect([files.b.code, files.c.code]).toEqual([CODE, CODE]);
  expect(files.a.code.length).toBeLessThan(CODE.length / 2);
  const { add } = (await import(`data:text/javascript,${encodeURIComponent(files.a.code)}`)) as {
    add(first: number, second: number): number;
  };
  expect(add(2, 3)).toBe(5);
});
