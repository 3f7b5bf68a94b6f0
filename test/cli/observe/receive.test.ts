import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../src/cli/observe/receive.ts';
import { bytesOfFixture, readFiles } from '../../engine/traces/fixture.ts';

describe('what a request leaves', () => {
  it('is in lines of at most a thousand spans where it came as protobuf, and in them the same cases', async () => {
    const bytes = bytesOfFixture('otlp/tau2_retail_5.genai.pb');
    // Messages of protobuf one after the other are one that has the lists of all.
    const body = Buffer.concat(Array.from({ length: 20 }, () => bytes));
    const type = 'application/x-protobuf';
    const lines = await linesOf('/v1/traces', { type, encoding: undefined, body });
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.match(/"spanId"/g)?.length).toBeLessThanOrEqual(1000);
    expect(readFiles({ a: lines.join('\n') }).cases).toEqual(readFiles({ a: bytes }).cases);
  });
});
