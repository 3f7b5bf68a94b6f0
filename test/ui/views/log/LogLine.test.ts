import { expect, it } from 'vitest';
import type { EventRecord } from '../../../../src/engine/model/event.ts';
import { describeLogLine } from '../../../../src/ui/views/log/LogLine.tsx';

const HEAD = { tick: 3, time: '2026-01-30T10:00:00Z', agent_id: 'agent_003' };

it.each<[Partial<EventRecord> & Pick<EventRecord, 'kind'>, string]>([
  [
    { kind: 'state_transition', from_state: 'a', to_state: 'b', trigger: 't', context: { reason: 'done' } },
    'done',
  ],
  [{ kind: 'state_transition', from_state: 'a', to_state: 'b', trigger: 't' }, ''],
  [
    { kind: 'question', step: 4, phase: 'searching', prompt: { system: 's', user: 'u' } },
    'step 4, phase searching',
  ],
  [{ kind: 'answer', source: 'policy', text: '{"action":"finish"}' }, '{"action":"finish"}'],
  [
    { kind: 'answer', source: 'openai', action: 'like', probabilities: { ignore: 0.6, like: 0.4 } },
    'like, 40 % likely, by openai',
  ],
  [{ kind: 'answer', source: 'fallback', raw: 'Maybe?' }, 'Maybe?'],
  [{ kind: 'fallback', warning: 'no answer came in time', source: 'late' }, 'no answer came in time'],
  [
    { kind: 'fallback', warning: 'no JSON', step: 'implement', outcome: 'retry' },
    'no JSON (implement: retry)',
  ],
  [
    {
      kind: 'tool_call',
      tool: 'context.fts_search',
      arguments: { query: 'decision reference' },
      hits: 15,
      documents: [],
      duration_ms: 1010,
    },
    'context.fts_search “decision reference”: 15 found, 1010 ms',
  ],
  [
    { kind: 'tool_call', tool: 'make', arguments: {}, result: 'made artifact_009' },
    'make: made artifact_009',
  ],
  [
    { kind: 'memory_move', cause: 'paging', from: 'working', to: 'storage', tag: 'alice', tokens: 12 },
    'alice: working → storage, paging, 12 tokens',
  ],
  [
    { kind: 'stuck_detection', rule: 'same_state', reason: '6 steps, limit 5' },
    'same_state: 6 steps, limit 5',
  ],
  [
    { kind: 'post', post_kind: 'reply', post_id: 'post_009', parent_id: 'post_002', text: 'Yes.' },
    'reply post_009 to post_002: “Yes.”',
  ],
  [{ kind: 'warning', warning: 'no variable', line: 7, column: 3 }, 'no variable (line 7)'],
  [{ kind: 'intervention', change: { name: 'liking', value: 3 } }, 'name liking, value 3'],
])('a line of %o describes what happened', (event, words) => {
  expect(describeLogLine({ ...HEAD, ...event }).text).toBe(words);
});

it('the words of an agent are distinguished from words about it', () => {
  expect(describeLogLine({ ...HEAD, kind: 'answer', text: 'so', source: 'policy' }).isSaid).toBe(true);
  expect(describeLogLine({ ...HEAD, kind: 'answer', action: 'like', source: 'policy' }).isSaid).toBe(false);
});
