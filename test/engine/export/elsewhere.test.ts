import { describe, expect, it } from 'vitest';
import { compareDocuments } from '../../../src/engine/export/compareDocuments.ts';
import { type ComparedDocument, createConfigurationNamer } from '../../../src/engine/export/compared.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { documentText, playTo } from '../play.ts';

async function document(model: string, part: object, seed: number): Promise<ComparedDocument> {
  const run = createRun(await loadedOf(model, part, seed));
  await playTo(run, 10);
  return JSON.parse(documentText(run));
}

/** An agent's state at the end of a tick, by its last move up to then or its first one after. */
function stateAt(one: ComparedDocument, agent: number, tick: number): string {
  const { transitions: rows } = one;
  const words = createConfigurationNamer(one);
  const own = rows.agent.flatMap((who, row) => (who === agent ? [row] : []));
  const last = own.findLast(row => rows.tick[row] <= tick);
  if (last !== undefined) return words(rows.to[last]);
  if (own.length > 0) return words(rows.from[own[0]]);
  return rows.configurations === undefined ? one.agents[agent].current_state : words(0);
}

describe('agents that are elsewhere in another run', () => {
  it.each(MODELS)('are those whose states differ, tick by tick: %s, %o', async (model, part) => {
    const [a, b] = [await document(model, part, 1), await document(model, part, 2)];
    const { first, counts } = compareDocuments(a, b).elsewhere;
    expect(first).toBe(1 - Number(a.config.warm_up));
    const last = Math.min(Number(a.config.rounds), Number(b.config.rounds));
    const expected = Array.from(
      { length: last - first + 1 },
      (_, i) =>
        a.agents.filter((_, agent) => stateAt(a, agent, first + i) !== stateAt(b, agent, first + i)).length,
    );
    expect(counts).toEqual(expected);
    expect(Math.max(...counts)).toBeGreaterThan(0);
  });

  it('do not exist in the same run', async () => {
    const [model, part] = MODELS[0];
    const one = await document(model, part, 1);
    const { counts } = compareDocuments(one, one).elsewhere;
    expect(counts.every(count => count === 0)).toBe(true);
  });
});
