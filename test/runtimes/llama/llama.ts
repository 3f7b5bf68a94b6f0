import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const HERE = import.meta.dirname;
const CACHE = join(HERE, '.cache');
const MODEL_FILE = join(CACHE, 'tiny.gguf');
// `npm ci` wants every platform's build in the lockfile, and a registry need not have them all.
const INSTALL = [
  ...['install', '--no-save', '--omit=optional', '--ignore-scripts'],
  ...['--no-audit', '--no-fund', '--loglevel=error'],
];

/** The name under which the server offers its one model. */
export const LLAMA_MODEL = 'tiny';

export interface LlamaOptions {
  /** Requests decoded at the same time. */
  readonly slots: number;
  /** Default 1; more than the machine has idle cores is far slower. */
  readonly threads?: number;
  /** Requests that may wait for a slot; the next one is answered 503. Default 512. */
  readonly maxQueue?: number;
  /** Bearer key that every request but /health must carry. */
  readonly key?: string;
  /** Allowed besides localhost, 127.0.0.1 and 0.0.0.0; `*` stands for any text. */
  readonly origins?: readonly string[];
  /** Default: any free port. */
  readonly port?: number;
}

export interface LlamaHealth {
  /** Tokens decoded. */
  readonly decoded: number;
  /** Chat requests: answered, abandoned by their client, being decoded, waiting, received. */
  readonly done: number;
  readonly aborted: number;
  readonly busy: number;
  readonly waiting: number;
  readonly requests: number;
}

export interface Llama {
  readonly url: string;
  health(): Promise<LlamaHealth>;
  stop(): Promise<void>;
}

/** Installs llama.cpp beside this file unless it is there, and builds the model. Throws what went wrong. */
export function installLlama(): void {
  if (!isInstalled()) run('npm', INSTALL);
  buildGguf();
}

/** Builds the model alone, which needs no llama.cpp. → its file */
export function buildGguf(): string {
  mkdirSync(CACHE, { recursive: true });
  run(process.execPath, [join(HERE, 'gguf.mjs'), MODEL_FILE]);
  return MODEL_FILE;
}

/** Starts a server that ends with this process, whatever ends it. */
export async function startLlama(options: LlamaOptions): Promise<Llama> {
  const child = spawn(process.execPath, [join(HERE, 'server.mjs'), ...serverArguments(options)], {
    cwd: HERE,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const url = await ready(child);
  return {
    url,
    health: async () => (await (await fetch(`${url}/health`)).json()) as LlamaHealth,
    stop: () => ended(child),
  };
}

function serverArguments({ slots, threads = 1, maxQueue, key, origins, port }: LlamaOptions): string[] {
  const optional = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`--${name}`, String(value)];
  return [
    ...['--model', MODEL_FILE, '--name', LLAMA_MODEL, '--slots', String(slots), '--threads', String(threads)],
    ...optional('max-queue', maxQueue),
    ...optional('key', key),
    ...optional('origins', origins?.join(',')),
    ...optional('port', port),
  ];
}

/** The url in the line that the server prints when it listens. */
function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk).slice(-2000);
    });
    child.once('error', reject);
    child.once('close', code => reject(new Error(`the llama.cpp server ended with ${code}: ${complaint}`)));
    createInterface({ input: child.stdout! }).once('line', line => {
      resolve((JSON.parse(line) as { url: string }).url);
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise(resolve => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}

/** npm writes the inner lockfile last, so an installation that broke off has none. */
function isInstalled(): boolean {
  const inner = join(HERE, 'node_modules', '.package-lock.json');
  if (!existsSync(inner)) return false;
  const { dependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const { packages } = JSON.parse(readFileSync(inner, 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return Object.entries(dependencies).every(
    ([name, version]) => packages[`node_modules/${name}`]?.version === version,
  );
}

function run(program: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(program, args, {
    cwd: HERE,
    encoding: 'utf8',
    timeout: 75_000,
  });
  if (status === 0) return;
  const why = error?.message ?? `it ended with ${status}: ${stderr.trim().slice(0, 1000)}`;
  throw new Error(`llama.cpp for tests could not be made ready: ${program} ${args.join(' ')}: ${why}`);
}
