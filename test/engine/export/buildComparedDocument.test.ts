import { describe, expect, it } from 'vitest';
import { buildComparedDocument } from '../../../src/engine/export/buildComparedDocument.ts';
import { compareDocuments } from '../../../src/engine/export/compareDocuments.ts';
import type { ComparedDocument } from '../../../src/engine/export/compared.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { documentText, playTo } from '../play.ts';
import { getReports } from '../reports.ts';

async function played(model: string, part: object, seed: number, rounds: number): Promise<Run> {
  const run = createRun(await loadedOf(model, part, seed));
  await playTo(run, rounds);
  return run;
}

const written = (run: Run) => JSON.parse(documentText(run)) as ComparedDocument;
const told = (run: Run) => buildComparedDocument(run, getReports(run));

describe('runs that are compared', () => {
  it.each(MODELS)('compare as their documents do: %s, %o', async (model, part) => {
    for (const [rounds, seed] of [
      [12, 2],
      [9, 1],
      [12, 1],
    ]) {
      const [a, b] = [await played(model, part, 1, 12), await played(model, part, seed, rounds)];
      const read = ({ agents, ...rest }: ComparedDocument): ComparedDocument => ({
        ...rest,
        agents: agents.map(({ agent_id, current_state }, i) => ({
          agent_id,
          current_state,
          name: told(a).agents[i].name ?? '',
          label: told(a).agents[i].label ?? null,
        })),
      });
      expect(compareDocuments(told(a), told(b))).toEqual(
        compareDocuments(read(written(a)), read(written(b))),
      );
    }
  });
});
