import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import type { TransitionStep } from '../../../../src/engine/models/workflow/inputs/workflow.ts';
import {
  chooseActionForRole,
  detectRoleInText,
  writePolicyChoice,
} from '../../../../src/engine/models/workflow/policy/policyAnswer.ts';
import { readTransitionChoice } from '../../../../src/engine/models/workflow/turn/parseActionAnswer.ts';

import type { Run } from '../../../../src/engine/run/run.ts';
import { logRows } from '../../play.ts';
import { choice, llm, type Parts, textOf } from './own.ts';
import { ACTING, openAgents, playTicks, stateOf } from './playing.ts';

const visited = (run: Run): ReadonlySet<string> => new Set(logRows(run).map(({ to }) => to));
const failuresOf = (run: Run): readonly string[] =>
  [...stateOf(run).ledger.rows].flatMap(({ source, failure }) =>
    source !== null && failure !== null && failure !== 'no_edge' ? [failure] : [],
  );
const played = async (parts: Parts, ticks = 60): Promise<Run> =>
  playTicks(await openAgents({ text: textOf(parts), setup: { agents: 12 } }), ticks);

describe('the built-in policy', () => {
  it.each(ACTING)('answers every prompt of “%s” usably, and visits all states', async preset => {
    for (const seed of [1, 2]) {
      const run = await playTicks(await openAgents({ setup: { preset, seed } }), 200);
      expect(failuresOf(run)).toEqual([]);
      expect(visited(run)).toEqual(new Set(stateOf(run).inputs.workflow.states));
      expect(stateOf(run).world.totals.sold).toBeGreaterThan(0);
    }
  });

  it('retries in the completed example only for closed edges', async () => {
    const run = await playTicks(await openAgents(), 200);
    expect(stateOf(run).ledger.rows.filter(({ failure }) => failure !== null)).toEqual([]);
  });

  it('answers in sentences now and then, in which the key is found', async () => {
    const run = await playTicks(await openAgents(), 200);
    const matches = [...stateOf(run).ledger.rows].flatMap(({ match }) => match ?? []);
    const mentioned = matches.filter(match => match === 'mentioned').length;
    expect(mentioned / matches.length).toBeGreaterThan(0.2);
    expect(mentioned / matches.length).toBeLessThan(0.6);
  });

  const GERMAN: Parts = {
    states: ['Werkstatt', 'Prüfstand', 'Laden', 'Überlegen'],
    transitions: [
      ['Werkstatt', 'Prüfstand', "hand == 'untested'"],
      ['Prüfstand', 'Laden', "hand == 'works'"],
      ['Prüfstand', 'Überlegen'],
      ['Laden', 'Überlegen'],
      ['Überlegen', 'Werkstatt'],
      ['Überlegen', 'Laden'],
    ],
    steps: [
      llm({ name: 'bauen', in_state: 'Werkstatt', prompt: 'Was nun?' }),
      llm({ name: 'prüfen', in_state: 'Prüfstand', prompt: 'Was nun?' }),
      llm({ name: 'anbieten', in_state: 'Laden', prompt: 'Was nun?' }),
      choice({ weiter: 'Werkstatt', 'in den Laden': 'Laden' }, { in_state: 'Überlegen' }),
    ],
  };
  const NONSENSE: Parts = {
    states: ['x1', 'x2', 'x3'],
    transitions: [
      ['x1', 'x2'],
      ['x2', 'x3'],
      ['x3', 'x1'],
      ['x3', 'x2'],
    ],
    steps: [
      llm({ name: 'q', prompt: '…', in_state: ['x1', 'x2'] }),
      choice({ 'b.b': 'x1', b: 'x2', '(?)': 'x2' }, { in_state: 'x3', prompt: '…' }),
    ],
  };
  it.each([
    ['in German', GERMAN],
    ['without any sense', NONSENSE],
  ])('works with words %s: answers are usable, agents make and move', async (_, parts) => {
    const run = await played(parts);
    expect(failuresOf(run)).toEqual([]);
    expect(visited(run)).toEqual(new Set(parts.states));
    expect(stateOf(run).world.totals.made).toBeGreaterThan(5);
  });

  it('answers with a bare key where a sentence with it would be read as another', () => {
    const keys = ['us', 'let', 'now', 'do', 'let us do now'];
    const map = Object.fromEntries(keys.map(key => [key, 'b']));
    const text = textOf({ transitions: [['a', 'b']], steps: [choice(map, { in_state: 'a' })] });
    const [step] = readWorkflow(text).workflow!.steps as readonly TransitionStep[];
    for (const [i, key] of keys.entries()) {
      // Draws the key, and would rather speak in a sentence.
      const draw = (purpose: number) => (purpose === 2 ? (i + 0.5) / keys.length : 0);
      const said = writePolicyChoice(step, {
        states: ['a', 'b'],
        state: 'a',
        hand: 'none',
        failuresInARow: 0,
        draw,
      });
      expect(readTransitionChoice(said, keys)).toMatchObject({ key });
    }
  });

  it('answers the same to the same question', async () => {
    const run = await playTicks(await openAgents(), 20);
    for (const question of run.state.questions(21))
      expect(run.state.policy(question)).toEqual(run.state.policy(question));
  });

  it('gives its ideas in words', async () => {
    const run = await playTicks(await openAgents(), 30);
    const rows = [...stateOf(run).ledger.rows];
    const notes = rows.flatMap(({ action, note }) => (action === 'think' ? [note] : []));
    expect(notes.length).toBeGreaterThan(5);
    for (const note of notes) expect(note).toMatch(/^an? \w+ .+ \w+$/);
  });
});

describe('the subject of a step', () => {
  it.each([
    ['rework_it', 'rework'],
    ['Bugfix', null],
    ['fix the thing', 'rework'],
    ['unit tests', 'test'],
    ['verify', 'test'],
    ['Go to market', 'observe'],
    ['shipping', 'ship'],
    ['salesperson', null],
    ['sell', 'ship'],
    ['brainstorm', 'think'],
    ['strategic_reflect', 'think'],
    ['implementing', 'make'],
    ['sleep', 'wait'],
    ['xyzzy', null],
    ['', null],
  ])('is recognised by words in it: %s', (text, role) => {
    expect(detectRoleInText(text)).toBe(role);
  });

  it('lets a sensible agent throw nothing away that works, and test nothing that does not exist', () => {
    const hands = ['none', 'untested', 'works', 'broken'] as const;
    expect(hands.map(hand => chooseActionForRole('make', hand, false))).toEqual([
      'make',
      'test',
      'ship',
      'rework',
    ]);
    expect(hands.map(hand => chooseActionForRole(null, hand, true))).toEqual([
      'make',
      'test',
      'ship',
      'rework',
    ]);
    expect(hands.map(hand => chooseActionForRole('make', hand, true))).toEqual([
      'make',
      'test',
      'ship',
      'make',
    ]);
    expect(hands.map(hand => chooseActionForRole('test', hand, false))).toEqual([
      'wait',
      'test',
      'test',
      'wait',
    ]);
    expect(hands.map(hand => chooseActionForRole('ship', hand, false))).toEqual([
      'wait',
      'ship',
      'ship',
      'wait',
    ]);
    expect(hands.map(hand => chooseActionForRole('observe', hand, false))).toEqual(Array(4).fill('observe'));
  });
});
