import { describe, expect, it } from 'vitest';
import { explainAgentMoment } from '../../../../src/engine/explain/explainAgentMoment.ts';
import { documentText, playTo } from '../../play.ts';
import { ASKING } from './nestedText.ts';
import { CALM, code, llm, type Parts, pathOf, playOwn, textOf } from './own.ts';
import { action, ask, openAgents, play, playTicks, stateOf, variableOf, warningsOf } from './playing.ts';

const artifact = (name: string, source: string) => ({ name, code: source });
const edgeIf = (condition: string): NonNullable<Parts['transitions']> => [['a', 'b', condition]];
const JUDGE = artifact('judge', 'def run(n, least=2):\n  return n >= least and balance > 0');

/** Warnings with their places and counts. */
const placedWarningsOf = (run: Awaited<ReturnType<typeof playOwn>>['run']) =>
  stateOf(run).ledger.warnings.all.map(({ message, line, column, times }) => ({
    message,
    line,
    column,
    times,
  }));

describe('a condition that asks an artifact', () => {
  it('opens an edge once the artifact answers so', async () => {
    const { run } = await playOwn(
      { artifacts: [JUDGE], transitions: edgeIf("invoke('judge', tick, least=3)") },
      ['wait'],
      5,
    );
    expect(pathOf(run)).toEqual(["3 a > b: invoke('judge', tick, least=3)"]);
    expect(warningsOf(run)).toEqual([]);
  });

  it('lets a step run, in its run_if', async () => {
    const steps = [
      llm({ run_if: "invoke('judge', tick)" }),
      code("context['n'] = tick", { run_if: "not invoke('judge', tick)" }),
    ];
    const { script, run } = await playOwn({ artifacts: [JUDGE], steps }, ['wait'], 3);
    expect(script.asked.map(({ tick }) => tick)).toEqual([2, 3]);
    expect(variableOf(run, 'n')).toBe(1n);
  });

  it('gives the artifact what it sees itself: after the action, and after the code of the turn', async () => {
    const seer = artifact(
      'seer',
      "def run():\n  return last_action == 'make' and mood == 'fine' and state == 'a'",
    );
    const steps = [code("context['mood'] = 'fine'"), llm()];
    const { run } = await playOwn({ artifacts: [seer], transitions: edgeIf("invoke('seer')"), steps }, [
      action('make'),
    ]);
    expect(pathOf(run)).toEqual(["1 a > b: invoke('seer')"]);
  });

  it('may compute its name', async () => {
    const steps = [code("context['who'] = 'judge' if tick > 1 else 'nobody'")];
    const { run } = await playOwn(
      { artifacts: [JUDGE], transitions: edgeIf('invoke(who, 5)'), steps },
      [''],
      2,
    );
    expect(pathOf(run)).toEqual(['2 a > b: invoke(who, 5)']);
    expect(warningsOf(run)).toEqual([
      "condition “invoke(who, 5)” is taken as false: LookupError: no artifact is called 'nobody'",
    ]);
  });

  it('leaves no trace in the variables, whatever the artifact does', async () => {
    const meddler = artifact(
      'meddler',
      "def run(given):\n  given.append(2)\n  context['list'].append(3)\n  return len(list_of(given)) > 3\ndef list_of(l):\n  return l",
    );
    const steps = [code("context['list'] = [1]", { run_if: 'tick == 1' })];
    const { run } = await playOwn(
      { artifacts: [meddler], transitions: edgeIf("invoke('meddler', context['list'])"), steps },
      [''],
      4,
    );
    expect(variableOf(run, 'list')).toMatchObject({ items: [1n] });
    expect([pathOf(run), warningsOf(run)]).toEqual([[], []]);
  });
});

describe('a question that fails', () => {
  it.each([
    ['a missing artifact', "invoke('nobody')", "LookupError: no artifact is called 'nobody'"],
    [
      'an error',
      "invoke('broken')",
      'artifact “broken” breaks off in line 4: ZeroDivisionError: a division by zero',
    ],
    ['an unset name', "invoke('lost')", 'artifact “lost” breaks off in line 8: nothing has set “fame” yet'],
    [
      'an endless loop',
      "invoke('loop')",
      'artifact “loop” breaks off in line 13: LimitError: more than 10000 steps',
    ],
    [
      'an endless circle',
      "invoke('circle')",
      'artifact “circle” breaks off in line 16: LimitError: functions call each other more than 400 levels deep',
    ],
    [
      'wrong values',
      "invoke('loop', 1)",
      'artifact “loop” breaks off in line 12: TypeError: run takes 0 values, not 1',
    ],
  ])(
    'makes the condition false, with a warning that has the place, each time: %s',
    async (_, condition, why) => {
      const text = `artifacts:
  - name: broken
    code: |
      def run(): return 1 / 0

  - name: lost
    code: |
      def run(): return fame

  - name: loop
    code: |
      def run():
         while True: pass
  - name: circle
    code: |
      def run(): return invoke('circle')
workflow:
  state_machine:
    states: [a, b]
    initial_state: a
    transitions:
      - {from: a, to: b, condition: "${condition}"}
`;
      const { run } = await play(text, 3, [''], { parameters: CALM });
      expect(pathOf(run)).toEqual([]);
      const [warning, ...more] = placedWarningsOf(run);
      expect(more).toEqual([]);
      expect(warning).toMatchObject({ line: 22, column: 38, times: 3 });
      expect(warning.message).toBe(`condition “${condition}” is taken as false: ${why}`);
    },
  );

  it('charges the agent’s share of the tick: the rest of its code does not run', async () => {
    const loop = artifact('loop', 'def run():\n  while True: pass');
    const parts: Parts = {
      artifacts: [loop],
      transitions: edgeIf("tick > 1 or invoke('loop')"),
      steps: [code('pass', { run_if: "invoke('loop')" }), code("context['n'] = tick", { name: 'late' })],
    };
    const run = await playTicks(
      await openAgents({ text: textOf(parts), parameters: CALM, setup: { agents: 500 } }),
      2,
    );
    // A five-hundredth of a tick is a thousand steps, which the first question takes: all later conditions are false.
    expect([pathOf(run), variableOf(run, 'n')]).toEqual([[], undefined]);
    expect(placedWarningsOf(run)).toMatchObject([
      { message: expect.stringContaining('the share of each of 500 agents'), times: 1000 },
    ]);
  });
});

describe('the inspector of a turn', () => {
  const parts: Parts = {
    artifacts: [JUDGE, artifact('guard', "def run(n):\n  return invoke('judge', n)")],
    transitions: edgeIf("invoke('guard', successes)"),
    steps: [llm({ run_if: "invoke('judge', tick, least=1)" })],
  };

  it('has who was asked, by whom, with what, and the answer, at the head and in the past', async () => {
    const { run } = await playOwn(parts, ['make'], 2);
    const line = (condition: string) =>
      textOf(parts)
        .slice(0, textOf(parts).indexOf(JSON.stringify(condition)))
        .split('\n').length;
    const [step, edge] = ["invoke('judge', tick, least=1)", "invoke('guard', successes)"];
    const judge = { artifact: 'judge', failure: null };
    const at = (tick: number, successes: number, answer: string) => [
      {
        condition: step,
        line: line(step),
        total: 1,
        listed: [{ ...judge, given: `${tick}, least=1`, by: null, answer: 'True' }],
      },
      {
        condition: edge,
        line: line(edge),
        total: 2,
        listed: [
          { artifact: 'guard', given: `${successes}`, by: null, answer, failure: null },
          { ...judge, given: `${successes}`, by: 'guard', answer },
        ],
      },
    ];
    expect(ask(run, 'turn', { agent: 0, tick: 1 })?.asked).toEqual(at(1, 1, 'False'));
    expect(ask(run, 'turn', { agent: 0, tick: 2 })?.asked).toEqual(at(2, 2, 'True'));
  });

  it('has the answer where an edge is explained, with the variables that the artifact reads', async () => {
    const { run } = await playOwn(parts, ['make'], 2);
    const { links } = explainAgentMoment(run, await run.state.loadReports(), 0, null);
    expect(links.find(({ kind }) => kind === 'open')?.said).toMatch(
      /^the edge a → b was open: invoke\('guard', successes\) was true \(successes 2, balance \d+, guard\(2\) answered True\)$/,
    );
  });

  it('has the failure in place of an answer', async () => {
    const { run } = await playOwn({ artifacts: [JUDGE], transitions: edgeIf("invoke('judge', 'x')") });
    expect(ask(run, 'turn', { agent: 0, tick: 1 })?.asked[0].listed).toEqual([
      {
        artifact: 'judge',
        given: "'x'",
        by: null,
        answer: null,
        failure: expect.stringMatching(/^TypeError: /),
      },
    ]);
  });
});

describe('the workflow on the page that asks artifacts', () => {
  it('plays alike from the start, from a saved state and when it looks back', async () => {
    const given = { text: ASKING, setup: { agents: 12 } };
    const [one, other] = [await playTo(await openAgents(given), 60), await openAgents(given)];
    expect(warningsOf(one)).toEqual([]);
    expect(stateOf(one).world.totals.sold).toBeGreaterThan(20);
    await playTo(other, 30);
    const turns = [1, 12, 30].map(tick => ask(other, 'turn', { agent: 3, tick }));
    await playTo(other, 60);
    expect(documentText(other)).toBe(documentText(one));
    expect([1, 12, 30].map(tick => ask(one, 'turn', { agent: 3, tick }))).toEqual(turns);
  });

  it('asks in its edges and in its traits, and both answers occur', async () => {
    const run = await playTo(await openAgents({ text: ASKING, setup: { agents: 12 } }), 60);
    const turns = Array.from({ length: 12 * 60 }, (_, i) =>
      ask(run, 'turn', { agent: i % 12, tick: 1 + Math.floor(i / 12) }),
    );
    const calls = turns.flatMap(turn => turn?.asked ?? []).flatMap(({ listed }) => listed);
    const answersOf = (name: string) =>
      new Set(calls.filter(call => call.artifact === name).map(({ answer }) => answer));
    expect([answersOf('is_promising'), answersOf('can_spend')]).toEqual([
      new Set(['True', 'False']),
      new Set(['True', 'False']),
    ]);
    const components = turns.flatMap(turn => turn?.question?.components ?? []);
    expect(new Set(components.map(({ isInjected }) => isInjected))).toEqual(new Set([true, false]));
  });
});
