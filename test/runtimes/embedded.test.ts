import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from './llama/llama.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'statescope-embedded-'));
const home = join(folder, 'home');
const run = promisify(execFile);

let llama: Llama;
beforeAll(async () => {
  installLlama();
  llama = await startLlama({ slots: 1 });
}, 90_000);
afterAll(async () => {
  await llama.stop();
  rmSync(folder, { recursive: true });
});

/** The engine, packed as for others and installed in a folder of its own. */
beforeAll(() => {
  const built = join(folder, 'built');
  execFileSync(process.execPath, [join(ROOT, 'scripts/build-lib.mjs'), built], { stdio: 'pipe' });
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built, stdio: 'pipe' });
  const archive = readdirSync(folder).find(name => name.endsWith('.tgz'))!;
  execFileSync('npm', ['install', '--silent', '--no-audit', '--prefix', home, join(folder, archive)], {
    stdio: 'pipe',
  });
}, 120_000);

describe('the engine as a package', () => {
  it('is at most 27 kB gzip, and brings no other package', () => {
    expect(gzipSync(readFileSync(join(home, 'node_modules/statescope-engine/index.js'))).length).toBeLessThan(
      27_000,
    );
    expect(readdirSync(join(home, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual([
      'statescope-engine',
    ]);
  });

  it('has the types that its README promises', () => {
    const readme = readFileSync(join(home, 'node_modules/statescope-engine/README.md'), 'utf8');
    const [, example] = /```js\n([\s\S]*?)```/.exec(readme)!;
    writeFileSync(
      join(home, 'readme.ts'),
      `${example}\nexport const state: string | null = chart.fire(agent, 'found');\n`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'readme.ts'], {
      cwd: home,
      stdio: 'pipe',
    });
  });

  it('has a guard as an entry of its own, at most 62 kB gzip, which stops a loop', async () => {
    const entry = readFileSync(join(home, 'node_modules/statescope-engine/guard.js'));
    expect(gzipSync(entry).length).toBeLessThan(62_000);
    const rule = { id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' }, advise: false };
    const policy = { format: 'statescope-guard', version: 1, name: 'ours', rules: [rule] };
    const program = `import { createGuard } from 'statescope-engine/guard';
const guard = createGuard(${JSON.stringify(policy)}, 'session');
const call = { tool: 'Bash', args: { command: 'npm test' } };
let calls = 0;
while (guard.before(call).action !== 'stop') {
  guard.after(call, { output: '1 failed' });
  calls++;
}
console.log(calls);`;
    writeFileSync(join(home, 'guarded.mjs'), program);
    writeFileSync(join(home, 'guarded.ts'), program.replace('console.log(calls);', 'export { calls };'));
    expect((await run(process.execPath, ['guarded.mjs'], { cwd: home })).stdout).toBe('3\n');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'guarded.ts'], {
      cwd: home,
      stdio: 'pipe',
    });
  });

  it('governs the tool calls of a language model, which never leaves the chart', async () => {
    copyFileSync(join(ROOT, 'examples/governed-loop.mjs'), join(home, 'governed-loop.mjs'));
    const asked = (await llama.health()).requests;
    const { stdout } = await run(
      process.execPath,
      ['governed-loop.mjs', llama.url, LLAMA_MODEL, 'What is a tick?'],
      {
        cwd: home,
      },
    );
    const end = JSON.parse(stdout);
    expect(end).toMatchObject({ state: 'finished', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await llama.health()).requests).toBeGreaterThan(asked);
    const ways = ['thinking>searching', 'searching>reading', 'searching>thinking', 'reading>thinking'];
    for (const { from_state, to_state } of end.state_history)
      if (to_state !== 'finished') expect(ways).toContain(`${from_state}>${to_state}`);
  });
});
