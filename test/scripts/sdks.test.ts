import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Sdk {
  readonly agent?: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly fixtures: string;
  readonly hasOtherVersions?: boolean;
}
interface Reading {
  readonly steps: readonly string[];
  readonly failed: readonly string[];
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly cached: number;
  readonly reasoning: number;
}
interface Turn {
  readonly calls?: readonly (readonly [id: string, tool: string, args: object])[];
  readonly in: number;
  readonly out: number;
  readonly cached: number;
  readonly reasoning: number;
}

const SDK_FOLDER: string = join(import.meta.dirname, '../sdks');
const FIXTURES = join(import.meta.dirname, '../fixtures/cases/sdk');
const { SDKS, WHOLE, expectedReading, ownPackages, summarizeReading, describeDifferences } = await import(
  join(SDK_FOLDER, 'sdks.mjs')
);
const { TURNS }: { readonly TURNS: readonly Turn[] } = await import(join(SDK_FOLDER, 'trip.mjs'));
const { startModel } = await import(join(SDK_FOLDER, 'servers.mjs'));
const sdks = Object.entries(SDKS as Readonly<Record<string, Sdk>>);

describe('SDKs that play the scripted agent', () => {
  it('are expected to do what its model says', () => {
    const sum = (name: 'in' | 'out' | 'cached' | 'reasoning') =>
      TURNS.reduce((all, turn) => all + turn[name], 0);
    const steps = TURNS.flatMap(({ calls }) => calls?.map(([, tool]) => tool) ?? ['say']);
    const { tokensIn, tokensOut, cached, reasoning } = WHOLE;
    expect([sum('in'), sum('out'), sum('cached'), sum('reasoning')]).toEqual([
      ...[tokensIn, tokensOut, cached, reasoning],
    ]);
    expect(WHOLE.steps).toEqual(steps);
  });

  it('have one script each, and no script is left over', () => {
    const used = new Set(sdks.map(([name, { agent = name }]) => `${agent}.mjs`));
    expect([...used].sort()).toEqual(readdirSync(join(SDK_FOLDER, 'agents')).sort());
  });

  it.each(sdks)(
    'are pinned to the versions of the kept traces: %s',
    (name, { packages, fixtures, hasOtherVersions }) => {
      for (const version of Object.values(packages)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      const kept = readFileSync(join(FIXTURES, fixtures, 'versions.txt'), 'utf8')
        .trim()
        .split('\n');
      const own: readonly (readonly [string, string])[] = ownPackages(name);
      expect(own.length).toBeGreaterThan(0);
      if (hasOtherVersions) return;
      expect(kept).toEqual(expect.arrayContaining(own.map(([one, version]) => `${one}@${version}`)));
    },
  );

  it.each(sdks)('are expected to leave what is expected of the kept traces: %s', (name, { fixtures }) => {
    const { cases, steps, tokens } = JSON.parse(
      readFileSync(join(FIXTURES, fixtures, 'expected.json'), 'utf8'),
    );
    const expected: Reading = expectedReading(name);
    expect(expected).toMatchObject({ cases, tokensIn: tokens.in, tokensOut: tokens.out });
    expect(expected.steps).toEqual(steps.map(({ tool }: { readonly tool: string }) => tool));
    expect(expected.failed).toEqual(['book_train']);
    expect([0, tokens.cached_in]).toContain(expected.cached);
    expect([0, tokens.reasoning_out]).toContain(expected.reasoning);
  });

  it('are held to each of these expectations', () => {
    const steps = [
      { tool: 'look', lane: 'one', failed: true, tokens_in: 5, tokens_out: 2 },
      { tool: 'say', lane: 'one', failed: false, tokens_in: 7, tokens_cached_read: 3 },
    ];
    const reading = summarizeReading({ inputs: [{ input: 'traces', steps }, { input: 'other' }] });
    const expected = {
      ...{ cases: 1, steps: ['look', 'say'], failed: ['look'], agent: 'one' },
      ...{ tokensIn: 12, tokensOut: 2, cached: 3, reasoning: 0 },
    };
    expect(reading).toEqual(expected);
    expect(describeDifferences(expected, reading)).toEqual([]);
    expect(describeDifferences({ ...expected, failed: [], cached: 4 }, reading)).toEqual([
      ...['failed: look instead of none', 'cached: 3 instead of 4'],
    ]);
  });

  it('have the turn that follows from the messages that they send', async () => {
    const { url, stop } = await startModel();
    const ask = async (path: string, body: object) =>
      (await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })).json();
    const tool_calls = [{ id: 'call_A1' }];
    const { choices } = await ask('/v1/chat/completions', { messages: [{ role: 'assistant', tool_calls }] });
    const input = ['call_A1', 'call_B1', 'call_A2'].map(call_id => ({ type: 'function_call', call_id }));
    const { usage } = await ask('/v1/responses', { input });
    stop();
    expect(choices[0].message.tool_calls).toHaveLength(2);
    expect(usage).toMatchObject({ input_tokens: 270, output_tokens: 40 });
  });
});
