import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkflowQuestion } from '../../../../src/engine/models/workflow/turn/turnLoop.ts';
import { EXAMPLES } from '../../../../src/engine/models/workflow/workflowTerms.ts';
import type { Question } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { buildRunFrame } from '../../../../src/engine/run/runFrame.ts';
import { cases } from '../../../runs.ts';
import { Invariants } from '../../invariants.ts';
import { documentText, logRows } from '../../play.ts';
import { getReports } from '../../reports.ts';
import { answering, opened, society } from './any.ts';
import { ask, openAgents, playTicks, rowsOf, stateOf } from './playing.ts';

const agentsOf = (run: Run): readonly number[] => [...Array(run.state.population.size).keys()];

/** No agent is asked twice in a tick; each question has its row. */
function expectOneQuestionATurn(run: Run, asked: readonly WorkflowQuestion[]): void {
  const turns = asked.map(({ agent, tick }) => `${agent} ${tick}`);
  expect(new Set(turns).size).toBe(turns.length);
  const rows = stateOf(run).ledger.rows.filter(({ source }) => source !== null);
  expect(rows.map(({ agent, tick }) => `${agent} ${tick}`)).toEqual(turns);
  const { steps } = stateOf(run).inputs.workflow;
  expect(rows.map(({ step }) => steps[step])).toEqual(asked.map(({ step }) => step));
}

/** The consequence of a failure follows the step's policy, and attempts are counted. */
function expectPolicies(run: Run): void {
  const { steps } = stateOf(run).inputs.workflow;
  for (const agent of agentsOf(run)) {
    const failed = new Map<number, number>();
    const moves = logRows(run)
      .filter(row => row.agent === agent)
      .map(({ tick }) => tick);
    const last = new Map<number, number>();
    let before = 0;
    for (const { tick, step, outcome, failure, attempt } of rowsOf(run, agent)) {
      // A move, at the end of an earlier turn, lets all of them count anew.
      if (moves.some(move => move >= before && move < tick)) failed.clear();
      before = tick;
      const { onFailure, maxRetries, type } = steps[step];
      // Code that runs through leaves no row: between two failures with a turn between them it may have.
      if (type === 'code' && attempt === 1 && tick > (last.get(step) ?? 0) + 1) failed.delete(step);
      last.set(step, tick);
      const times = failed.get(step) ?? 0;
      expect(attempt).toBe(times + 1);
      const due = {
        retry: times < maxRetries ? 'retry' : 'gave_up',
        skip: 'skipped',
        fail: 'stopped',
      } as const;
      expect(outcome).toBe(failure === null ? 'done' : due[onFailure]);
      if (outcome === 'retry') failed.set(step, times + 1);
      else failed.delete(step);
    }
  }
}

/** After `fail` an agent has no turn any more. */
function expectStopped(run: Run): void {
  for (const agent of agentsOf(run)) {
    const rows = rowsOf(run, agent);
    const at = rows.findIndex(({ outcome }) => outcome === 'stopped');
    expect(stateOf(run).ledger.courses[agent].stopped === null).toBe(at < 0);
    if (at >= 0) expect(at).toBe(rows.length - 1);
  }
}

describe('with any workflow and any answers of its agents', () => {
  it('an agent is asked at most once a turn, fails by its policies, and moves along the edges', async () => {
    await fc.assert(
      fc.asyncProperty(society, async one => {
        const asked: WorkflowQuestion[] = [];
        const { run, playOut } = await opened(one, question => asked.push(question));
        const invariants = new Invariants(run);
        await playOut(() => invariants.check());
        invariants.checkHistories();
        expectOneQuestionATurn(run, asked);
        expectPolicies(run);
        expectStopped(run);
        const { rows, totals } = stateOf(run).ledger;
        expect(run.state.failureCount).toBe(rows.filter(({ failure }) => failure !== null).length);
        expect([totals.asked, run.state.decisionCount]).toEqual([asked.length, asked.length]);
        expect(totals.pivots).toBe(
          stateOf(run).ledger.courses.reduce((sum, { pivots }) => sum + pivots.length, 0),
        );
      }),
      cases(20, 400),
    );
  });

  it('the prompt of a past turn is the one that was asked, and its code the one that ran', async () => {
    await fc.assert(
      fc.asyncProperty(society, async one => {
        const sent = new Map<string, { system: string; prompt: string; step: string }>();
        const { run, playOut } = await opened(one, ({ agent, tick, system, prompt, step }) =>
          sent.set(`${agent} ${tick}`, { system, prompt, step: step.name }),
        );
        await playOut();
        for (const agent of agentsOf(run))
          for (let tick = 1; tick <= run.tick; tick++) {
            const turn = ask(run, 'turn', { agent, tick });
            const { first } = stateOf(run).world.traders[agent];
            const { stopped } = stateOf(run).ledger.courses[agent];
            expect(turn === null).toBe(tick < first || (stopped !== null && tick > stopped.tick));
            expect(turn?.question ?? null).toEqual(
              sent.has(`${agent} ${tick}`) ? expect.objectContaining(sent.get(`${agent} ${tick}`)) : null,
            );
          }
      }),
      cases(12, 250),
    );
  });

  it('a run saved in its midst continues to the same hash and document', async () => {
    await fc.assert(
      fc.asyncProperty(society, fc.nat({ max: 20 }), async (one, at) => {
        const whole = await (await opened(one)).playOut();
        const first = await (await opened(one)).playOut(() => {}, at);
        const text = JSON.stringify(first.save());
        const { run, playOut } = await opened(one);
        run.restore(JSON.parse(text));
        expect(JSON.stringify(run.save())).toBe(text);
        await playOut();
        expect(run.hash).toBe(whole.hash);
        expect(documentText(run)).toBe(documentText(whole));
        expect(buildRunFrame(run, 1, 0)).toEqual(buildRunFrame(whole, 1, 0));
        for (const agent of agentsOf(run))
          expect(getReports(run).detail(agent)).toEqual(getReports(whole).detail(agent));
      }),
      cases(9, 180),
    );
  });

  it('the order in which questions are put and answered changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(society, async one => {
        const whole = await (await opened(one)).playOut();
        const plain = answering(one.answers, ({ prompt, system }) => prompt + system);
        const { signal } = new AbortController();
        const run = await openAgents(one.given);
        const backwards = {
          name: 'backwards',
          ask: async (questions: readonly Question[]) =>
            (await plain.ask([...questions].reverse(), signal)).toReversed(),
        };
        while (!run.state.isOver) await run.step(backwards, signal);
        expect([run.hash, documentText(run)]).toEqual([whole.hash, documentText(whole)]);
      }),
      cases(6, 100),
    );
  });

  it('an abort in mid-tick leaves the run as it was, and received answers are kept', async () => {
    await fc.assert(
      fc.asyncProperty(society, fc.nat({ max: 15 }), async (one, at) => {
        const whole = await (await opened(one)).playOut();
        const { run, playOut } = await opened(one);
        await playOut(() => {}, at);
        const before = JSON.stringify(run.save());
        const stop = new AbortController();
        const plain = answering(one.answers);
        const stopping = {
          name: 'stopping',
          ask: async (questions: readonly Question[], signal: AbortSignal) => {
            stop.abort();
            return plain.ask(questions, signal);
          },
        };
        const isAsked = run.state.questions(run.tick + 1).length > 0;
        if (!run.state.isOver && isAsked) {
          expect(await run.step(stopping, stop.signal)).toBe(false);
          expect(JSON.stringify(run.save())).toBe(before);
        }
        await playOut();
        expect([run.hash, documentText(run)]).toEqual([whole.hash, documentText(whole)]);
      }),
      cases(6, 100),
    );
  });
});

describe('by the built-in policy', () => {
  it.each(EXAMPLES)('a whole run of “%s” asks at most once a turn', async preset => {
    const run = await openAgents({ setup: { preset } });
    const asked: WorkflowQuestion[] = [];
    const oracle = {
      name: 'watched',
      ask: async (questions: readonly never[]) => {
        asked.push(...questions);
        return questions.map(question => run.state.policy(question));
      },
    };
    const invariants = new Invariants(run);
    while (!run.state.isOver) {
      await playTicks(run, 1, oracle);
      invariants.check();
    }
    expectOneQuestionATurn(run, asked);
    expectPolicies(run);
  });

  it.each(EXAMPLES)('a run of “%s” saved in its midst continues to the same bytes', async preset => {
    const whole = await playTicks(await openAgents({ setup: { preset } }), 120);
    const first = await playTicks(await openAgents({ setup: { preset } }), 80);
    const run = await openAgents({ setup: { preset } });
    run.restore(JSON.parse(JSON.stringify(first.save())));
    expect(buildRunFrame(run, 1, 0)).toEqual(buildRunFrame(first, 1, 0));
    await playTicks(run, 40);
    expect(documentText(run) === documentText(whole)).toBe(true);
  });
});
