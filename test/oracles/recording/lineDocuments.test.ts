import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/engine/core/errors.ts';
import { writeDocumentLines } from '../../../src/engine/export/writeDocumentLines.ts';
import { createRun, type Loaded } from '../../../src/engine/models/openRun.ts';
import type { Oracle } from '../../../src/engine/oracle/oracle.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import { isLineDocument, readUtf8Lines } from '../../../src/oracles/recording/lineDocuments.ts';
import { readRecording, readRecordingLines } from '../../../src/oracles/recording/recording.ts';
import { ReplayOracle } from '../../../src/oracles/recording/replay.ts';
import { readRecordingFile, verifyRunFile } from '../../../src/oracles/recording/runFile.ts';
import { verifyDocumentLines } from '../../../src/oracles/recording/verifyDocumentText.ts';
import { loadedOf, MODELS } from '../../engine/everyModel.ts';
import { mixedAnswers } from '../../engine/mixedAnswers.ts';
import { documentText } from '../../engine/play.ts';
import { getReports } from '../../engine/reports.ts';
import { RECORD } from '../record.ts';

const utf8 = new TextEncoder();
const read = async (chunks: readonly Uint8Array[]) => {
  const lines: string[] = [];
  for await (const line of readUtf8Lines(chunks, 'x')) lines.push(line);
  return lines;
};

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

async function played(loaded: Loaded, oracleOf: (run: ReturnType<typeof createRun>) => Oracle) {
  const run = createRun(loaded);
  await playRunTicks(run, { oracle: oracleOf(run), until: 8 });
  return { run, lines: [...writeDocumentLines(run, getReports(run))] };
}
const mixed = (run: ReturnType<typeof createRun>): Oracle => ({
  name: 'mixed',
  record: RECORD,
  ask: mixedAnswers(run).ask,
});

describe('lines', () => {
  it('are the same for bytes cut in any place', async () => {
    const bytes = utf8.encode('é\n\n中文 b\nlast');
    for (let size = 1; size <= bytes.length; size++) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      expect(await read(chunks)).toEqual(['é', '', '中文 b', 'last']);
    }
    expect(await read([utf8.encode('a\n')])).toEqual(['a']);
    expect(await read([])).toEqual([]);
  });

  it('that are not Unicode are refused by their number', async () => {
    await expect(read([utf8.encode('a\n'), Uint8Array.of(0xff, 10)])).rejects.toThrow(
      'x, line 2: its characters',
    );
  });
});

describe('a run document with a row a line', () => {
  it.each(MODELS)('is replayed to its hash, and verified: %s', async (model, part) => {
    const loaded = await loadedOf(model, part, 3);
    for (const oracleOf of [(run: ReturnType<typeof createRun>) => run.policy, mixed]) {
      const { run, lines } = await played(loaded, oracleOf);
      const bytes = utf8.encode(`${lines.join('\n')}\n`);
      expect(isLineDocument(bytes)).toBe(true);
      const recording = await readRecording('run.ndjson', bytes);
      const again = createRun(loaded);
      await playRunTicks(again, { oracle: new ReplayOracle(recording), until: recording.rounds });
      expect([again.hash, recording.hash]).toEqual([run.hash, run.hash]);
      const watch = { rest: async () => undefined, signal: new AbortController().signal };
      const verdict = await verifyDocumentLines(
        readUtf8Lines([bytes], 'x'),
        recording,
        createRun(loaded),
        watch,
      );
      expect(verdict).toMatchObject({ verdict: 'verified', difference: null, reason: null });
    }
  });

  it('may be from before a field was counted, but a single row may not lack it', async () => {
    const loaded = await loadedOf('social', { network: 'scale-free', agents: 30 }, 1);
    const { run, lines } = await played(loaded, one => one.policy);
    const watch = { rest: async () => undefined, signal: new AbortController().signal };
    const verdictOn = async (text: string) => {
      const file = { name: 'x', bytes: utf8.encode(text) };
      return (await verifyRunFile(file, await readRecordingFile(file), createRun(loaded), watch)).verdict;
    };
    const SEEN = /"seen":\d+,/;
    const counted = lines.flatMap((line, i) => (SEEN.test(line) ? [i] : []));
    expect(counted.length).toBeGreaterThan(2);
    const without = (rows: readonly number[]) =>
      `${lines.map((line, i) => (rows.includes(i) ? line.replace(SEEN, '') : line)).join('\n')}\n`;
    expect(await verdictOn(without(counted))).toBe('verified');
    for (const row of [counted[0], counted[1], counted.at(-1)!])
      expect(await verdictOn(without([row]))).toBe('differs');
    const whole = documentText(run);
    expect(await verdictOn(whole.replace(new RegExp(SEEN, 'g'), ''))).toBe('verified');
    expect(await verdictOn(whole.replace(SEEN, ''))).toBe('differs');
  });

  it('is read as a file, in parts, or as bytes, and so is one that is one text', async () => {
    const loaded = await loadedOf('governed', { agents: 3 }, 1);
    const { run, lines } = await played(loaded, one => one.policy);
    const watch = { rest: async () => undefined, signal: new AbortController().signal };
    for (const text of [`${lines.join('\n')}\n`, documentText(run)])
      for (const part of [{ bytes: utf8.encode(text) }, { blob: new Blob([text]) }]) {
        const file = { name: 'x', ...part };
        const recording = await readRecordingFile(file);
        expect(recording.hash).toBe(run.hash);
        expect((await verifyRunFile(file, recording, createRun(loaded), watch)).verdict).toBe('verified');
      }
    const large = Object.defineProperty(new Blob(['{']), 'size', { value: 600e6 });
    await expect(readRecordingFile({ name: 'x.json', blob: large })).rejects.toThrow(
      'x.json is larger than the 500 MB of one text that are read; written row by row, as .ndjson,',
    );
  });

  it('includes the file that it was made from', async () => {
    const loaded = await loadedOf('workflow', { agents: 2, preset: 'careful' }, 1);
    const { lines } = await played(loaded, run => run.policy);
    const header = JSON.parse(lines[0]);
    // As if the text were the user's own: another preset's.
    header.config.preset = 'completed';
    const recording = await readRecordingLines('x', each([JSON.stringify(header), ...lines.slice(1)]));
    expect(recording.files.workflow?.[0].name).toBe('careful.yaml');
    expect(recording.setup.own).toEqual(['workflow']);
  });

  it('is refused by its line where it is cut off or changed', async () => {
    const { lines } = await played(await loadedOf('governed', { agents: 3 }, 1), run => run.policy);
    const at = lines.findIndex(line => line.startsWith('{"section":"decisions"'));
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[], 'x is empty'],
      [lines.slice(0, -1), `x is cut off after line ${lines.length - 1}: its last line is missing`],
      [lines.toSpliced(3, 1), `it has ${lines.length - 3} rows, and says that it has ${lines.length - 2}`],
      [[...lines, lines[1]], `x, line ${lines.length + 1}: the document has ended before it`],
      [lines.with(at, lines[at].slice(0, 60)), `x, line ${at + 1} is not JSON`],
      [lines.with(at, '{"row": 1}'), `x, line ${at + 1} was changed or damaged`],
      [lines.with(at, lines[at].replace('"agent_id"', '"agent"')), 'x was changed or damaged'],
      [['1', ...lines.slice(1)], 'x, line 1 is not the header'],
      [[lines[0].replace('"version":3', '"version":9'), ...lines.slice(1)], 'of version 9'],
    ];
    for (const [changed, words] of cases) {
      const refused = readRecordingLines('x', each(changed));
      await expect(refused).rejects.toThrow(words);
      await expect(refused).rejects.toBeInstanceOf(InputError);
    }
  });

  it('is not verified where one line differs', async () => {
    const loaded = await loadedOf(
      'social',
      { network: 'scale-free', agents: 20, parameters: { warm_up: 2 } },
      1,
    );
    const { lines } = await played(loaded, run => run.policy);
    const verdictOn = async (changed: readonly string[]) => {
      const recording = await readRecordingLines('x', each(changed));
      const watch = { rest: async () => undefined, signal: new AbortController().signal };
      return verifyDocumentLines(each(changed), recording, createRun(loaded), watch);
    };
    const agent = lines.findIndex(line => line.startsWith('{"section":"agents"')) + 3;
    const forged = lines.with(agent, lines[agent].replace(/"ticks_in_state":\d+/, '"ticks_in_state":999'));
    expect(await verdictOn(forged)).toMatchObject({
      verdict: 'differs',
      difference: { where: 'agents[3].ticks_in_state', said: '999' },
    });
    const twice = lines.with(agent, lines[agent].replace('{"agent_id"', '{"agent_id":"x","agent_id"'));
    expect((await verdictOn(twice)).difference).toMatchObject({ where: `line ${agent + 1}: agent_id` });
    const swapped = lines.with(agent, lines[agent + 1]).with(agent + 1, lines[agent]);
    expect((await verdictOn(swapped)).difference?.where).toBe('agents[3].agent_id');
    const hash = [lines[0].replace(/"hash":"../, '"hash":"zz'.replaceAll('z', 'a')), ...lines.slice(1)];
    expect((await verdictOn(hash)).verdict).toBe('differs');
    const spaced = lines.map(line => JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', ' '));
    expect((await verdictOn(spaced)).verdict).toBe('verified');
  });
});
