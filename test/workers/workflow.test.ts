import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import type { Files } from '../../src/engine/files/namedFile.ts';
import { workflowQueries } from '../../src/engine/models/workflow/reports/workflowQueries.ts';
import type { WorkflowDocument } from '../../src/engine/models/workflow/reports/workflowRecord.ts';
import { WORKFLOW } from '../../src/engine/models/workflow/workflowSpec.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { fileOf, SHOPKEEPER } from '../engine/models/workflow/shopkeeper.ts';
import hashes from '../fixtures/workflow-hashes.json';
import { IS_LONG } from '../runs.ts';
import { Page as EnginePage, sha256 } from './page.ts';

const STANDARD = createDefaultSetup(WORKFLOW);
const OWN: Setup = { ...STANDARD, own: ['workflow'], agents: 4 };
/** More rounds than any run lasts. */
const FAR = 1_000;

class Page extends EnginePage {
  async open(setup: Partial<Setup> = {}, given: Files = {}) {
    return this.api.open({ ...STANDARD, ...setup }, given, null);
  }

  async parsed(): Promise<WorkflowDocument> {
    return JSON.parse(await this.document());
  }
}

async function opened(setup: Partial<Setup> = {}, given: Files = {}): Promise<Page> {
  const page = new Page();
  await page.open(setup, given);
  return page;
}

describe('the worker', () => {
  // One of each kind is enough here: Node plays all of them.
  it.each(hashes.runs.filter(({ seed }) => IS_LONG || seed === 1))(
    'gives the hash and the document that Node gives: $preset, seed $seed',
    async ({ preset, seed, hash, document }) => {
      const page = await opened({ preset, seed });
      await page.api.runTo(FAR);
      expect(await page.hashAt(200)).toBe(hash);
      expect(await sha256(await page.bytes())).toBe(document);
      expect(page.failures).toEqual([]);
    },
  );

  it('sends the chart of the open workflow', async () => {
    const page = new Page();
    const { chart } = await page.open(OWN, fileOf(SHOPKEEPER));
    expect(chart.states).toEqual(['resting', 'crafting', 'selling']);
    expect(chart.transitions.filter(({ wildcard }) => wildcard).map(({ source }) => source)).toEqual([
      'crafting',
      'selling',
    ]);
    const other = await page.open();
    expect(other.chart.states).toContain('shipping');
  });

  it('repeats a run of the user’s own workflow from its document alone', async () => {
    const page = await opened(OWN, fileOf(SHOPKEEPER));
    await page.api.runTo(60);
    const bytes = await page.bytes();
    const { setup, files, rounds, hash } = await page.api.readRecording({ name: 'run.json', bytes });
    const again = new Page();
    await again.api.readRecording({ name: 'run.json', bytes });
    await again.api.open(setup, files, null);
    await again.api.runTo(rounds);
    expect(await again.hashAt(rounds)).toBe(hash);
  });

  it('reports that the workflow of a document was changed, and how', async () => {
    const page = await opened(OWN, fileOf(SHOPKEEPER));
    const text = new TextDecoder().decode(await page.bytes());
    const changed = text.replaceAll('max_retries: 1', 'max_retries: 2');
    expect(changed).not.toBe(text);
    const again = new Page();
    const bytes = new TextEncoder().encode(changed);
    const { setup, files } = await again.api.readRecording({ name: 'run.json', bytes });
    await expect(again.api.open(setup, files, null)).rejects.toThrow(
      /^the document was changed after it was written: config\.workflow\.sha256 is "[0-9a-f]{8}…", and would be "[0-9a-f]{8}…" by the workflow that it holds$/,
    );
  });
});

describe('a workflow that cannot be run', () => {
  it('is refused with every line and column, and the run that was there goes on to its hash', async () => {
    const [{ preset, seed, hash }] = hashes.runs;
    const page = await opened({ preset, seed });
    await page.api.runTo(40);
    const wrong = SHOPKEEPER.replace('to: selling,', 'to: seling,').replace(
      'max_retries: 1',
      'max_retries: -1',
    );
    const error: Error = await page.open(OWN, fileOf(wrong)).then(
      () => expect.fail('it was opened'),
      reason => reason,
    );
    expect(error.message.split('\n')).toEqual([
      'shop.yaml has 2 mistakes:',
      'line 8, column 30: no state is called “seling”; did you mean “selling”?',
      'line 27, column 20: “max_retries” is a whole number from 0 to 1000, not “-1”',
    ]);
    const { problems } = await workflowQueries.ask(page.api, 'checkWorkflow', wrong);
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(2);
    await page.api.runTo(FAR);
    expect(await page.hashAt(200)).toBe(hash);
    expect(page.failures).toEqual([]);
  });
});

describe('a query of the views', () => {
  it('gives the contents of the document: artifacts, sales and the results of each question', async () => {
    const page = await opened({ seed: 2 });
    await page.api.runTo(80);
    const { agents, artifacts, decisions } = await page.parsed();
    const rows = await workflowQueries.ask(page.api, 'exchange', {
      agents: agents.map((_, i) => i),
      from: 1,
      to: 80,
    });
    for (const [agent, row] of rows.entries()) {
      const { agent_id, ...record } = agents[agent];
      const own = artifacts.filter(({ maker }) => maker === agent_id);
      expect(row).toMatchObject({ balance: record.balance, made: own.length, bought: record.bought });
      expect(row.artifacts.map(({ price }) => price)).toEqual(own.map(({ price }) => price));
      expect(row.artifacts.filter(({ sold }) => sold !== null)).toHaveLength(record.sold);
      const asked = decisions.findLast(decision => decision.agent_id === agent_id)!;
      const turn = (await workflowQueries.ask(page.api, 'turn', { agent, tick: asked.tick }))!;
      expect(turn.outcomes.at(-1)).toMatchObject({ answer: asked.answer, result: asked.result });
      expect(turn.question?.prompt).toContain(agent_id);
    }
    await expect(workflowQueries.ask(page.api, 'exchange', { agents: [12], from: 1, to: 2 })).rejects.toThrow(
      'agent 12 is not one of 12',
    );
  });

  it('warns once of a name that is not a variable', async () => {
    const page = await opened(OWN, fileOf(SHOPKEEPER));
    await page.api.runTo(60);
    const warnings = await workflowQueries.ask(page.api, 'warnings', null);
    expect(warnings.map(({ message }) => message)).toEqual([
      '“{weather}” in the prompt of step “craft” is no variable: it stays as it is',
    ]);
    expect(warnings[0].times).toBeGreaterThan(10);
  });
});
