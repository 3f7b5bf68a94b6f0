import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectLine, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-history-'));
const path = (name: string) => join(folder, name);

describe('history --agent', () => {
  it.each(['social', 'governed', 'librarian', 'workflow'])(
    'prints an agent of model %s with the fields of the specification and no others',
    async model => {
      await inProcess('run', '--model', model, '--rounds', '12', '--out', path('run.json'));
      const { code, stdout, stderr } = await inProcess('history', path('run.json'), '--agent', 'agent_003');
      expect([code, stderr]).toEqual([0, '']);
      const history = JSON.parse(stdout);
      expect(Object.keys(history)).toEqual(['agent_id', 'current_state', 'ticks_in_state', 'state_history']);
      expect(history.state_history.length).toBeGreaterThan(0);
      for (const entry of history.state_history) {
        expect(Object.keys(entry)).toEqual(['from_state', 'to_state', 'trigger', 'timestamp', 'context']);
        expect(entry.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }
      const { agents } = JSON.parse(readFileSync(path('run.json'), 'utf8'));
      expect(history.state_history).toEqual(agents[2].state_history);
      const byNumber = await inProcess('history', path('run.json'), '--agent', '3');
      expect(byNumber.stdout).toBe(stdout);
    },
  );

  it('refuses an agent that does not exist, and a file that is not a document', async () => {
    await inProcess(
      'run',
      '--network',
      'small-world',
      '--agents',
      '20',
      '--rounds',
      '1',
      '--out',
      path('few.json'),
    );
    expectLine(
      await inProcess('history', path('few.json'), '--agent', 'agent_999'),
      'agent_999 is not one of the agents agent_001 to agent_020, nor the name of one',
    );
    expectLine(await inProcess('history', path('none.json'), '--agent', '1'), 'there is no such file');
    writeFileSync(path('other.json'), '{"agents": []}');
    expectLine(await inProcess('history', path('other.json'), '--agent', '1'), 'is not a run document');
    expectLine(await inProcess('history', path('few.json')), '--agent');
  });
});
