import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildEventLogJsonSchema } from '../../src/engine/events/eventLogSchema.ts';
import { writeRunDocument } from '../../src/engine/export/writeRunDocument.ts';
import { buildGuardPolicyJsonSchema } from '../../src/engine/guard/index.ts';
import { buildRunDocumentJsonSchema } from '../../src/engine/models/buildRunDocumentJsonSchema.ts';
import { comparePairedRuns } from '../../src/engine/models/governed/reports/governedComparison.ts';
import { EXAMPLES } from '../../src/engine/models/workflow/workflowTerms.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { IS_LONG } from '../runs.ts';
import { goldenTrace } from './goldenTrace.ts';
import { governedTrace } from './governedTrace.ts';
import { librarianTrace } from './librarianTrace.ts';
import { benchOf, openMissions, playOut } from './models/governed/mission.ts';
import { GOALS, type Goals } from './models/governed/own.ts';
import { CROWDED } from './models/librarian/own.ts';
import { openReaders, playOut as playReaders } from './models/librarian/reading.ts';
import { openAgents, playTicks } from './models/workflow/playing.ts';
import { open, playTo } from './play.ts';
import { getReports } from './reports.ts';
import { workflowTrace } from './workflowTrace.ts';

/*
 * What runs give, written down. All of it is made again by
 *
 *     UPDATE_FIXTURES=1 npx vitest run --project unit test/engine/fixtures.test.ts
 *
 * Rule: a change that is meant to leave runs as they are leaves these files as they are. Where the bytes of a run
 * change on purpose (a new default, a new rule), the files are made again in the same commit as the change, its
 * message says why, and ENGINE_VERSION is raised once a version has been released. Read the trace's difference
 * before you commit it: it shows what the change does to five people.
 */
const UPDATE = process.env.UPDATE_FIXTURES === '1';
/** Whether all runs are made again, or those of one seed alone. */
const ALL = UPDATE || IS_LONG;
const seeds = (count: number): readonly number[] => Array.from({ length: ALL ? count : 1 }, (_, i) => i + 1);

/** Compares with a file, or writes it. */
function expectFile(path: string, text: string): void {
  const file = new URL(`../../${path}`, import.meta.url);
  if (UPDATE) writeFileSync(file, text);
  const remedy = `${path} is another one: UPDATE_FIXTURES=1 npx vitest run --project unit test/engine/fixtures.test.ts writes it`;
  expect(text === readFileSync(file, 'utf8'), remedy).toBe(true);
}

/** What a file of hashes holds. */
function written(name: string): {
  readonly runs: readonly { readonly hash: string }[];
  readonly own?: object;
} {
  const file = new URL(`../fixtures/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Compares runs, a line each, with a file of hashes, or writes it. @param own the run on one's own files */
function expectHashes(name: string, lines: readonly string[], before = '', own: string | null = null): void {
  const after = own === null ? '' : `,\n"own": ${own}`;
  const text = `{ ${before}"runs": [\n${lines.join(',\n')}\n]${after} }\n`;
  if (ALL) {
    expectFile(`test/fixtures/${name}.json`, text);
    return;
  }
  const file = written(name);
  expect(file.runs).toEqual(expect.arrayContaining(lines.map(line => JSON.parse(line))));
  expect(file.own ?? null).toEqual(own && JSON.parse(own));
}

const shaOf = (run: Run): string => {
  const sha256 = createHash('sha256');
  for (const piece of writeRunDocument(run, getReports(run))) sha256.update(piece);
  return sha256.digest('hex');
};

/** The digest of what governance saves. */
async function pairOf(goals: Goals): Promise<string> {
  const report = await comparePairedRuns(await benchOf({ goals }));
  expect(report.rows.some(({ without }) => without.ending === 'cut_off')).toBe(true);
  return createHash('sha256').update(JSON.stringify(report)).digest('hex');
}

describe('the golden trace', () => {
  it('is the record of five agents in twelve ticks', async () => {
    const trace = await goldenTrace();
    for (const event of ['(like)', '(reply)', '(reshare)', 'ignores', 'starts_post', 'timeout', 'round_ends'])
      expect(trace).toContain(event);
    expectFile('test/fixtures/golden-trace.txt', trace);
  });

  it('of governed missions is the record of three agents until they have ended', async () => {
    const trace = await governedTrace();
    for (const event of [
      'search:',
      'reason:',
      'finish:',
      'repeated_search:',
      'failed_decisions:',
      'give_up:',
    ])
      expect(trace).toContain(event);
    expectFile('test/fixtures/governed-trace.txt', trace);
  });

  it('of librarians is the record of three agents until they have stopped', async () => {
    const trace = await librarianTrace();
    for (const event of ['execute:', 'acted:', 'over_limit:', 'moved:', 'restored:', 'task_done:'])
      expect(trace).toContain(event);
    expectFile('test/fixtures/librarian-trace.txt', trace);
  });
});

describe('the golden trace of workflows', () => {
  it('is the record of three agents in forty ticks', async () => {
    const trace = await workflowTrace();
    for (const event of ['has_context:', 'has_idea:', 'always:', 'continue:', 'ship:', 'should_pivot:'])
      expect(trace).toContain(event);
    expectFile('test/fixtures/workflow-trace.txt', trace);
  });
});

describe('the hashes', () => {
  const ROUNDS = 200;
  const networks = ['congress', 'lastfm', 'scale-free'];
  const runs = networks.flatMap(network => seeds(3).map(seed => ({ network, seed })));

  it('of 200 rounds and of the exported documents are the recorded ones', async () => {
    const lines: string[] = [];
    for (const { network, seed } of runs) {
      const run = await playTo(await open({ network, seed, agents: null }), ROUNDS);
      lines.push(JSON.stringify({ network, seed, hash: run.hash, document: shaOf(run) }));
    }
    expectHashes('hashes', lines, `"rounds": ${ROUNDS}, "preset": "showcase", `);
  }, 60_000);

  it('of 200 rounds with moods are the recorded ones', async () => {
    const lines: string[] = [];
    for (const seed of seeds(3)) {
      const parameters = { moods: true };
      const run = await playTo(await open({ network: 'congress', seed, agents: null, parameters }), ROUNDS);
      lines.push(JSON.stringify({ seed, hash: run.hash, document: shaOf(run) }));
    }
    expectHashes('mood-hashes', lines);
  });

  it('of governed runs are the recorded ones, with governance and without', async () => {
    const lines: string[] = [];
    for (const seed of seeds(3))
      for (const governance of [true, false]) {
        const run = await playOut(await openMissions({ setup: { seed }, parameters: { governance } }));
        expect(run.state.isOver).toBe(true);
        const { hash, rounds } = run;
        lines.push(JSON.stringify({ seed, governance, rounds, hash, document: shaOf(run) }));
      }
    const [own, pair] = [await playOut(await openMissions({ goals: GOALS })), await pairOf(GOALS)];
    const ending = JSON.stringify({ hash: own.hash, document: shaOf(own), pair });
    expectHashes('governed-hashes', lines, '', ending);
  });

  it('of governed runs with second chances are the recorded ones', async () => {
    const lines: string[] = [];
    for (const seed of seeds(3)) {
      const run = await playOut(await openMissions({ setup: { seed }, parameters: { second_chances: 2 } }));
      expect(run.state.isOver).toBe(true);
      const { hash, rounds } = run;
      lines.push(JSON.stringify({ seed, rounds, hash, document: shaOf(run) }));
    }
    expectHashes('chance-hashes', lines);
  });

  it('of librarian runs are the recorded ones, with bundled texts and with the user’s', async () => {
    const lines: string[] = [];
    for (const seed of seeds(3))
      for (const paging of [true, false]) {
        const run = await playReaders(
          await openReaders({ source: null, setup: { seed }, parameters: { paging } }),
        );
        expect(run.state.isOver).toBe(true);
        const { hash, rounds } = run;
        lines.push(JSON.stringify({ seed, paging, rounds, hash, document: shaOf(run) }));
      }
    const own = await playReaders(await openReaders({ ...CROWDED, setup: { agents: 3 } }));
    const ending = JSON.stringify({ hash: own.hash, document: shaOf(own) });
    expectHashes('librarian-hashes', lines, '', ending);
  });

  it('of workflow runs are the recorded ones, for every example', async () => {
    const lines: string[] = [];
    for (const preset of EXAMPLES)
      for (const seed of seeds(2)) {
        const run = await playTicks(await openAgents({ setup: { preset, seed } }), 200);
        expect(run.state.isOver).toBe(true);
        lines.push(JSON.stringify({ preset, seed, hash: run.hash, document: shaOf(run) }));
      }
    expectHashes('workflow-hashes', lines);
  });

  it.each([
    ['hashes', 9],
    ['mood-hashes', 3],
    ['governed-hashes', 6],
    ['chance-hashes', 3],
    ['librarian-hashes', 6],
    ['workflow-hashes', 10],
  ])('differ from run to run: %s', (name, count) => {
    const { runs } = written(name);
    expect(runs).toHaveLength(count);
    expect(new Set(runs.map(run => run.hash)).size).toBe(count);
  });
});

describe('the published JSON Schema', () => {
  it('is made from the schema that the code uses', async () => {
    expectFile(
      'public/run-document.schema.json',
      `${JSON.stringify(await buildRunDocumentJsonSchema(), null, 2)}\n`,
    );
  });

  it('of the event log is made from the schema that the code uses', () => {
    expectFile('public/event-log.schema.json', `${JSON.stringify(buildEventLogJsonSchema(), null, 2)}\n`);
  });

  it('of a guard’s policy is made from the schema that the code uses', () => {
    expectFile(
      'public/guard-policy.schema.json',
      `${JSON.stringify(buildGuardPolicyJsonSchema(), null, 2)}\n`,
    );
  });
});
