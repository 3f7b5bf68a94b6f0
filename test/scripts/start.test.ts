import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Runs `npm start`'s script until it ends. */
function start(port: string): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/start.mjs')], {
    env: { ...process.env, PORT: port, CI: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', chunk => {
    errors += chunk;
  });
  return new Promise(resolve => child.on('close', code => resolve({ code, errors })));
}

describe('npm start', () => {
  it.each(['http', '0', '65536', '-1', '80.5', ' '])('refuses the PORT %j in one line', async port => {
    const { code, errors } = await start(port);
    expect(code).toBe(1);
    expect(errors).toBe(`PORT must be a whole number from 1 to 65535, not ${JSON.stringify(port)}.\n`);
  });

  it.each(['127.0.0.1', '::1'])('reports in one line that the port is in use on %s', async host => {
    const server = createServer();
    const failed = new Promise<false>(resolve => server.once('error', () => resolve(false)));
    const listening = new Promise<true>(resolve => server.listen(0, host, () => resolve(true)));
    // A machine without IPv6 has no ::1 to listen on.
    if (!(await Promise.race([listening, failed]))) return;
    const { port } = server.address() as { port: number };
    const { code, errors } = await start(String(port));
    server.close();
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`^Port ${port} is in use\\. .*\\n$`));
  });
});
