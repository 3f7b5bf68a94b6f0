import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import type { NamedFile } from '../../src/engine/files/namedFile.ts';
import { RECORDED } from '../../src/engine/models/recorded/recordedSpec.ts';
import { EngineSession } from '../../src/workers/engine/engineSession.ts';
import { bytesOfFixture } from '../engine/traces/fixture.ts';

const SPANS = bytesOfFixture('otlp/tau2_retail_40.genai.jsonl');
const setup = { ...createDefaultSetup(RECORDED), own: ['traces'] };
const session = () =>
  new EngineSession({ bundled: () => Promise.reject(new Error('nothing is bundled')), changed: () => {} });

/** A file that takes very long to read. */
function endless() {
  let isLetGo = false;
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(SPANS.slice()),
      cancel: () => {
        isLetGo = true;
      },
    });
  const file: NamedFile = { name: 'large.jsonl', bytes: new Uint8Array(), source: { size: 1e9, stream } };
  return { file, isLetGo: () => isLetGo };
}

/** A file on the disk, as the worker gets it: another object each time. */
const onDisk = (lastModified: number, opened: () => void): NamedFile => {
  const file = new File([SPANS as Uint8Array<ArrayBuffer>], 'a.jsonl', { lastModified });
  const stream = () => {
    opened();
    return file.stream();
  };
  return { name: file.name, bytes: new Uint8Array(), source: { size: file.size, lastModified, stream } };
};

describe('a session that reads large traces', () => {
  it('reports its progress, and releases the file within half a second when another run is opened', async () => {
    const { file, isLetGo } = endless();
    const opening = session();
    const told: string[] = [];
    let part = 0;
    const first = opening.open(setup, { traces: [file] }, (done, label) => {
      told.push(label);
      part = done;
    });
    const end = first.then(
      () => 'opened',
      (error: Error) => error.message,
    );
    while (told.length < 5) await new Promise(resolve => setTimeout(resolve, 10));
    const asked = performance.now();
    const info = opening.open(setup, { traces: [{ name: 'b.jsonl', bytes: SPANS }] }, null);
    expect(await end).toBe('another run was opened meanwhile');
    expect(performance.now() - asked).toBeLessThan(500);
    expect(isLetGo()).toBe(true);
    expect(new Set(told)).toEqual(new Set(['Reading large.jsonl']));
    expect(part).toBeGreaterThan(0);
    expect((await info).config.agents).toBe(40);
  });

  it('reads a file once, however often its run is opened', async () => {
    const opening = session();
    let count = 0;
    const open = (modified: number, seed = 1) =>
      opening.open({ ...setup, seed }, { traces: [onDisk(modified, () => count++)] }, null);
    await open(1);
    await open(1, 2);
    expect(count).toBe(1);
    await open(2);
    expect(count).toBe(2);
  });
});
