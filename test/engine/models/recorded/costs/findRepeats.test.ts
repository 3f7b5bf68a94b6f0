import { describe, expect, it } from 'vitest';
import { findRepeats } from '../../../../../src/engine/models/recorded/costs/findRepeats.ts';
import type { TraceStep } from '../../../../../src/engine/traces/traces.ts';
import { step } from '../cases.ts';

const call = (name: string, result: string | null = name, known: Partial<TraceStep> = {}): TraceStep =>
  step('run', { argsHash: name, resultHash: result, ...known });
/** Calls by the letters of a text; a dot is a message, a bar a guard's decision. */
const callsOf = (text: string): TraceStep[] =>
  [...text].map(sign => (sign === '.' ? step('say') : sign === '|' ? step('guard: advises') : call(sign)));
/** "same_call 0+3 ×3": kind, first place, steps and rounds. */
const describeRepeats = (steps: readonly TraceStep[], states: readonly string[] = steps.map(() => 'RUN')) =>
  findRepeats(steps, states).map(
    ({ kind, places, rounds }) => `${kind} ${places[0]}+${places.length} ×${rounds}`,
  );

describe('repeated stretches of a case', () => {
  it.each([
    ['aab', []],
    ['aaab', ['same_call 0+3 ×3']],
    ['baaaaab', ['same_call 1+5 ×5']],
    ['a.aa', ['later 0+3 ×3']],
    ['a|aa', ['same_call 0+3 ×3']],
    ['abab', ['in_turn 0+4 ×2']],
    ['xababay', ['in_turn 1+4 ×2']],
    ['abcabc', []],
    ['abcabcabcd', ['in_turn 0+9 ×3']],
    ['aaabbb', ['same_call 0+3 ×3', 'same_call 3+3 ×3']],
    ['aaaxabab', ['same_call 0+3 ×3', 'in_turn 4+4 ×2']],
    ['axbxaya', ['later 0+3 ×3']],
    ['', []],
  ])('of %j are %j', (text, expected) => {
    expect(describeRepeats(callsOf(text))).toEqual(expected);
  });

  it('do not overlap, and name the steps of their first round', () => {
    for (const text of ['aaaaabababab', 'abababcabcabc', 'aabbaabbaabb', 'abcdefabcdefabcdef']) {
      const found = findRepeats(callsOf(text), [...text]);
      const places = found.flatMap(one => one.places);
      expect(new Set(places).size).toBe(places.length);
      for (const one of found) {
        expect(one.round).toEqual(one.places.slice(0, one.round.length));
        expect(one.places.length).toBe(one.round.length * one.rounds);
      }
    }
  });

  it('say whether each round gave the same result', () => {
    const results = (...all: (string | null)[]) =>
      findRepeats(
        all.map(result => call('a', result)),
        all.map(() => 'RUN'),
      )[0].sameResult;
    expect([results('x', 'x', 'x'), results('x', 'x', 'y'), results('x', null, 'x')]).toEqual([
      ...[true, false, null],
    ]);
  });

  it('leave out calls whose arguments are unknown', () => {
    expect(describeRepeats(Array.from({ length: 5 }, () => step('run', { resultHash: 'x' })))).toEqual([]);
  });

  it('are edits and failing tests in turn, with reading between them', () => {
    const states = ['EDIT', 'TEST', 'READ', 'EDIT', 'EDIT', 'TEST', 'EDIT', 'TEST', 'READ', 'GIT'];
    const play = (failed: boolean | null, last = failed) =>
      states.map((state, i) =>
        call(`${i}`, `${i}`, { failed: state === 'TEST' ? (i === 7 ? last : failed) : null }),
      );
    expect(describeRepeats(play(true), states)).toEqual(['edit_test 0+8 ×3']);
    expect(describeRepeats(play(null), states)).toEqual(['edit_test 0+8 ×3']);
    expect(describeRepeats(play(true, false), states)).toEqual([]);
    expect(findRepeats(play(true), states)[0].sameResult).toBe(false);
  });

  it('are whole files that are written again and again, and no views or changes of them', () => {
    const write = (path: string, more: object = {}) =>
      step('Write', {
        args: JSON.stringify({ file_path: path, ...more }),
        argsHash: JSON.stringify([path, more]),
      });
    const other = (command: string, text: string) =>
      step('str_replace_editor', {
        args: JSON.stringify({ command, path: 'a', text }),
        argsHash: `${command} ${text}`,
      });
    const edits = (steps: readonly TraceStep[]) =>
      describeRepeats(
        steps,
        steps.map(() => 'EDIT'),
      );
    expect(
      edits([write('a'), write('a', { content: '1' }), write('a', { content: '2' }), write('b')]),
    ).toEqual([...['rewrite 0+3 ×3']]);
    expect(edits([other('create', '1'), other('create', '2'), other('create', '3')])).toEqual([
      'rewrite 0+3 ×3',
    ]);
    expect(edits([other('view', '1'), other('view', '2'), other('str_replace', '3')])).toEqual([]);
  });

  it('are found in a long case in time that grows as its steps do', () => {
    const text = 'abcdefghij'.repeat(2_000);
    expect(findRepeats(callsOf(text), [...text]).length).toBeGreaterThan(0);
  });
});
