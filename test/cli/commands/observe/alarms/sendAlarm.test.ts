import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Alarm } from '../../../../../src/cli/commands/observe/alarms/alarm.ts';
import { sendAlarm } from '../../../../../src/cli/commands/observe/alarms/sendAlarm.ts';
import { freePort } from '../../../../freePort.ts';
import { closeServer, listen } from '../../../guard/proxy/scriptedModel.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-alarm-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ALARM: Alarm = {
  ...{ kind: 'statescope-alarm', case: '$(touch x); `id`', rule: 'careful', reason: 'the same call' },
  ...{ step: 3, repeats: 1, at: '2026-11-29T00:00:00.000Z' },
};

describe('an alarm', () => {
  it('is posted as JSON, again until it is taken', async () => {
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', part => (body += part));
      request.on('end', () => {
        bodies.push(`${request.method} ${request.headers['content-type']} ${body}`);
        response.writeHead(bodies.length === 1 ? 503 : 204).end();
      });
    });
    await sendAlarm({ url: await listen(server) }, ALARM);
    await closeServer(server);
    expect(bodies).toEqual(Array(2).fill(`POST application/json ${JSON.stringify(ALARM)}`));
  });

  it('reaches a command by its input and environment, and nothing in it is a command', async () => {
    const file = join(folder, 'alarm.json');
    await sendAlarm({ command: `cat > ${file}; printf %s "$STATESCOPE_CASE" > ${file}.case` }, ALARM);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(ALARM);
    expect(readFileSync(`${file}.case`, 'utf8')).toBe(ALARM.case);
  });

  it('that somebody does not take reaches the others, and says who did not', async () => {
    const file = join(folder, 'other.json');
    const url = `http://127.0.0.1:${await freePort()}`;
    await expect(sendAlarm({ url, command: `cat > ${file}` }, ALARM)).rejects.toThrow(
      `${url} takes no alarm: `,
    );
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(ALARM);
    await expect(sendAlarm({ command: 'exit 3' }, ALARM)).rejects.toThrow('the alarm’s command ended with 3');
  });
});
