import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { licences } from '../../scripts/licences.ts';

const root = mkdtempSync(join(tmpdir(), 'statescope-'));
function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
/** A package of one module, and its licence where it has one. */
function bring(name: string, licence: string | null = `text of ${name}`): void {
  put(
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, version: '1.0.0', license: 'MIT', main: 'index.js' }),
  );
  put(`node_modules/${name}/index.js`, `export const said = ${JSON.stringify(`from ${name}`)};`);
  if (licence !== null) put(`node_modules/${name}/LICENSE.txt`, licence);
}
const ONLY = ['page', 'lazy', 'worker', 'nested', '@scope/style', '@scope/binary', 'unused'];

async function sections(): Promise<readonly string[]> {
  const plugins = licences(root);
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugins.page],
    worker: { format: 'es', plugins: () => [plugins.worker()] },
    build: { assetsInlineLimit: 0 },
  });
  const text = readFileSync(join(root, 'dist/third-party-licences.md'), 'utf8');
  return text.split(/^(?=## )/m).slice(1);
}

beforeAll(() => {
  for (const name of ONLY) bring(name);
  bring('lazy', '# Licence of lazy\n\n## 1. Words\n\ntext of lazy');
  put('LICENSE', 'MIT License\n\nPermission is hereby granted');
  put('node_modules/@scope/style/index.css', 'p { color: red }');
  put('node_modules/@scope/binary/a.wasm', 'binary');
  put('index.html', '<script type="module" src="/main.js"></script>');
  put(
    'main.js',
    `import { said } from 'page'; import 'unused'; import '@scope/style/index.css';
     import wasm from '@scope/binary/a.wasm?url'; import url from './worker.js?worker&url';
     console.log(said, wasm, url, import('lazy'));`,
  );
  put(
    'worker.js',
    `import { said } from 'worker'; import url from './nested.js?worker&url'; console.log(said, url);`,
  );
  put('nested.js', `import { said } from 'nested'; console.log(said);`);
});

describe('the licences next to the page', () => {
  it('are those of all that is bundled: by page, workers and their workers, as styles and as files', async () => {
    const found = await sections();
    const names = found.map(section => section.split('\n')[0]);
    for (const name of ONLY.slice(0, -1)) expect(names).toContain(`## ${name} 1.0.0 (MIT)`);
    expect(names[0]).toBe('## Statescope (MIT)');
    expect(found.find(section => section.startsWith('## nested'))).toContain('text of nested');
  });

  it('cannot be written for a library without one: the build fails and names it', async () => {
    bring('bare', null);
    put('nested.js', `import { said } from 'bare'; console.log(said);`);
    await expect(sections()).rejects.toThrow('bare is bundled and has no text of its licence');
  });
});

describe('the licences of the command line', () => {
  it('are in its folder: those of all packages that are bundled', async () => {
    const outDir = join(root, 'command-line');
    const configFile = join(import.meta.dirname, '../../vite.cli.config.ts');
    await build({ root: dirname(configFile), configFile, logLevel: 'silent', build: { outDir } });
    const text = readFileSync(join(outDir, 'third-party-licences.md'), 'utf8');
    expect(text).toMatch(/^# Licences of what the command line holds\n/);
    for (const name of ['Statescope', 'commander', 'zod', 'yaml']) expect(text).toContain(`\n## ${name} `);
  }, 60_000);
});
