import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../../freePort.ts';

/** A Redis of a test's own, on a free port, whose data lie in a folder of the temporary ones. */
export class RedisServer {
  readonly url: string;
  #process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly options: readonly string[],
  ) {
    this.url = `redis://127.0.0.1:${port}`;
  }

  /** @param options of redis-server besides */
  static async start(...options: string[]): Promise<RedisServer> {
    const folder = mkdtempSync(join(tmpdir(), 'statescope-redis-'));
    const server = new RedisServer(await freePort(), folder, options);
    await server.again();
    return server;
  }

  /** Starts it, with the data that it had. */
  async again(): Promise<void> {
    const kept = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always'];
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder];
    this.#process = spawn('redis-server', [...args, ...kept, ...this.options], { stdio: 'ignore' });
    await once(this.#process, 'spawn');
    const redis = this.client();
    await redis.ping().catch(() => undefined);
    redis.disconnect();
  }

  /** A connection that waits for it, on behalf of the test. @param password where it wants one */
  client(password?: string): Redis {
    const redis = new Redis({
      ...{ port: this.port, password, maxRetriesPerRequest: null },
      retryStrategy: () => 30,
    });
    redis.on('error', () => undefined);
    return redis;
  }

  /** Kills it; what it had written is there when it starts again. */
  async kill(): Promise<void> {
    if (this.#process === null || this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
    this.#process = null;
  }

  /** Removes what it had written; it is not running. */
  forget(): void {
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true });
  }

  /** Kills it and removes its data. */
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
