import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-compare-'));
const path = (name: string) => join(folder, name);
const small = ['--network', 'small-world', '--agents', '60', '--rounds', '12'];

describe('compare of two documents', () => {
  it('reports the differences, the agent that diverges first, and how many agents diverge', async () => {
    await inProcess('run', ...small, '--out', path('a.json'));
    await inProcess('run', ...small, '--set', 'liking=4@5', '--out', path('b.json'));
    const { code, stdout } = await inProcess('compare', path('a.json'), path('b.json'));
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines[1]).toBe('  changes: [] | [{"tick":5,"name":"liking","value":4}]');
    expect(stdout).toMatch(/They are the same before round \d+; \d+ of 60 agents part/);
    const summary = JSON.parse(lines.at(-1)!);
    expect(summary).toMatchObject({ is_same: false, of: 60, parted: expect.any(Number) });
    expect(summary.first[0].tick).toBeGreaterThanOrEqual(5);
    const same = await inProcess('compare', path('a.json'), path('a.json'));
    expect(same.stdout).toContain('The two are the same run');
  });

  it('does not claim that agents were the same before when their initial states have other names', async () => {
    const sir = readFileSync(new URL('../../../public/charts/sir.scxml', import.meta.url), 'utf8');
    writeFileSync(path('sir.scxml'), sir);
    writeFileSync(path('rumour.scxml'), sir.replaceAll('susceptible', 'ignorant'));
    for (const name of ['sir', 'rumour']) {
      const own = ['--model', 'chart', '--chart', path(`${name}.scxml`), '--agents', '40'];
      await inProcess('run', ...own, '--rounds', '4', '--out', path(`${name}.json`));
    }
    const { stdout } = await inProcess('compare', path('sir.json'), path('rumour.json'));
    expect(stdout).toMatch(
      /From the beginning \d+ of 40 agents are in states of other names:\n {2}round 1, /,
    );
    expect(stdout).toContain('is susceptible | ignorant');
    expect(stdout).not.toContain('They are the same before');
  });

  it.each(['governed', 'librarian', 'workflow', 'chart'])('reads documents of model %s', async model => {
    for (const seed of ['1', '2'])
      await inProcess(
        'run',
        '--model',
        model,
        '--rounds',
        '8',
        '--seed',
        seed,
        '--out',
        path(`${seed}.json`),
      );
    const { code, stdout } = await inProcess('compare', path('1.json'), path('2.json'));
    expect(code).toBe(0);
    expect(stdout).toContain('  seed: 1 | 2');
  });

  it('refuses a single document, one of another model, and a file that is not a document', async () => {
    await inProcess('run', ...small, '--out', path('a.json'));
    await inProcess('run', '--model', 'governed', '--rounds', '2', '--out', path('b.json'));
    const refused = async (...files: string[]) => {
      const { code, stderr } = await inProcess('compare', ...files);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused(path('a.json'))).toContain('needs another run document');
    expect(await refused(path('a.json'), path('b.json'))).toContain('nothing can be compared');
    expect(await refused(path('a.json'), path('none.json'))).toContain('none.json');
  });
});
