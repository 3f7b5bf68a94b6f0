import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { buildChoiceShape } from '../../../../src/engine/models/workflow/workflowState.ts';
import { MARKET_ACTIONS } from '../../../../src/engine/models/workflow/workflowTerms.ts';
import { CALM, choice, code, llm, playOwn, textOf } from './own.ts';
import { action, exampleText, openAgents, playTicks, stateOf } from './playing.ts';

describe('the text before a prompt', () => {
  it('of an llm step has every action, its cost, and the form of the answer', async () => {
    const { script } = await playOwn({ steps: [llm()] }, ['wait'], 1, { material: 17, rework: 13 });
    const [system] = script.systems;
    for (const name of MARKET_ACTIONS) expect(system).toContain(`\n- ${name}: `);
    expect(system).toContain('for 17 scrip');
    expect(system).toContain('for 13 scrip');
    expect(JSON.parse(system.split('\n').at(-1)!)).toEqual({ action: 'make', note: 'one short sentence' });
  });

  it('of a transition step has the keys of its map, and no actions', async () => {
    const steps = [choice({ 'Go on': 'b', größer: 'a' }, { in_state: 'a' })];
    const { script } = await playOwn({ transitions: [['a', 'b']], steps }, ['go on']);
    expect(script.systems[0]).toMatch(/Answer with one of these words and nothing else: Go on, größer$/);
    expect(script.systems[0]).not.toContain('- make:');
  });
});

describe('the length of a prompt', () => {
  it('is known without the prompt: with white space at its ends, unknown names, and traits', async () => {
    const own = (prompt: string) => ({
      steps: [
        code("context['blank'] = ' \\n'\ncontext['list'] = [1, 'é']\ncontext['big'] = 'x' * 49990"),
        llm({ prompt }),
      ],
      traits: [{ name: 'trait', prompt: ' {blank}{nobody} \n', inject_into: ['do'] }],
    });
    for (const prompt of [
      ...['Do.', ' \n Do. ', '{blank}', '{blank} x{blank}', '{list}{agent_id} {{x}}', '{blank}\n{blank}'],
      ...[
        '{big}{big}',
        '{big}{big}{list}',
        '{big}{big}0123456789',
        '{big} {big}{big}',
        '  {big}{big}    {blank}',
      ],
    ]) {
      const run = await openAgents({ text: textOf(own(prompt)), parameters: CALM, setup: { agents: 1 } });
      for (let tick = 1; tick <= 3; tick++) {
        const [question] = stateOf(run).questions(tick);
        expect([prompt.slice(0, 40), question.promptLength]).toEqual([
          prompt.slice(0, 40),
          question.prompt.length,
        ]);
        await playTicks(run, 1);
      }
    }
  });
});

describe('the shape of an answer', () => {
  it('of an llm step is an action with a note', async () => {
    const { script } = await playOwn({ steps: [llm()] });
    const isHeld = new Ajv({ strict: false }).compile(script.asked[0].shape.schema!);
    for (const name of MARKET_ACTIONS) expect(isHeld(JSON.parse(action(name, 'why')))).toBe(true);
    for (const wrong of [{ action: 'dance', note: '' }, { action: 'make' }, { note: '' }, 'make'])
      expect(isHeld(wrong)).toBe(false);
  });

  it('of a transition step is one of its keys', async () => {
    const steps = [choice({ 'Go on': 'b', '"x" \\': 'b' }, { in_state: 'a' })];
    const { script } = await playOwn({ transitions: [['a', 'b']], steps }, ['go on']);
    const { shape } = script.asked[0];
    expect(shape).toEqual(buildChoiceShape(['Go on', '"x" \\']));
    const isHeld = new Ajv({ strict: false }).compile(shape.schema!);
    expect([isHeld({ choice: 'Go on' }), isHeld({ choice: '"x" \\' }), isHeld({ choice: 'go on' })]).toEqual([
      true,
      true,
      false,
    ]);
    // Strings of a grammar are written as in JSON, and this one holds JSON.
    const literals = [...shape.grammar.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([text]) => JSON.parse(text));
    expect(literals).toEqual(['{"choice":', '"Go on"', '"\\"x\\" \\\\"', '}']);
  });
});

describe('the template of a run', () => {
  it('is the first step that asks, with its components, unfilled', async () => {
    const run = await openAgents({ text: exampleText('pivoting') });
    const { system, user } = run.state.template!;
    expect(system).toContain('Answer with one JSON object');
    expect(user).toMatch(/^You are \{agent_id\}\. Balance: \{balance\},\nat most \{best\} so far\./);
    expect(user).toMatch(/Answers like\n\{"action": "rework"\} are not for you\.$/);
  });

  it('of a workflow without questions is empty', async () => {
    expect((await openAgents({ text: textOf({}) })).state.template?.user).toBe('');
  });
});
