// npm run test:sdks [-- NAME …]: real agent SDKs of today, installed from npm into temporary folders, play the scripted
// agent of test/sdks against a scripted model; what their exporters send is read and compared with what must come.
// Needs the package registry, so it is no part of npm test. One line for each SDK; ends with 1 if one differs.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeDifferences,
  expectedReading,
  ownPackages,
  SDKS,
  summarizeReading,
} from '../test/sdks/sdks.mjs';
import { startCollector, startModel } from '../test/sdks/servers.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';

/** Seconds that each part may take. */
const LIMITS = { install: 300, play: 60, read: 120 };
/** The Node that an SDK gets if it wants a newer one than this. */
const NEWER_NODE = '22.23.3';
const TESTS = join(ROOT, 'test', 'sdks');
/** An agent's environment: no settings and keys of this machine. */
const ENVIRONMENT = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'ComSpec', 'APPDATA', 'LOCALAPPDATA']
    .filter(name => name in process.env)
    .map(name => [name, process.env[name]]),
);

ensureInstalled();
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SDKS);
const unknown = names.filter(name => !(name in SDKS));
if (unknown.length > 0)
  fail(`There is no SDK ${unknown.join(', ')}; there are ${Object.keys(SDKS).join(', ')}.`);

/** What is to be cleared away, also if the command is broken off. */
const cleanups = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    // What was started last first: a folder can only go once nobody writes to it.
    for (const clean of [...cleanups].reverse()) clean();
    process.exit(1);
  });
}

let differing = 0;
for (const name of names) {
  const start = performance.now();
  const problems = await testSdk(name).catch(error => [error.message]);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  if (problems.length > 0) differing++;
  const versions = ownPackages(name)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
  console.log(`${name.padEnd(14)} ${problems.join('; ') || 'ok'} (${seconds} s; ${versions})`);
}
process.exitCode = differing > 0 ? 1 : 0;

/** Installs an SDK, plays the agent with it, reads what came; resolves to what differs. */
async function testSdk(name) {
  const { agent = name, packages, ignoresPeers, node = 0 } = SDKS[name];
  const folder = mkdtempSync(join(tmpdir(), 'statescope-sdk-'));
  const servers = [];
  const clean = () => {
    for (const { stop } of servers) stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  cleanups.add(clean);
  try {
    const newerNode = Number(process.versions.node.split('.')[0]) < node ? newerNodePackage() : {};
    const dependencies = { ...packages, ...newerNode };
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies }),
    );
    for (const file of ['trip.mjs', 'tracing.mjs']) copyFileSync(join(TESTS, file), join(folder, file));
    copyFileSync(join(TESTS, 'agents', `${agent}.mjs`), join(folder, 'agent.mjs'));
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
    const install = [
      'install',
      '--ignore-scripts',
      ...quiet,
      ...(ignoresPeers ? ['--legacy-peer-deps'] : []),
    ];
    await runCommand('npm', install, { cwd: folder, env: process.env, seconds: LIMITS.install });

    const traces = join(folder, 'traces');
    mkdirSync(traces);
    servers.push(await startModel(), await startCollector(traces));
    const [{ url: model }, { url: collector }] = servers;
    const [newer] = Object.keys(newerNode);
    const program =
      newer === undefined ? process.execPath : join(folder, 'node_modules', newer, 'bin', 'node');
    const env = { ...ENVIRONMENT, MODEL_URL: `${model}/v1`, TRACES_URL: collector, TRACES: traces };
    await runCommand(program, ['agent.mjs'], { cwd: folder, env, seconds: LIMITS.play });
    if (readdirSync(traces).length === 0) return ['its exporter sent nothing'];

    const document = join(folder, 'run.json');
    const read = ['run', '--model', 'recorded', '--traces', traces, '--out', document];
    await runCommand(process.execPath, [join(ROOT, 'scripts', 'cli.mjs'), ...read], {
      ...{ cwd: ROOT, env: ENVIRONMENT, seconds: LIMITS.read },
    });
    return describeDifferences(expectedReading(name), summarizeReading(JSON.parse(readFileSync(document))));
  } finally {
    cleanups.delete(clean);
    clean();
  }
}

/** The package that holds a newer Node for this machine. */
function newerNodePackage() {
  return { [`node-${process.platform}-${process.arch}`]: NEWER_NODE };
}

/** Runs a command in a process group of its own, which ends with it or at its limit; rejects unless it succeeds. */
function runCommand(program, args, { cwd, env, seconds }) {
  const isWindows = process.platform === 'win32';
  const child = spawn(program, args, {
    ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: !isWindows, shell: isWindows },
  });
  return new Promise((resolve, reject) => {
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => output.push(piece));
    let isLate = false;
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    };
    cleanups.add(endGroup);
    const limit = setTimeout(() => {
      isLate = true;
      endGroup();
    }, seconds * 1000);
    child.on('error', reject);
    child.on('exit', endGroup);
    child.on('close', code => {
      clearTimeout(limit);
      cleanups.delete(endGroup);
      const what = `${program.split(/[\\/]/).at(-1)} ${args[0].split(/[\\/]/).at(-1)}`;
      const lines = Buffer.concat(output).toString().trim().split('\n');
      if (isLate) reject(new Error(`${what} took more than ${seconds} s`));
      else if (code !== 0) reject(new Error(`${what} failed: ${showError(lines)}`));
      else resolve();
    });
  });
}

/** The line of an output that names the error, else its last one. */
function showError(lines) {
  return (lines.find(line => /error/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 200);
}
