import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../../src/engine/checks/createDefaultSetup.ts';
import type { NamedFile } from '../../../../../src/engine/files/namedFile.ts';
import { loadSetup } from '../../../../../src/engine/models/openRun.ts';
import { readTraceFiles } from '../../../../../src/engine/models/recorded/reading/readTraceFiles.ts';
import { RECORDED } from '../../../../../src/engine/models/recorded/recordedSpec.ts';
import { bytesOfFixture, packed } from '../../../traces/fixture.ts';

const SPANS = 'otlp/tau2_retail_40.genai.jsonl';
const nobody = async () => undefined;

/** A file that comes in pieces of so many bytes. */
function streamed(name: string, bytes: Uint8Array, piece: number) {
  let at = 0;
  const stream = () => {
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + piece));
        at += piece;
      },
      cancel() {
        at = Number.POSITIVE_INFINITY;
      },
    });
  };
  return {
    file: { name, bytes: new Uint8Array(), source: { size: bytes.length, stream } } satisfies NamedFile,
    isEnded: () => at >= bytes.length,
  };
}

describe('a file that is given twice', () => {
  it('gives its cases twice, and a note in one line counts them', async () => {
    const bytes = new TextEncoder().encode('case,tool\n1,look\n2,look\n');
    const setup = { ...createDefaultSetup(RECORDED), own: ['traces'] } as const;
    const bundled = () => Promise.reject(new Error('nothing is bundled'));
    const notesOf = async (...names: string[]) =>
      (await loadSetup(setup, { bundled, files: { traces: names.map(name => ({ name, bytes })) } })).material
        .notes;
    expect(await notesOf('a.csv')).toEqual([]);
    expect(await notesOf('a.csv', 'a.csv')).toEqual([
      '2 cases have ids that were there already; “ (2)” and the like distinguish them, and they count as other cases',
    ]);
  });
});

describe('a report of how tasks ended', () => {
  const fileOf = (name: string, value: object) => ({
    name,
    bytes: new TextEncoder().encode(JSON.stringify(value)),
  });
  const report = fileOf('report.json', {
    ...{ total_instances: 3, resolved_instances: 1, resolved_ids: ['django-1'] },
    ...{ unresolved_ids: ['django-2'], submitted_ids: ['django-1', 'django-2', 'django-3'] },
  });

  it('alone is named, with what is missing', async () => {
    await expect(readTraceFiles([report], nobody)).rejects.toThrow(
      'report.json: read as SWE-bench report, which says how 3 tasks ended, and not what was done; the traces that it judges have to be opened together with it',
    );
  });

  it('judges the cases that are read with it', async () => {
    const cases = fileOf('cases.json', [
      { case: 'django-1', tool: 'edit' },
      { case: 'django-2', tool: 'edit' },
    ]);
    const read = await readTraceFiles([report, cases], nobody);
    expect(read.cases.map(({ outcome }) => outcome)).toEqual(['succeeded', 'failed']);
    expect(read.skipped).toEqual([]);
  });
});

describe('traces that come in pieces', () => {
  it('are the cases of the whole file, cut in any place', async () => {
    const bytes = bytesOfFixture(SPANS);
    const whole = await readTraceFiles([{ name: 'a.jsonl', bytes }], nobody);
    expect(whole.cases).toHaveLength(40);
    for (const piece of [997, 65_537])
      expect(await readTraceFiles([streamed('a.jsonl', bytes, piece).file], nobody)).toEqual(whole);
    const zipped = await readTraceFiles([streamed('a.jsonl.gz', packed(SPANS), 1009).file], nobody);
    expect(zipped.cases).toEqual(whole.cases);
  });

  it('report how far they are read, over all files', async () => {
    const bytes = bytesOfFixture(SPANS);
    const told: [number, string][] = [];
    await readTraceFiles(
      [streamed('a.jsonl', bytes, 200_000).file, { name: 'b.jsonl', bytes }],
      async (part, label) => {
        told.push([part, label]);
      },
    );
    const parts = told.map(([part]) => part);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(told.find(([part]) => part > 0.2)?.[1]).toBe('Reading a.jsonl');
    expect(told.find(([part]) => part > 0.6)?.[1]).toBe('Reading b.jsonl');
    expect(told.at(-1)).toEqual([1, 'Putting cases together']);
  });

  it('are released where nobody needs them any more', async () => {
    const { file, isEnded } = streamed('a.jsonl', bytesOfFixture(SPANS), 1000);
    let pieces = 0;
    const gone = async () => {
      pieces++;
      if (pieces === 3) throw new Error('another run was opened meanwhile');
    };
    await expect(readTraceFiles([file], gone)).rejects.toThrow('another run');
    expect(pieces).toBe(3);
    expect(isEnded()).toBe(true);
  });
});
