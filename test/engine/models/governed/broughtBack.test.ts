import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Answer, Oracle } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { buildRunFrame } from '../../../../src/engine/run/runFrame.ts';
import { runs } from '../../../runs.ts';
import { documentText } from '../../play.ts';
import { agentDetail } from '../../reports.ts';
import { finish, openMissions, playOut, reason, said, search, stateOf } from './mission.ts';
import { GOALS } from './own.ts';

const evidence = { model: 'm', promptVersion: 2, raw: 'x', milliseconds: 1.5, tokensIn: 3, tokensOut: 4 };
const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.string({ unit: 'binary' }).map(said),
  fc.constantFrom('a', 'architecture', 'worker', '\u202e\n').map(query => said(search(query))),
  fc.json().map(args => said(`{"action":"tool","tool":"context.fts_search","args":${args}}`)),
  fc.constantFrom('analyzing', 'deciding', 'no').map(next_state => said(reason({ next_state }))),
  fc.constant<Answer>({ kind: 'text', text: finish('é\ud800'), source: 'openai', evidence }),
  fc.constant<Answer>({ kind: 'late', evidence: { milliseconds: 60 } }),
  fc.constant<Answer>({ kind: 'unusable', reason: 'an empty answer', said: true, evidence }),
);

/** A function of mission and step alone, so that it does not matter who asks when. */
const oracleOf = (answers: readonly Answer[]): Oracle => ({
  name: 'any',
  ask: async questions =>
    questions.map(({ agent, tick }) => answers[(agent * 7 + tick * 3) % answers.length]),
});

/** Everything that can be seen of a run. */
const seen = (run: Run) => {
  const agents = Array.from({ length: run.config.agents }, (_, agent) => agent);
  const at = { tick: run.tick, tickSeconds: run.config.tickSeconds };
  return {
    frame: buildRunFrame(run, 1, 0),
    details: agents.map(agent => agentDetail(run, agent)),
    rows: run.state.query('missionRows', agents, at),
    counts: [run.state.decisionCount, run.state.failureCount, run.state.isOver],
    order: run.state.order?.('outcome', null as never),
    prompts: stateOf(run)
      .questions(run.tick + 1)
      .map(({ agent, step, advice, prompt }) => ({ agent, step, advice, prompt })),
  };
};

it('a restored run has the same state and future as an uninterrupted one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 1, maxLength: 12 }),
      fc.nat(14),
      fc.boolean(),
      fc.nat(2),
      async (answers, rounds, governance, second_chances) => {
        const given = { goals: GOALS, parameters: { governance, second_chances, active: 2, step_limit: 9 } };
        const oracle = oracleOf(answers);
        const left = await playOut(await openMissions(given), oracle, rounds);
        for (const { prompt, promptLength } of stateOf(left).questions(left.tick + 1))
          expect(promptLength).toBe(prompt.length);
        const saved = JSON.parse(JSON.stringify(left.save()));
        const back = await openMissions(given);
        back.restore(saved);
        expect(JSON.stringify(back.save())).toBe(JSON.stringify(saved));
        expect(seen(back)).toEqual(seen(left));
        await playOut(left, oracle);
        await playOut(back, oracle);
        expect(documentText(back)).toBe(documentText(left));
        expect(seen(back)).toEqual(seen(left));
      },
    ),
    runs(30),
  );
});
