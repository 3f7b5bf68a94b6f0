import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLine, inProcess } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-trace-'));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

describe('events --form', () => {
  beforeAll(async () => {
    await inProcess('run', '--model', 'recorded', '--preset', 'retail', '--out', path('recorded.json'));
    await inProcess('run', '--model', 'workflow', '--rounds', '3', '--out', path('workflow.json'));
  });

  it('perfetto prints the steps of a recorded run as a trace', async () => {
    const { code, stdout } = await inProcess('events', '--run', path('recorded.json'), '--form', 'perfetto');
    expect(code).toBe(0);
    const { traceEvents, otherData } = JSON.parse(stdout);
    const steps = traceEvents.filter(({ ph }: { ph: string }) => ph !== 'M');
    expect(steps).toHaveLength(otherData.complete_events + otherData.instant_events);
    expect(steps.length + otherData.steps_without_time).toBe(otherData.steps);
    expect(otherData).toMatchObject({ source: 'Statescope', cases: 40 });
  });

  it('perfetto needs no document: a set of traces gives the same trace, and other forms ask for a document', async () => {
    const [whole, set] = [
      await inProcess('events', '--run', path('recorded.json'), '--form', 'perfetto'),
      await inProcess('events', '--preset', 'retail', '--form', 'perfetto'),
    ];
    expect([set.code, set.stdout === whole.stdout]).toEqual([0, true]);
    expectLine(await inProcess('events', '--preset', 'retail'), 'give the document of a run');
    expectLine(await inProcess('events', '--form', 'perfetto'), 'or recordings with --traces');
  });

  it('perfetto has texts only with --with-texts, which no other form takes, and never those of a run that hides them', async () => {
    const [bare, whole, hidden] = [
      await inProcess('events', '--preset', 'retail', '--form', 'perfetto'),
      await inProcess('events', '--run', path('recorded.json'), '--form', 'perfetto', '--with-texts'),
      await inProcess(
        ...['events', '--preset', 'retail', '--set', 'redact=true', '--form', 'perfetto', '--with-texts'],
      ),
    ];
    const words = 'How can I help you today?';
    expect([bare, whole, hidden].map(({ code, stdout }) => [code, stdout.includes(words)])).toEqual([
      [0, false],
      [0, true],
      [0, false],
    ]);
    expect(bare.stdout).toContain('"tokens_in":');
    expectLine(
      await inProcess('events', '--run', path('recorded.json'), '--with-texts'),
      '--with-texts goes with --form perfetto',
    );
  });

  it('csv is the same as --csv', async () => {
    const print = (...form: string[]) => inProcess('events', '--run', path('workflow.json'), ...form);
    const a = await print('--form', 'csv');
    const b = await print('--csv');
    expect(a.stdout).toContain('tick,time,kind');
    expect(a.stdout === b.stdout).toBe(true);
  });

  it('perfetto is refused for a model whose steps have no times, and with options about rounds', async () => {
    const events = (name: string, ...more: string[]) =>
      inProcess('events', '--run', path(name), '--form', 'perfetto', ...more);
    expectLine(
      await events('workflow.json'),
      'steps of model workflow have no times: only recorded runs have a trace',
    );
    expectLine(
      await events('recorded.json', '--from', '1'),
      '--form perfetto writes all steps: it takes no --from',
    );
  });
});
