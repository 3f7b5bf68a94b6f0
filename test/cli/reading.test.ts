import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inProcess } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const LOG = 'order,what,when,fine\n1,find,10,no\n1,find,20,no\n1,find,30,no\n1,send,40,no\n2,find,10,yes\n';
const TRACES = written('log.csv', LOG);
const READING = written(
  'reading.json',
  '{"columns": {"case": "order", "activity": "what", "time": "when", "outcome": "fine"}}',
);
const OTHER = written('other.csv', LOG.replaceAll('send', 'ship').replace('1,send,40,no\n', ''));

it.each([
  ['governance', [], '2 cases: 1 failed, 1 succeeded; saved, cut: shares of all steps'],
  ['discover', [], '2 of 2 states, 5 of 5 edges: 5 of 5 moves, 100.0 %; 2 of 2 ends'],
  ['compare', ['--with', OTHER], 'Of the cases themselves 1 of 2 succeeded in A, 1 of 2 in B.'],
])(
  '%s reads a table as --reading says, and reports what is missing without it',
  async (command, more, line) => {
    const given = [command, '--traces', TRACES, ...more];
    const { code, stdout } = await inProcess(...given, '--reading', READING);
    expect([code, stdout.split('\n')]).toEqual([0, expect.arrayContaining([line])]);
    const refused = await inProcess(...given);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(
      'log.csv: no column for the case and the activity among order, what, when',
    );
  },
);
