import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MissionStep } from '../../../../src/engine/models/governed/missionStep.ts';
import { STUCK_RULES } from '../../../../src/engine/models/governed/phases.ts';
import type { Answer, Oracle } from '../../../../src/engine/oracle/oracle.ts';
import { runs } from '../../../runs.ts';
import { finish, openMissions, playOut, reason, said, search, stateOf, stepsOf } from './mission.ts';

/** Answers of every sort: legal, illegal, broken, none at all. */
const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.string().map(said),
  fc.constantFrom('a', 'b', 'c', 'architecture', 'worker').map(query => said(search(query))),
  fc.constant(said(reason())),
  fc
    .constantFrom('analyzing', 'deciding', 'searching', 'init')
    .map(next_state => said(reason({ next_state }))),
  fc.constant(said(reason({ reasoning: 'x'.repeat(4000), next_state: 'analyzing' }))),
  fc.constant(said('{"action":"tool","tool":"web.open","args":{}}')),
  fc.constant(said(finish())),
  fc.constant<Answer>({ kind: 'late' }),
  fc.constant<Answer>({ kind: 'unusable', reason: 'an empty answer', said: true }),
  fc.constant<Answer>({ kind: 'unusable', reason: '500 after 4 tries' }),
);

const oracleOf = (answers: readonly Answer[]): Oracle => {
  let at = 0;
  return { name: 'any', ask: async questions => questions.map(() => answers[at++ % answers.length]) };
};

const limits = fc.record({
  same_tool: fc.integer({ min: 2, max: 5 }),
  same_state: fc.integer({ min: 2, max: 7 }),
  alternation: fc.integer({ min: 3, max: 6 }),
  failed_decisions: fc.integer({ min: 1, max: 5 }),
  repeated_search: fc.constant(2),
  second_chances: fc.constantFrom(0, 0, 1, 3),
});

/** Says the same things over and over. */
const oracleOfRound =
  (texts: readonly string[]): Oracle['ask'] =>
  async questions =>
    questions.map(({ tick }) => said(texts[(tick - 1) % texts.length]));

/**
 * Without a search for something new: a first round through the three states, a second one after the repeated search
 * that is advised about, and the repetition that ends it. Each rule gives its grace once.
 */
const mostWithoutNews = (sameState: number): number => 2 * 3 * sameState + STUCK_RULES.length + 1;

/** Longest stretch of questions in which nothing new was sought. */
function longestWithoutNews(steps: readonly MissionStep[]): number {
  let longest = 0;
  let length = 0;
  for (const { source, call, kind } of steps) {
    if (source === null || kind === 'unanswered') continue;
    const isNew = call?.hits && call.before.length === 0;
    length = isNew ? 0 : length + 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

describe('with governance on', () => {
  it('no mission lasts longer than the thresholds allow, whatever is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 30 }), limits, async (answers, drawn) => {
        const run = await playOut(
          await openMissions({ goals: ['One', 'Two'], parameters: { ...drawn, step_limit: 60 } }),
          oracleOf(answers),
        );
        expect(run.state.isOver).toBe(true);
        for (const agent of [0, 1]) {
          const steps = stepsOf(run, agent);
          expect(stateOf(run).rules.steps[agent]).toBeLessThanOrEqual(60);
          const tries = 1 + drawn.second_chances;
          expect(longestWithoutNews(steps)).toBeLessThanOrEqual(tries * mostWithoutNews(drawn.same_state));
          // Each rule advises once; after the last word nobody is asked.
          const advised = steps.flatMap(step =>
            step.kind === 'unanswered' ? [] : (step.advice?.rule ?? []),
          );
          expect(new Set(advised).size).toBe(advised.length);
        }
      }),
      runs(75),
    );
  });

  it('the rule against repetition bounds it: without the rule the same mission runs to its limit', async () => {
    const endless = { name: 'round', ask: oracleOfRound([search('a'), reason(), reason()]) };
    const steps = async (repeated_search: number) => {
      const parameters = { repeated_search, same_tool: 1000, step_limit: 90 };
      return stateOf(await playOut(await openMissions({ goals: ['One'], parameters }), endless)).rules
        .steps[0];
    };
    expect(await steps(2)).toBe(7);
    expect(await steps(1000)).toBe(90);
  });

  it('a mission that always finds something new to seek ends at the limit of steps, with a summary', async () => {
    const run = await playOut(await openMissions({ goals: ['One'], parameters: { step_limit: 40 } }), {
      name: 'curious',
      ask: async questions =>
        questions.map(question => {
          const { phase } = question as unknown as MissionStep;
          return said(phase === 'init' || phase === 'deciding' ? search(`word${question.tick}`) : reason());
        }),
    });
    const { ledger, rules } = stateOf(run);
    expect(rules.steps[0]).toBe(40);
    expect(ledger.outcomeOf(0)).toBe('cut_off');
    expect(ledger.ruleOf(0)).toBe('step_limit');
    expect(ledger.dossier(0).summary).toContain('the limit of 40 steps is reached');
  });

  it('every end without a question gives its reason, and never has an empty summary', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), async answers => {
        const run = await playOut(await openMissions({ goals: ['One'] }), oracleOf(answers));
        const last = stepsOf(run).at(-1)!;
        const { summary, final } = stateOf(run).ledger.dossier(0);
        if (last.kind === 'forced') expect(summary).toContain(last.reason);
        else expect(final).not.toBeNull();
        expect(stateOf(run).ledger.outcomeOf(0)).toBe(
          last.kind === 'finish' ? 'finished' : last.rule === 'step_limit' ? 'cut_off' : 'finished_stuck',
        );
      }),
      runs(30),
    );
  });
});

describe('with any answers', () => {
  it('governed takes no more steps than ungoverned, by the same answers of each step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 24, maxLength: 24 }), async answers => {
        const byStep: Oracle = {
          name: 'by step',
          ask: async questions =>
            questions.map(question => answers[(question as unknown as { step: number }).step - 1]),
        };
        const steps = async (governance: boolean) => {
          const run = await playOut(
            await openMissions({ goals: ['One'], parameters: { governance } }),
            byStep,
          );
          return stateOf(run).rules.steps[0];
        };
        expect(await steps(true)).toBeLessThanOrEqual(await steps(false));
      }),
      runs(30),
    );
  });
});
