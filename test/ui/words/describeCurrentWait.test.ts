import { describe, expect, it } from 'vitest';
import type { OracleReport } from '../../../src/engine/oracle/oracleReport.ts';
import type { OracleSetup } from '../../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import type { PageState } from '../../../src/ui/state/pageState.ts';
import { describeCurrentWait } from '../../../src/ui/words/describeCurrentWait.ts';

type State = Parameters<typeof describeCurrentWait>[0];
const USUAL = { place: 'http://gpu', milliseconds: 34_900, most: 120, isFirst: false };
const state = (
  wait: Partial<NonNullable<OracleReport['wait']>> | null,
  {
    phase = 'playing',
    waiting = 12,
    oracle = createRemoteDefaults('ollama'),
  }: Partial<{
    phase: PageState['phase'];
    waiting: number;
    oracle: OracleSetup;
  }> = {},
) =>
  ({
    phase,
    run: { setup: { oracle } },
    oracleReport: { waiting, asked: 40, wait: wait && { ...USUAL, ...wait } },
  }) as State;

describe('the words for a wait', () => {
  it('give the number of awaited answers, their source, the time so far, and when they are late', () => {
    expect(describeCurrentWait(state({}))).toBe(
      'waiting 34 s (late after 120 s) for 12 of 40 answers of http://gpu',
    );
    expect(describeCurrentWait(state({ milliseconds: 5_000, most: null }))).toBe(
      'waiting 5 s (no deadline) for 12 of 40 answers of http://gpu',
    );
  });

  it('mention a first question that nobody has answered yet', () => {
    expect(describeCurrentWait(state({ isFirst: true }, { waiting: 0 }))).toBe(
      'waiting 34 s (given up after 120 s) for a first answer of http://gpu',
    );
  });

  it('are absent where it is quick, nothing is under way, or it does not play', () => {
    expect(describeCurrentWait(state({ milliseconds: 1_999 }))).toBe('');
    expect(describeCurrentWait(state(null))).toBe('');
    expect(describeCurrentWait(state({}, { waiting: 0 }))).toBe('');
    expect(describeCurrentWait(state({}, { phase: 'paused' }))).toBe('');
    expect(describeCurrentWait(state({}, { oracle: { kind: 'policy' } }))).toBe('');
  });
});
