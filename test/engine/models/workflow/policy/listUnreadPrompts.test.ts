import { describe, expect, it } from 'vitest';
import { listUnreadPrompts } from '../../../../../src/engine/models/workflow/policy/listUnreadPrompts.ts';
import { exampleText, openAgents, playTicks, stateOf } from '../playing.ts';

const TEXT = exampleText('completed');
const changed = (...pairs: readonly (readonly [before: string, after: string])[]) =>
  pairs.reduce((text, [before, after]) => {
    expect(text).toContain(before);
    return text.replace(before, after);
  }, TEXT);
/** All that agents decided; the hash covers the text itself as well. */
async function decisionsOf(text: string) {
  const run = await playTicks(await openAgents({ text, setup: { agents: 12 } }), 60);
  return [...stateOf(run).ledger.rows].map(({ tick, agent, answer, result }) => [
    tick,
    agent,
    answer,
    result,
  ]);
}

describe('prompts that the built-in policy does not read', () => {
  it('are named if their words change, variables and components included, and the run stays the same', async () => {
    const text = changed(
      ['Think of one thing to make', 'You are a poet: think of a verse'],
      ['Success rate: {success_rate}.', 'Balance: {balance}.'],
      ['=== GOAL: Maximize scrip ===', '=== GOAL: Be kind ==='],
    );
    expect(listUnreadPrompts(TEXT, text)).toEqual(['observe', 'ideate', 'strategic_reflect']);
    expect(await decisionsOf(text)).toEqual(await decisionsOf(TEXT));
    const careful = exampleText('careful');
    expect(listUnreadPrompts(careful, careful.replace('You spend only', 'Spend only'))).toEqual([
      'wait_for_scrip',
      'think_of_something',
      'make_it',
    ]);
  });

  it('are none that change what it finds in them, and then the run is another one', async () => {
    const text = changed(['Make an artifact, or', 'Make a new artifact, or']);
    expect(listUnreadPrompts(TEXT, text)).toEqual([]);
    expect(await decisionsOf(text)).not.toEqual(await decisionsOf(TEXT));
    expect(
      listUnreadPrompts(TEXT, changed(['continue, pivot, or ship', 'continue, pivot, or rest'])),
    ).toEqual([]);
  });

  it('are none of a text that cannot be read, of new steps, and where only conditions or code change', () => {
    expect(listUnreadPrompts(TEXT, `${TEXT}\nx`)).toEqual([]);
    expect(listUnreadPrompts(TEXT, changed(['name: ideate', 'name: imagine']))).toEqual([]);
    expect(listUnreadPrompts(TEXT, changed(['success_rate < 0.3', 'success_rate < 0.2']))).toEqual([]);
  });
});
