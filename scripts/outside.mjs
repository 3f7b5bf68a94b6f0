// Checks with other people's programs of today, outside of npm test: installation from npm in temporary folders, commands
// with a time limit, and one line per program.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, fail } from './install.mjs';

const INSTALL_SECONDS = 300;
/** The Node that a program gets if it wants a newer one than this. */
const NEWER_NODE = '22.23.3';

/** A program's environment: no settings and keys of this machine. */
export const ENVIRONMENT = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'ComSpec', 'APPDATA', 'LOCALAPPDATA']
    .filter(name => name in process.env)
    .map(name => [name, process.env[name]]),
);

/** What is to be cleared away, also if the command is broken off. */
const cleanups = new Set();

/**
 * Tests the programs that the command line names, by default all, each in a temporary folder; prints a line for each, and
 * sets the exit code 1 if one differs.
 * - `kind`: a word for them
 * - `all`: their names
 * - `listVersions`: pairs of package and version that the line of a program shows
 * - `test`: of a name, a folder and a list for servers to be stopped; resolves to `problems` and, optionally, `figures`
 */
export async function testPrograms({ kind, all, listVersions, test }) {
  ensureInstalled();
  const names = process.argv.length > 2 ? process.argv.slice(2) : all;
  const unknown = names.filter(name => !all.includes(name));
  if (unknown.length > 0) fail(`There is no ${kind} ${unknown.join(', ')}; there are ${all.join(', ')}.`);
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
    const { problems, figures = '' } = await testInFolder(name, test).catch(error => ({
      problems: [error.message],
    }));
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    if (problems.length > 0) differing++;
    const versions = listVersions(name)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ');
    const found = problems.join('; ') || ['ok', figures].filter(Boolean).join(': ');
    console.log(`${name.padEnd(14)} ${found} (${seconds} s; ${versions})`);
  }
  process.exitCode = differing > 0 ? 1 : 0;
}

async function testInFolder(name, test) {
  const folder = mkdtempSync(join(tmpdir(), 'statescope-outside-'));
  const servers = [];
  const clean = () => {
    for (const { stop } of servers) stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  cleanups.add(clean);
  try {
    return await test(name, folder, servers);
  } finally {
    cleanups.delete(clean);
    clean();
  }
}

/**
 * Installs packages into a folder.
 * @param node oldest Node that they run on
 * @param allowsScripts whether their own scripts run on installation
 * @returns path of the Node to run them with
 */
export async function installPackages(
  folder,
  { packages, ignoresPeers = false, allowsScripts = false, node = 0 },
) {
  const needsNewer = Number(process.versions.node.split('.')[0]) < node;
  const newer = `node-${process.platform}-${process.arch}`;
  const dependencies = { ...packages, ...(needsNewer && { [newer]: NEWER_NODE }) };
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  if (!allowsScripts) install.push('--ignore-scripts');
  if (ignoresPeers) install.push('--legacy-peer-deps');
  await runCommand('npm', install, { cwd: folder, env: process.env, seconds: INSTALL_SECONDS });
  return needsNewer ? join(folder, 'node_modules', newer, 'bin', 'node') : process.execPath;
}

/**
 * Runs a command in a process group of its own, which ends with it or at its limit.
 * @param follow takes the process, and pieces of its output as they come
 * @param follow takes what writes to its input, and its output so far, whenever there is more of it
 * @returns exit code and output; rejects unless it succeeds or `mayFail`
 */
export function runCommand(program, args, { cwd, env, seconds, mayFail = false, follow }) {
  const isWindows = process.platform === 'win32';
  const child = spawn(program, args, {
    ...{ cwd, env, stdio: [follow ? 'pipe' : 'ignore', 'pipe', 'pipe'] },
    ...{ detached: !isWindows, shell: isWindows },
  });
  return new Promise((resolve, reject) => {
    const output = [];
    let isLate = false;
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', piece => {
        output.push(piece);
        follow?.({ write: text => child.stdin.write(text) }, Buffer.concat(output).toString());
      });
    child.stdin?.on('error', () => {});
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
      const what = [program, args[0] ?? ''].map(part => part.split(/[\\/]/).at(-1)).join(' ');
      const text = Buffer.concat(output).toString();
      if (isLate) reject(new Error(`${what} took more than ${seconds} s`));
      else if (code !== 0 && !mayFail) reject(new Error(`${what} failed: ${showError(text)}`));
      else resolve({ code, output: text });
    });
  });
}

/** The line of an output that names the error, else its last one. */
function showError(text) {
  const lines = text.trim().split('\n');
  return (lines.find(line => /error/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 200);
}
