import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { sha256OfText } from '#sha256';
import { buildRunDocumentJsonSchema } from '../../../../../src/engine/models/buildRunDocumentJsonSchema.ts';
import { workflowDocumentSchema } from '../../../../../src/engine/models/workflow/reports/workflowRecord.ts';
import { EXAMPLE_DIGESTS, EXAMPLES } from '../../../../../src/engine/models/workflow/workflowTerms.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { documentText, logRows } from '../../../play.ts';
import { choice, code, llm, playOwn, textOf } from '../own.ts';
import { action, exampleText, LATE, openAgents, play, playTicks, stateOf } from '../playing.ts';

const parsed = (run: Run) => workflowDocumentSchema.parse(JSON.parse(documentText(run)));
const isPublished = new Ajv2020({ strict: false, validateFormats: false }).compile(
  await buildRunDocumentJsonSchema(),
);

describe('the document of a run of a workflow', () => {
  it.each(EXAMPLES)('is one that the published schema allows: %s', async preset => {
    const run = await playTicks(await openAgents({ setup: { preset } }), 60);
    expect([isPublished(JSON.parse(documentText(run))), isPublished.errors]).toEqual([true, null]);
    expect(parsed(run).hash).toBe(run.hash);
  });

  it('fits it before the first tick', async () => {
    expect(isPublished(JSON.parse(documentText(await openAgents())))).toBe(true);
  });

  it('fits it with everything that can go wrong', async () => {
    const steps = [
      code("context['x'] = tick\nif tick == 2:\n  context['y'] = 1 / 0", { on_failure: 'skip' }),
      llm({ in_state: 'a', prompt: '{no}', max_retries: 1 }),
      choice({ go: 'a', stay: 'b' }, { in_state: 'b', on_failure: 'fail' }),
    ];
    const answers = ['what?', LATE, action('make', 'a "note"\n'), 'wait', 'neither'] as const;
    const { run } = await playOwn(
      {
        transitions: [
          ['a', 'b', 'tick > 4 or nobody'],
          ['*', 'a', 'False'],
          ['b', 'a'],
        ],
        steps,
      },
      answers,
      5,
    );
    expect(isPublished(JSON.parse(documentText(run)))).toBe(true);
    const { decisions, agents, warnings, artifacts } = parsed(run);
    expect(
      decisions.map(({ tick, step, outcome, failure, source }) => [tick, step, outcome, failure, source]),
    ).toEqual([
      [1, 'do', 'retry', 'unreadable', 'ollama'],
      [2, 'reckon', 'skipped', 'code', 'chart'],
      [2, 'do', 'gave_up', 'unanswered', 'late'],
      [3, 'do', 'done', null, 'ollama'],
      [4, 'do', 'done', null, 'ollama'],
      [5, 'do', 'retry', 'unreadable', 'ollama'],
    ]);
    expect(agents[0].variables).toMatchObject({ x: { value: '5', step: 'reckon', tick: 5 } });
    expect(warnings.map(({ agent_id, times }) => [agent_id, times])).toEqual([
      ['agent_001', 5],
      ['agent_001', 1],
      ['agent_001', 3],
    ]);
    expect(artifacts).toMatchObject([
      { artifact: 'artifact_001', maker: 'agent_001', events: [{ event: 'made' }] },
    ]);
  });

  it('has the workflow in it, line by line', async () => {
    const text = `# Größe\n${textOf({ steps: [llm()] })}\n\n`;
    const { run } = await play(text, 1, ['wait']);
    const { workflow, config } = parsed(run);
    expect(workflow.map(({ line }) => line)).toEqual(workflow.map((_, i) => i + 1));
    expect(workflow.map(line => line.text).join('\n')).toBe(text);
    expect(config.workflow).toEqual({ name: 'own.yaml', count: 1, sha256: sha256OfText(text) });
  });

  it('has its rows in the order in which they happened', async () => {
    const run = await playTicks(await openAgents(), 80);
    const { decisions, artifacts, transitions } = parsed(run);
    expect(decisions.map(({ tick }) => tick)).toEqual(
      decisions.map(({ tick }) => tick).toSorted((a, b) => a - b),
    );
    expect(artifacts.map(({ artifact }) => artifact)).toEqual(
      artifacts.map(({ artifact }) => artifact).toSorted(),
    );
    for (const { events } of artifacts)
      expect(events.map(({ tick }) => tick)).toEqual(
        events.map(({ tick }) => tick).toSorted((a, b) => a - b),
      );
    expect(transitions.tick).toHaveLength(logRows(run).length);
  });

  it('agrees between agents and artifacts, and between moves and decisions', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'pivoting' } }), 120);
    const { agents, artifacts, decisions } = parsed(run);
    for (const { agent_id, made, sold, bought, balance, earned, spent, asked, tokens, hand } of agents) {
      const own = artifacts.filter(({ maker }) => maker === agent_id);
      const salesOf = (of: typeof artifacts) => of.filter(({ events }) => events.at(-1)!.event === 'sold');
      const purchases = artifacts.filter(({ events }) =>
        events.some(({ event, buyer }) => event === 'sold' && buyer === agent_id),
      );
      expect([made, sold, bought]).toEqual([own.length, salesOf(own).length, purchases.length]);
      const sum = (of: typeof artifacts) => of.reduce((all, { price }) => all + price, 0);
      const count = (kind: string) =>
        own.flatMap(({ events }) => events.filter(({ event }) => event === kind)).length;
      expect([earned, spent]).toEqual([
        sum(salesOf(own)),
        6 * made + 2 * count('reworked') + 4 * count('returned'),
      ]);
      expect(balance).toBe(100 + 120 + earned - spent - sum(purchases));
      const rows = decisions.filter(row => row.agent_id === agent_id);
      expect(asked).toBe(rows.filter(({ source }) => source !== 'chart').length);
      expect(tokens).toBe(rows.reduce((all, { tokens_in, tokens_out }) => all + tokens_in + tokens_out, 0));
      const last = own.at(-1);
      const isGone = last === undefined || ['sold', 'dropped'].includes(last.events.at(-1)!.event);
      expect(hand.artifact).toBe(isGone ? null : last.artifact);
    }
    for (const { agent, tick, context, from, to } of logRows(run)) {
      if (context === 0) continue;
      const row = decisions[context - 1];
      expect([row.agent_id, row.tick, row.state]).toEqual([
        `agent_${String(agent + 1).padStart(3, '0')}`,
        tick,
        from,
      ]);
      if (row.target !== null && row.outcome === 'done') expect(row.target).toBe(to);
    }
  });

  it('keeps variables with the names that every object has', async () => {
    const names = ['__proto__', 'constructor', 'toString', '7', 'a b'];
    const steps = [
      code(names.map((name, i) => `context['${name}'] = ${i}`).join('\n')),
      llm({ prompt: '{__proto__} {toString}' }),
    ];
    const { run, script } = await playOwn({ steps });
    expect(script.prompts).toEqual(['0 2']);
    const [{ variables }] = JSON.parse(documentText(run)).agents;
    for (const [i, name] of names.entries())
      expect(Object.getOwnPropertyDescriptor(variables, name)?.value).toEqual({
        value: String(i),
        step: 'reckon',
        tick: 1,
      });
    parsed(run);
  });
});

describe('the bundled workflows', () => {
  it.each(EXAMPLES)('have the digests by which they are known: %s', async name => {
    expect(EXAMPLE_DIGESTS[name]).toBe(sha256OfText(exampleText(name)));
    const run = await openAgents({ setup: { preset: name } });
    expect(run.config.inputInfo.workflow).toEqual({
      name: `${name}.yaml`,
      count: stateOf(run).inputs.workflow.steps.length,
      sha256: EXAMPLE_DIGESTS[name],
    });
  });
});
