import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { dsvFormat } from 'd3-dsv';
import { SaxesParser } from 'saxes';
import { createFileSource } from '../../../src/cli/files/createFileSource.ts';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import type { NamedFile } from '../../../src/engine/files/namedFile.ts';
import { MAX_HELD_INPUT_BYTES, readFileChunks } from '../../../src/engine/files/pieces.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import { RECORDED } from '../../../src/engine/models/recorded/recordedSpec.ts';
import { buildRunFrame } from '../../../src/engine/run/runFrame.ts';
import { createTraceReader } from '../../../src/engine/traces/createTraceReader.ts';
import { LineCutter } from '../../../src/engine/traces/input/jsonInput.ts';
import { Decoded } from '../../../src/engine/traces/input/unpack.ts';

const NEVER = new AbortController().signal;

/** A file as the command line has it: held where it is small, else read in pieces. */
function fileAt(path: string): NamedFile {
  const { size } = statSync(path);
  const name = basename(path);
  return size > MAX_HELD_INPUT_BYTES
    ? { name, ...createFileSource(path, size) }
    : { name, bytes: new Uint8Array(readFileSync(path)) };
}

/** Gives the text of a file in the pieces in which the reader gets it. */
async function eachPiece(path: string, take: (text: string) => void): Promise<void> {
  const decoded = new Decoded();
  for await (const piece of readFileChunks(fileAt(path))) take(decoded.write(piece));
  take(decoded.end());
}

const opened = (path: string) => {
  const own = ['traces'];
  return openRun(
    { ...createDefaultSetup(RECORDED), own },
    { bundled: async () => new Uint8Array(), files: { traces: [fileAt(path)] }, isLarge: true },
  );
};

/** What is measured of a file, each the whole way by itself. @returns a count, the same each time */
export const WAYS: Readonly<Record<string, (path: string) => Promise<number>>> = {
  async xml(path) {
    const parser = new SaxesParser({ position: true });
    let tags = 0;
    parser.on('opentag', () => {
      tags++;
    });
    await eachPiece(path, text => parser.write(text));
    parser.close();
    return tags;
  },
  async json(path) {
    let lines = 0;
    const cutter = new LineCutter(line => {
      if (line !== null && typeof JSON.parse(line) === 'object') lines++;
    });
    await eachPiece(path, text => cutter.write(text));
    cutter.end();
    return lines;
  },
  async csv(path) {
    let all = '';
    await eachPiece(path, text => {
      all += text;
    });
    return dsvFormat(',').parseRows(all).length;
  },
  async reader(path) {
    const reader = createTraceReader();
    const file = reader.open(basename(path));
    for await (const piece of readFileChunks(fileAt(path))) file.write(piece);
    file.end();
    return (await reader.ending(async () => undefined)).cases.length;
  },
  async run(path) {
    const { run } = await opened(path);
    await run.step(run.policy, NEVER);
    return buildRunFrame(run, 1, 0).totals.transitions;
  },
  async played(path) {
    const { run } = await opened(path);
    while (run.state.isOver !== true) await run.step(run.policy, NEVER);
    return run.machine.log.rows;
  },
  async discover(path) {
    const { run } = await opened(path);
    const { discovery } = await run.state.loadReports();
    return (await discovery?.())?.chart({ states: 0, edges: 0 }).chart.states.length ?? 0;
  },
};
