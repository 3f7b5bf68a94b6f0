import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeSheetFile } from '../../../src/engine/export/sheetFile.ts';
import { deriveStudentSeed } from '../../../src/engine/setup/deriveStudentSeed.ts';
import type { ScenarioLibrary } from '../../../src/ui/scenarios/scenario.ts';
import { inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-verify-'));
const path = (name: string) => join(folder, name);

describe('verify', () => {
  it('confirms that a document follows from its answers, also on the user’s own network', async () => {
    writeFileSync(path('edges.txt'), 'ann,bob\nbob,cid\ncid,ann\nann,dan\ndan,bob\n');
    const own = ['--network', path('edges.txt')];
    await inProcess('run', ...own, '--rounds', '9', '--out', path('run.json'));
    const { code, stdout } = await inProcess('verify', path('run.json'), ...own);
    expect(code).toBe(0);
    const { hash } = JSON.parse(readFileSync(path('run.json'), 'utf8'));
    expect(JSON.parse(stdout)).toEqual({
      verdict: 'verified',
      hash,
      unchecked: expect.stringContaining('the source of answers that are not the policy’s (config.oracle)'),
      unchecked_paths: expect.arrayContaining(['config.oracle', 'measurements']),
    });
  });

  it('names what differs, and ends with 1', async () => {
    await inProcess('run', '--model', 'governed', '--rounds', '6', '--out', path('run.json'));
    const document = JSON.parse(readFileSync(path('run.json'), 'utf8'));
    document.agents[1].ticks_in_state += 1;
    writeFileSync(path('forged.json'), JSON.stringify(document));
    const { code, stdout, stderr } = await inProcess('verify', path('forged.json'));
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'differs',
      where: 'agents[1].ticks_in_state',
      said: String(document.agents[1].ticks_in_state),
      is: String(document.agents[1].ticks_in_state - 1),
    });
    expect(stderr).toContain('forged.json is not what it says: agents[1].ticks_in_state is');
  });

  it('trusts the name of traces in the document, and checks it where the traces are given', async () => {
    writeFileSync(path('mine.csv'), 'case,activity,timestamp\none,look,2026-01-30T10:00:00Z\n');
    const own = ['--traces', path('mine.csv')];
    await inProcess('run', '--model', 'recorded', ...own, '--rounds', '2', '--out', path('run.json'));
    const alone = await inProcess('verify', path('run.json'));
    expect([alone.code, alone.stderr]).toEqual([0, 'mine.csv: run document, 1 case, 1 step\n']);
    expect(JSON.parse(alone.stdout).unchecked).toContain(
      'the name of the file of traces (config.traces.name)',
    );
    const document = readFileSync(path('run.json'), 'utf8');
    writeFileSync(path('renamed.json'), document.replace('"mine.csv"', '"yours.csv"'));
    expect((await inProcess('verify', path('renamed.json'), ...own)).stderr).toContain(
      'config.traces.name is "yours.csv", and would be "mine.csv"',
    );
  });

  it('names the place where a document was changed since it was written; a replay refuses it with the same place', async () => {
    writeFileSync(
      path('mine.csv'),
      'case,activity,timestamp\none,look,2026-01-30T10:00:00Z\none,buy,2026-01-30T10:00:05Z\n',
    );
    const own = ['--traces', path('mine.csv')];
    await inProcess('run', '--model', 'recorded', ...own, '--rounds', '3', '--out', path('run.json'));
    const document = JSON.parse(readFileSync(path('run.json'), 'utf8'));
    document.inputs[0].steps[1].tool = 'sell';
    writeFileSync(path('changed.json'), JSON.stringify(document));
    const { sha256 } = document.config.traces;
    const { code, stdout } = await inProcess('verify', path('changed.json'));
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ where: 'config.traces.sha256', said: `"${sha256}"` }),
    ]);
    const now = JSON.parse(JSON.parse(stdout).is).slice(0, 8);
    const replay = (...more: string[]) =>
      inProcess('run', '--oracle', 'replay', '--answers', path('changed.json'), ...more);
    expect((await replay()).stderr).toContain(
      `the document was changed after it was written: config.traces.sha256 is "${sha256.slice(0, 8)}…", and would be "${now}…" by the traces that it holds`,
    );
    // Given beside it, those that it was made on are still what it was made on.
    expect((await replay(...own)).stderr).not.toContain('was changed');
    writeFileSync(path('others.csv'), 'case,activity,timestamp\none,rest,2026-01-30T10:00:00Z\n');
    expect((await replay('--traces', path('others.csv'))).stderr).toContain(
      'the recording was made on mine.csv',
    );
  });

  it('refuses a file that is not a document, and a set-up given together with a document', async () => {
    writeFileSync(path('other.json'), '{"a": 1}');
    expect((await inProcess('verify', path('other.json'))).code).toBe(2);
    await inProcess('run', '--rounds', '1', '--out', path('run.json'));
    const { code, stderr } = await inProcess('verify', path('run.json'), '--seed', '4');
    expect([code, stderr]).toEqual([2, expect.stringContaining('has its own set-up')]);
  });
});

describe('verify of sheets', () => {
  const { scenarios }: ScenarioLibrary = JSON.parse(readFileSync('public/scenarios.json', 'utf8'));
  const { question, tasks } = scenarios.find(({ id }) => id === 'threshold')!;
  const RUN = ['run', '--model', 'chart', '--agents', '40', '--rounds', '6', '--set', 'transmission=0.04'];
  /** A sheet of a run with a seed. */
  async function write(
    file: string,
    student: string,
    answer: string,
    seed: number | null,
    ...more: string[]
  ) {
    await inProcess(...RUN, ...more, '--seed', String(seed), '--out', path('sheet-run.json'));
    const document = readFileSync(path('sheet-run.json'), 'utf8');
    const answers = tasks.map((task, at) => ({ question: task, answer: at === 0 ? answer : '' }));
    const sheet = { student, scenario: 'threshold', question, answers };
    writeFileSync(join(sheets, file), writeSheetFile(sheet, document));
  }
  const sheets = path('sheets');
  mkdirSync(sheets);

  it('says who handed a run in, whether its seed is theirs, and whose run or answers it has', async () => {
    const seed = deriveStudentSeed('Ada Lovelace');
    await write('1.json', 'ada  lovelace', 'By chance.', seed);
    await write('2.json', 'Bob', 'by  chance.', seed);
    await write('3.json', 'Cid', '', deriveStudentSeed('Cid'));
    await write('4.json', '', '', 7);
    await write('5.json', '', '', 7, '--preset', 'sis', '--set', 'transmission=0.1');
    const alone = await inProcess('verify', join(sheets, '1.json'));
    expect(alone.code).toBe(0);
    const [line, whole] = [alone.stdout.split('\n')[0], JSON.parse(alone.stdout.split('\n')[1])];
    expect(line).toBe(`“ada  lovelace”, “threshold”, seed ${seed} as expected`);
    expect(whole).toMatchObject({ verdict: 'verified', sheet: { seed, seed_of_student: seed } });
    const { code, stdout, stderr } = await inProcess('verify', sheets);
    expect([code, stderr]).toEqual([1, expect.stringContaining('3 of 5 verified, with another seed')]);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(
      /^1\.json verified +[0-9a-f]{8} “ada {2}lovelace”, “threshold”, seed \d+ as expected$/,
    );
    expect(lines[1]).toContain(
      `“Bob”, “threshold”, seed ${seed} in place of ${deriveStudentSeed('Bob')}; the same run as 1.json; the same answers as 1.json`,
    );
    expect(lines[2]).toMatch(/“Cid”, “threshold”, seed \d+ as expected$/);
    expect(lines[3]).toMatch(/without a name, “threshold”, seed 7 in place of that of a name$/);
    expect(lines[4]).toMatch(
      /seed 7 in place of that of a name; preset sis in place of sir; transmission 0\.1 in place of 0\.04/,
    );
    const record = JSON.parse(lines[5]);
    expect(record).toMatchObject({ verified: 2, verified_with_another_seed: 3, differs: 0, unreadable: 0 });
    expect(record.files[1]).toMatchObject({
      ...{ same_run_as: '1.json', same_answers_as: '1.json' },
      ...{ unchecked: whole.unchecked, unchecked_paths: whole.unchecked_paths },
      sheet: {
        ...{ student: 'Bob', seed_as_expected: false },
        answers: expect.arrayContaining([{ question: tasks[0], answer: 'by  chance.' }]),
      },
    });
    const copied = await inProcess('verify', join(sheets, '2.json'));
    expect([copied.code, copied.stderr]).toEqual([
      1,
      expect.stringContaining('2.json is verified, with another seed than its student’s'),
    ]);
  });

  it('says which questions of a sheet are not those of its scenario', async () => {
    const text = readFileSync(join(sheets, '3.json'), 'utf8');
    writeFileSync(path('easier.json'), text.replace(JSON.stringify(tasks[1]), '"How many \u201c agents?"'));
    const { code, stdout } = await inProcess('verify', path('easier.json'));
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(
      /seed \d+ as expected; question 2 is “How many " agents\?” in place of “How many neighbours does an agent have/,
    );
  });

  it('shows that a name which looks like a verdict is one, in a file whose name has a line feed', async () => {
    const seed = deriveStudentSeed('Ada');
    await write('6.json', 'Ada”, “threshold”, seed 1 as expected; “', '', seed);
    mkdirSync(path('odd'));
    writeFileSync(path('odd/x.json\ny.json'), readFileSync(join(sheets, '6.json')));
    const { stdout } = await inProcess('verify', path('odd'));
    expect(stdout.split('\n')[0]).toMatch(
      /^x\.json\\ny\.json verified +[0-9a-f]{8} “Ada", "threshold", seed 1 as expected; "”, “threshold”, seed \d+ in place/,
    );
  });

  it('reads the files of a folder alone: no pipe that nobody writes to, and no circle of links', async () => {
    const folder = path('links');
    mkdirSync(join(folder, 'inner.json'), { recursive: true });
    writeFileSync(join(folder, 'inner.json', 'a.json'), readFileSync(join(sheets, '2.json')));
    for (const name of ['one', 'two.json']) symlinkSync(folder, join(folder, name));
    symlinkSync(join(folder, 'inner.json', 'a.json'), join(folder, 'b.json'));
    symlinkSync(join(folder, 'nothing'), join(folder, 'lost.json'));
    execFileSync('mkfifo', [join(folder, 'pipe.json')]);
    const { stdout } = await inProcess('verify', folder);
    const { files } = JSON.parse(stdout.trim().split('\n').at(-1)!) as { files: { file: string }[] };
    expect(files.map(({ file }) => file)).toEqual(['b.json', join('inner.json', 'a.json')]);
  });

  it('has a run that can be compared', async () => {
    const sheet = join(sheets, '2.json');
    const { code, stdout } = await inProcess('compare', sheet, path('sheet-run.json'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('A | B')]);
  });

  it('names the first difference of its run, and replays it', async () => {
    const text = readFileSync(join(sheets, '1.json'), 'utf8');
    const replayed = await inProcess('run', '--oracle', 'replay', '--answers', join(sheets, '1.json'));
    expect(JSON.parse(replayed.stdout).replay.same).toBe(true);
    writeFileSync(
      path('forged-sheet.json'),
      text.replace(/"ticks_in_state": ?(\d+)/, '"ticks_in_state": 99'),
    );
    const { code, stderr } = await inProcess('verify', path('forged-sheet.json'));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/agents\[\d+\]\.ticks_in_state is 99, and would be/),
    ]);
  });
});
