import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer, Oracle, Question } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { buildRunFrame } from '../../../../src/engine/run/runFrame.ts';
import { runs } from '../../../runs.ts';
import { documentText, open, playTo, social } from '../../play.ts';
import { agentDetail } from '../../reports.ts';

const evidence = { model: 'm', promptVersion: 2, form: 'letter', raw: 'x', milliseconds: 1.5 } as const;
const SHARES = [0.25, 0.25, 0.25, 0.25];
const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.nat(4).map((option): Answer => ({ kind: 'chosen', option, source: 'ollama', evidence })),
  fc
    .string({ unit: 'binary', minLength: 1 })
    .map((text): Answer => ({ kind: 'chosen', option: 2, source: 'openai', text, evidence })),
  fc.constant<Answer>({ kind: 'weighed', probabilities: SHARES, source: 'cache' }),
  fc.constant<Answer>({ kind: 'chosen', option: 1, source: 'budget' }),
  fc.constant<Answer>({ kind: 'late' }),
  fc.constant<Answer>({ kind: 'unusable', reason: 'no JSON', said: true, evidence }),
);

/** A function of agent and tick alone, so that it does not matter who asks when. */
const oracleOf = (answers: readonly Answer[]): Oracle => ({
  name: 'any',
  ask: async (questions: readonly Question[]) =>
    questions.map(question => {
      const given = answers[(question.agent * 7 + question.tick * 3) % answers.length];
      if (given.kind !== 'weighed' || question.kind !== 'choice') return given;
      const all = question.options.length;
      return { ...given, probabilities: question.options.map(() => 1 / all) };
    }),
});

/** Everything that can be seen of a run. */
const seen = (run: Run) => {
  const agents = [...run.machine.population.state.keys()];
  return {
    frame: buildRunFrame(run, 1, run.machine.past.start),
    details: agents.map(agent => agentDetail(run, agent)),
    counts: [run.state.decisionCount, run.state.failureCount],
    questions: run.state.questions(run.tick + 1).map(question => JSON.stringify(question)),
    ranked: social(run).cascades.ranked(100),
    since: run.machine.past.at(Math.min(run.tick, run.tick >> 1)).since,
  };
};

const parameters = {
  warm_up: 6,
  activity: 20,
  posting: 20,
  attention: 0,
  trending: 0.5,
  notify: true,
  expiry: 8,
};

it('a restored run has the same state and future as an uninterrupted one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: -6, max: 30 }),
      fc.nat(1000),
      fc.boolean(),
      async (answers, tick, seed, moods) => {
        const fresh = () =>
          open({
            network: 'scale-free',
            agents: 30,
            seed,
            parameters: { ...parameters, moods },
            changes: [
              { tick: 7, name: 'posting', value: 2 },
              { tick: 21, name: 'liking', value: 3 },
            ],
          });
        const oracle = oracleOf(answers);
        const left = await playTo(await fresh(), tick, oracle);
        const saved = JSON.parse(JSON.stringify(left.save()));
        const back = await fresh();
        back.restore(saved);
        expect(JSON.stringify(back.save())).toBe(JSON.stringify(saved));
        expect(seen(back)).toEqual(seen(left));
        await playTo(left, 40, oracle);
        await playTo(back, 40, oracle);
        expect(documentText(back)).toBe(documentText(left));
        expect(seen(back)).toEqual(seen(left));
        expect(left.state.decisionCount).toBeGreaterThan(0);
      },
    ),
    runs(12),
  );
});
