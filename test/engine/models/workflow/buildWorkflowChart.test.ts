import { describe, expect, it } from 'vitest';
import { choice, type Parts, textOf } from './own.ts';
import { exampleText, openAgents, playTicks } from './playing.ts';

/** The chart's transitions, for instance `a > b: go`; wildcards in brackets, those with a condition with `?`. */
async function transitionsOf(parts: Parts): Promise<readonly string[]> {
  const { definition } = (await openAgents({ text: textOf(parts) })).machine.chart;
  return definition.transitions.map(({ source, target, trigger, guard, wildcard }) => {
    const line = `${source} > ${target}: ${trigger}${guard ? '?' : ''}`;
    return wildcard ? `(${line})` : line;
  });
}

describe('the chart of a workflow', () => {
  it('has a transition for each edge, in the order of the text, named by its condition', async () => {
    const transitions = [
      ['b', 'a', 'balance > 5'],
      ['a', 'b'],
    ] as const;
    expect(await transitionsOf({ transitions })).toEqual(['b > a: balance > 5?', 'a > b: always']);
  });

  it('has a transition for a wildcard from each other state', async () => {
    const states = ['a', 'b', 'c'];
    expect(await transitionsOf({ states, transitions: [['*', 'b', 'tick > 1']] })).toEqual([
      '(a > b: tick > 1?)',
      '(c > b: tick > 1?)',
    ]);
  });

  it('has no transition from a state to itself', async () => {
    const transitions = [
      ['a', 'a'],
      ['a', 'b'],
    ] as const;
    expect(await transitionsOf({ transitions })).toEqual(['a > b: always']);
  });

  it('has an author’s words for an edge, which change nothing in the run', async () => {
    const text = exampleText('completed');
    const told = text.replace(
      'to: "ideating"\n',
      'to: "ideating"\n        label: has looked\n        description: knows the market\n',
    );
    const { definition } = (await openAgents({ text: told })).machine.chart;
    expect(definition.transitions[0]).toMatchObject({
      trigger: 'has_context',
      words: { label: 'has looked', description: 'knows the market' },
    });
    expect(definition.transitions.slice(1).some(({ words }) => words !== undefined)).toBe(false);
    // The text itself is another one, and with it where the hash starts from.
    const rowsOf = async (source: string) => {
      const { chain: _, ...rows } = (
        await playTicks(await openAgents({ text: source }), 20)
      ).machine.log.save();
      return rows;
    };
    expect(await rowsOf(told)).toEqual(await rowsOf(text));
  });

  it('names an edge by the key of the map that leads along it', async () => {
    const transitions = [
      ['a', 'b'],
      ['b', 'a', 'tick > 1'],
      ['*', 'b'],
    ] as const;
    const steps = [choice({ go: 'b', on: 'b' }, { in_state: 'a' })];
    expect(await transitionsOf({ transitions, steps })).toEqual([
      'a > b: go',
      'b > a: tick > 1?',
      '(a > b: always)',
    ]);
  });
});
