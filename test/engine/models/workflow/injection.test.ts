import { describe, expect, it } from 'vitest';
import { choice, code, llm, type Parts, playOwn } from './own.ts';
import { ask, stateOf, warningsOf } from './playing.ts';

const trait = (
  name: string,
  condition: string | boolean | undefined,
  prompt = `${name}.`,
  inject_into = ['do'],
) => ({
  name,
  prompt,
  inject_into,
  ...(condition !== undefined && { condition }),
});

describe('a component with a condition', () => {
  it('is injected when the prompt is built, after the code of the turn, if the condition holds', async () => {
    const steps = [code("context['n'] = context.get('n', 0) + 1"), llm()];
    const traits = [
      trait('always', undefined),
      trait('early', 'n < 3'),
      trait('late', 'n > 1'),
      trait('true', true),
    ];
    const { script } = await playOwn({ steps, traits }, ['wait'], 3);
    expect(script.prompts).toEqual([
      'Do.\n\nalways.\n\nearly.\n\ntrue.',
      'Do.\n\nalways.\n\nearly.\n\nlate.\n\ntrue.',
      'Do.\n\nalways.\n\nlate.\n\ntrue.',
    ]);
    expect(script.asked.map(({ promptLength }) => promptLength)).toEqual(
      script.prompts.map(({ length }) => length),
    );
  });

  it('may ask an artifact', async () => {
    const artifacts = [{ name: 'is_late', code: 'def run(least):\n  return tick > least' }];
    const { script } = await playOwn(
      { artifacts, steps: [llm()], traits: [trait('late', "invoke('is_late', 1)")] },
      ['wait'],
      2,
    );
    expect(script.prompts).toEqual(['Do.', 'Do.\n\nlate.']);
  });

  it('that fails is not injected, and counted with its place', async () => {
    const parts: Parts = {
      steps: [llm()],
      traits: [trait('odd', "1 / (tick - tick) > 0 or invoke('nobody')")],
    };
    const { script, run } = await playOwn(parts, ['wait'], 3);
    expect(script.prompts).toEqual(['Do.', 'Do.', 'Do.']);
    expect(stateOf(run).ledger.warnings.all).toMatchObject([
      {
        message: expect.stringMatching(/^condition “1 .*” is taken as false: ZeroDivisionError/),
        times: 3,
        line: 27,
      },
    ]);
  });

  it('is not evaluated for a step that does not ask, and its unknown names count only if it is injected', async () => {
    const traits = [
      trait('other', 'unheard_of', 'Other.', ['not_asked']),
      trait('rare', 'tick > 5', '{nobody}'),
    ];
    const { run } = await playOwn({ steps: [llm(), llm({ name: 'not_asked' })], traits }, ['wait'], 2);
    expect(warningsOf(run)).toEqual([]);
  });

  it('adds the answers that it lists to those of the built-in policy only if it is injected', async () => {
    const steps = [choice({ go: 'b', stay: 'a' }, { in_state: 'a', prompt: 'Well?' })];
    const traits = [trait('list', 'tick > 5', 'Respond with: leave, or stay', ['choose'])];
    const { run } = await playOwn({ transitions: [['a', 'b']], steps, traits }, [''], 1, {}, { agents: 8 });
    const [question] = stateOf(run).questions(2);
    const said = JSON.stringify(run.state.policy(question));
    expect(said).toMatch(/go|stay/);
    expect(said).not.toContain('leave');
  });

  it('is shown with its condition and the values that it read, injected or not', async () => {
    const artifacts = [{ name: 'is_late', code: 'def run(least):\n  return tick > least' }];
    const traits = [
      trait('plain', undefined),
      trait('late', "invoke('is_late', 1)"),
      trait('early', 'tick < 2 and 1'),
    ];
    const { run } = await playOwn({ artifacts, steps: [llm()], traits }, ['wait'], 2);
    const components = (tick: number) => ask(run, 'turn', { agent: 0, tick })?.question?.components;
    const plain = { name: 'plain', isInjected: true, condition: null, reads: '' };
    const late = { name: 'late', condition: "invoke('is_late', 1)" };
    const early = { name: 'early', condition: 'tick < 2 and 1' };
    expect(components(1)).toEqual([
      plain,
      { ...late, isInjected: false, reads: 'tick 1, is_late(1) answered False' },
      { ...early, isInjected: true, reads: 'tick 1' },
    ]);
    expect(components(2)).toEqual([
      plain,
      { ...late, isInjected: true, reads: 'tick 2, is_late(1) answered True' },
      { ...early, isInjected: false, reads: 'tick 2' },
    ]);
  });
});
