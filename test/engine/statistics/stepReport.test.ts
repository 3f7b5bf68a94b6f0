import { describe, expect, it } from 'vitest';
import { createRun } from '../../../src/engine/models/openRun.ts';
import type { Oracle } from '../../../src/engine/oracle/oracle.ts';
import { resolveCounting } from '../../../src/engine/statistics/counted.ts';
import type { StepReport } from '../../../src/engine/statistics/stepReport.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { mixedAnswers } from '../mixedAnswers.ts';
import { documentText, playTo } from '../play.ts';

interface Decision {
  readonly agent_id: string;
  readonly tick: number;
  readonly source: string | null;
  readonly [field: string]: unknown;
}

/** The row that a decision of a document belongs to, and whether it failed; null for one that is no question. */
const ROWS: Readonly<Record<string, (row: Decision) => readonly [string, boolean] | null>> = {
  social: ({ source, action }) =>
    source === 'late' || source === 'fallback' ? ['no answer', true] : [String(action), false],
  governed: ({ source, phase, refused, failed, kind }) =>
    source === 'chart'
      ? null
      : [
          String(phase),
          refused !== null || Number(failed) > 0 || kind === 'unanswered' || kind === 'unreadable',
        ],
  librarian: ({ source, kind, action, error }) =>
    source === 'chart'
      ? null
      : [
          (action as { type: string } | null)?.type ?? (kind === 'thought' ? 'thought' : 'no action'),
          error !== null || kind === 'unanswered',
        ],
  chart: ({ state, action }) => [String(state), action === null],
};

describe('the outcomes of the questions', () => {
  it.each(MODELS.filter(([model]) => model in ROWS))(
    'are the sums of the document’s decisions, for any rounds and agents: %s, %o',
    async (model, part) => {
      const run = createRun(await loadedOf(model, part, 5));
      const oracle: Oracle = { ...mixedAnswers(run), record: { kind: 'mixed' } };
      for (let tick = run.tick + 1; tick <= 20 && !run.state.isOver; tick++)
        await playTo(run, tick, tick < 6 ? run.policy : oracle);
      const { decisions } = JSON.parse(documentText(run)) as { decisions: readonly Decision[] };
      const { steps } = await run.state.loadReports();
      let failures = 0;
      for (const counting of [{}, { from: 3, to: 12 }, { agents: [0, 2, 3] }]) {
        const report: StepReport = steps!(run.machine, resolveCounting(run.machine, counting));
        const counted = resolveCounting(run.machine, counting);
        const rows = decisions.filter(
          ({ tick, agent_id }) =>
            tick >= counted.from &&
            tick <= counted.to &&
            (counted.chosen === null || counted.chosen[Number(agent_id.slice(6)) - 1] === 1),
        );
        const placed = rows.flatMap(row => {
          const place = ROWS[model](row);
          return place === null ? [] : [place];
        });
        for (const { name, asked, failed } of report.rows) {
          const own = placed.filter(([row]) => row === name);
          expect([name, asked, failed]).toEqual([name, own.length, own.filter(([, isBad]) => isBad).length]);
          failures += failed;
        }
        expect(report.rows.reduce((sum, { asked }) => sum + asked, 0)).toBe(placed.length);
      }
      expect(failures).toBeGreaterThan(0);
    },
  );
});
