import { describe, expect, it } from 'vitest';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import { explainRecordedStep } from '../../../../../src/engine/models/recorded/reports/createRecordedReporter.ts';
import { loadedOf } from '../../../everyModel.ts';
import { playTo } from '../../../play.ts';
import { aCase, runOf, step } from '../cases.ts';

describe('the explanation of a recorded case', () => {
  it('is the step as it was recorded, with the same calls before it', async () => {
    const run = createRun(await loadedOf('recorded', {}, 1));
    const state = run.state as unknown as RecordedState;
    let repeated = 0;
    for (let tick = 1; tick <= 25 && !run.state.isOver; tick++) {
      await playTo(run, tick);
      for (const [agent, { steps }] of state.cases.entries()) {
        const links = explainRecordedStep(state, agent);
        for (const { about, tick: when } of links) {
          const number = Number(about.slice(5));
          expect(state.schedule.tickOf[state.schedule.first[agent] + number - 1]).toBe(when);
        }
        const [now, ...before] = links;
        if (before.length === 0) continue;
        const callOf = (about: string) => {
          const { tool, argsHash } = steps[Number(about.slice(5)) - 1];
          return `${tool} ${argsHash}`;
        };
        for (const { kind, about } of before) {
          if (kind === 'same_call') expect(callOf(about)).toBe(callOf(now.about));
          repeated++;
        }
      }
    }
    expect(repeated).toBeGreaterThan(5);
  });

  it('quotes a message, and reports a failed step even without an error', async () => {
    const steps = [
      step('say', { answer: 'Which flight is it?' }),
      step('book', { args: '{"seat":"1A"}', failed: true, result: 'taken' }),
      step('book', { failed: true }),
      step('book', { failed: true, error: 'no such seat', result: 'none' }),
    ];
    const run = await runOf([aCase('1', steps)]);
    const said: string[] = [];
    while (said.length < 4) {
      await playTo(run, run.tick + 1);
      said.push(explainRecordedStep(run.state as unknown as RecordedState, 0)[0].said);
    }
    expect(said).toEqual([
      'step 1, as recorded: a message: Which flight is it?',
      'step 2, as recorded: book {"seat":"1A"}: failed, taken',
      'step 3, as recorded: book: failed',
      'step 4, as recorded: book: error, no such seat',
    ]);
  });

  it('names the loop between states that a step has closed', async () => {
    const steps = ['look', 'ask', 'look', 'look', 'ask', 'look', 'tell'].map(tool => step(tool));
    const run = await runOf([aCase('1', steps)]);
    const said: (readonly string[])[] = [];
    while (said.length < steps.length) {
      await playTo(run, run.tick + 1);
      const links = explainRecordedStep(run.state as unknown as RecordedState, 0);
      said.push(links.filter(({ kind }) => kind === 'loop').map(link => link.said));
    }
    const once = ['it is back in look, round look → ask → look, for the first time'];
    expect(said).toEqual([
      ...[[], [], once, once],
      [],
      ['it is back in look, round look → ask → look, 2 times so far'],
      [],
    ]);
  });

  it('lists three of many equal calls, and where they began', async () => {
    const run = createRun(await loadedOf('recorded', {}, 1));
    await playTo(run, 65);
    // The longest loop of the bundled telecom runs.
    const said = explainRecordedStep(run.state as unknown as RecordedState, 35).map(link => link.said);
    expect(said.slice(1, 4).every(words => /^step \d+, as recorded: /.test(words))).toBe(true);
    expect(said[4]).toMatch(/^the same call \d\d times before that, first in step \d+$/);
    expect(said).toHaveLength(5);
  });
});
