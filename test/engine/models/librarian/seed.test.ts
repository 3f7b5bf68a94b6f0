import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../../src/engine/models/librarian/inputs/agentConfig.ts';
import {
  act,
  ask,
  openNoted,
  openReaders,
  play,
  playOut,
  Script,
  SHORT,
  stateOf,
  think,
  valuesIn,
} from './reading.ts';
import { SPECIFICATION } from './specification.ts';

const { add, remove, load, save } = SPECIFICATION;
const PERSONALITY = 'adventurous, nature-loving, 25 years old';
const PLOT = "Alice discovers mysterious letter in grandmother's attic";
const BACKGROUND = 'raised at Larkfield House by her grandmother';
const MEMORY = {
  working_memory: { character_bob_old_description: 'slow, exact, fond of pockets' },
  storage: { character_alice_background: BACKGROUND },
};
const asXml = (json: string): string => {
  const { type, tags, value } = JSON.parse(json).action;
  return act(type, tags, value);
};
const EXECUTING = JSON.stringify({ agent: { next_state: 'executing', thinking_log: 'Now.' } });

describe('the examples of the specification', () => {
  const all = [add, remove, load, save];
  it.each([
    ['as the JSON that they are', all, EXECUTING],
    ['as XML', all.map(asXml), think('executing', 'Now.')],
  ])('end with the memory that they imply, %s', async (_, actions, executing) => {
    const answers = actions.flatMap(action => [executing, action]);
    const { run, steps } = await play(answers, { memory: MEMORY });
    expect(steps.map(({ next, error }) => [next, error])).toEqual(
      all.flatMap(() => [
        ['executing', null],
        ['thinking', null],
      ]),
    );
    expect(steps.flatMap(({ kind, result }) => (kind === 'action' ? [result] : []))).toEqual([
      'character_alice_personality added, 18 tokens',
      'character_bob_old_description removed, 15 tokens',
      'character_alice_background loaded, 18 tokens',
      'story_plot_chapter1 saved, 20 tokens',
    ]);
    expect(valuesIn(run, 'working')).toEqual({
      character_alice_personality: PERSONALITY,
      character_alice_background: BACKGROUND,
    });
    expect(valuesIn(run, 'storage')).toEqual({
      character_alice_background: BACKGROUND,
      story_plot_chapter1: PLOT,
    });
  });

  it('of a load that finds nothing say so, and change nothing', async () => {
    const { run, steps } = await play([EXECUTING, load]);
    expect(steps[1].result).toBe('character_alice_background not found in storage');
    expect([valuesIn(run, 'working'), valuesIn(run, 'storage')]).toEqual([{}, {}]);
  });

  it('of answers are read as they stand: their words are neither a state nor an action', async () => {
    const { thinkingAnswer, executingAnswer } = SPECIFICATION;
    const { steps } = await play([thinkingAnswer, EXECUTING, executingAnswer]);
    expect(steps[0]).toMatchObject({
      kind: 'thought',
      thought: 'Reasoning and analysis content',
      error: 'invalid state "thinking|executing", reset to thinking',
    });
    expect(steps[2]).toMatchObject({ kind: 'refused', mended: ['read as JSON', 'its JSON was repaired'] });
    expect(steps[2].error).toMatch(
      /^"working_memory_add\|working_memory_remove\|.+" is no action; there is: /,
    );
  });

  it('of memory are read as memory.json, and written again unchanged', async () => {
    const run = await openReaders({ memory: SPECIFICATION.memory });
    expect(valuesIn(run, 'working')).toEqual({ key1: 'value1', key2: 'value2' });
    expect(valuesIn(run, 'storage')).toEqual({ persistent_key1: 'persistent_value1' });
    expect(ask(run, 'memoryFile', { agent: 0, tick: null }).text).toBe(`${SPECIFICATION.memory}\n`);
  });
});

describe('each configuration of the specification', () => {
  const plain = ['base', 'thinking', 'executing', 'thinkingLog', 'limits', 'iterate'] as const;
  it.each(plain)(
    'is accepted without a note, at its root or under agent, and is the default: %s',
    async name => {
      const usual = await openReaders();
      for (const text of [SPECIFICATION[name], `{"agent": ${SPECIFICATION[name]}}`]) {
        const { run, notes } = await openNoted({ config: text });
        expect(notes).toEqual([SHORT]);
        expect(stateOf(run).parameters).toEqual(stateOf(usual).parameters);
        expect(stateOf(run).inputs.config).toEqual(DEFAULT_CONFIG);
      }
    },
  );

  it.each(['base', 'thinking', 'executing'] as const)(
    'is accepted under agent.state.%s.prompt',
    async name => {
      const { run, notes } = await openNoted({
        config: `{"agent": {"state": {"${name}": {"prompt": ${SPECIFICATION[name]}}}}}`,
      });
      expect(notes).toEqual([SHORT]);
      expect(stateOf(run).inputs.config).toEqual(DEFAULT_CONFIG);
    },
  );

  it('stands word for word in the prompts', async () => {
    const { script } = await play([think('executing'), act('storage_load', 'a')]);
    const base = JSON.parse(SPECIFICATION.base);
    const states = JSON.parse(SPECIFICATION.thinking).state_description;
    const actions = JSON.parse(SPECIFICATION.executing).available_actions;
    for (const [i, state] of (['thinking', 'executing'] as const).entries()) {
      expect(script.systems[i]).toContain(base.role);
      expect(script.systems[i]).toContain(base.instructions);
      expect(script.systems[i]).toContain(`You are in ${state} state. ${states[state]}`);
      for (const [type, what] of Object.entries(actions))
        expect(script.systems[i]).toContain(`- ${type}: ${what}`);
    }
  });
});

describe('the cycle of the specification', () => {
  it('puts one question to each agent', async () => {
    const run = await openReaders({ source: null, setup: { agents: 4 } });
    const script = new Script(think('executing'), add);
    await playOut(run, script, 6);
    for (let tick = 1; tick <= 6; tick++) {
      const agents = script.asked.filter(question => question.tick === tick).map(({ agent }) => agent);
      expect(agents).toEqual([0, 1, 2, 3]);
    }
  });
});
