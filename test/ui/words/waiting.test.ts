import { describe, expect, it } from 'vitest';
import type { OracleSetup } from '../../../src/engine/config.ts';
import { localDefaults, remoteDefaults } from '../../../src/engine/oracleSetup.ts';
import type { PageState } from '../../../src/ui/store/pageState.ts';
import { waitWords } from '../../../src/ui/words/waiting.ts';

type State = Parameters<typeof waitWords>[0];
const state = (oracle: OracleSetup, longestWait: number | null, phase: PageState['phase'] = 'playing') =>
  ({ phase, run: { setup: { oracle } }, oracleReport: { waiting: 12, asked: 40, longestWait } }) as State;

describe('the words for a wait', () => {
  it('tell how many answers are awaited, for how long, and when they are late', () => {
    expect(waitWords(state(remoteDefaults('ollama'), 34_900))).toBe(
      'waiting for 12 of 40 answers, 34 s so far; late after 120 s',
    );
    expect(waitWords(state(localDefaults('wllama'), 5_000))).toBe(
      'waiting for 12 of 40 answers, 5 s so far; no deadline',
    );
  });

  it('are none where it is quick, nothing is under way, or it does not play', () => {
    expect(waitWords(state(remoteDefaults('ollama'), 1_999))).toBe('');
    expect(waitWords(state(remoteDefaults('ollama'), null))).toBe('');
    expect(waitWords(state(remoteDefaults('ollama'), 9_000, 'paused'))).toBe('');
    expect(waitWords(state({ kind: 'policy' }, 9_000))).toBe('');
  });
});
