import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameOutcomeValues } from '../../../../../src/engine/model/outcomeDefinition.ts';
import type { MissionStep } from '../../../../../src/engine/models/governed/missionStep.ts';
import type { Rule } from '../../../../../src/engine/models/governed/phases.ts';
import { listGovernedEvents } from '../../../../../src/engine/models/governed/reports/createGovernedReporter.ts';
import type { GovernedDetail } from '../../../../../src/engine/models/governed/reports/governedDetail.ts';
import { governedQueries } from '../../../../../src/engine/models/governed/reports/governedQueries.ts';
import { governedDocumentSchema } from '../../../../../src/engine/models/governed/reports/governedRecord.ts';
import { STUCK } from '../../../../../src/engine/models/governed/stuck/ruleColumns.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { runs } from '../../../../runs.ts';
import { documentText } from '../../../play.ts';
import { agentDetail } from '../../../reports.ts';
import {
  finish,
  openMissions,
  path,
  play,
  playOut,
  reason,
  Script,
  search,
  stateOf,
  stepsOf,
} from '../mission.ts';

const chances = (second_chances: number, more: object = {}) => ({ parameters: { second_chances, ...more } });
const agentsOf = (run: Run) => Array.from({ length: run.config.agents }, (_, agent) => agent);
const ofKind = (steps: readonly MissionStep[], kind: MissionStep['kind']) =>
  steps.filter(step => step.kind === kind);
const ofAsked = (steps: readonly MissionStep[]) => steps.filter(({ source }) => source !== null);
const NOW = { tick: 0, tickSeconds: 3 };
const outcomesOf = (run: Run) => nameOutcomeValues(run.model.outcomes, run.outcomesAt(run.tick));
const musing = reason({ next_state: 'analyzing' });
const PROSE = 'I would rather think about it.';
/** Makes the same search three times, so that it is found stuck. */
const LOOP = [search('a'), search('a'), search('a')];

describe('a second chance', () => {
  it('sends each stuck agent back to the phase it came from, and no agent more often than there are chances', async () => {
    const from = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(1000), fc.integer({ min: 1, max: 3 }), async (seed, given) => {
        const setup = { seed, agents: 40 };
        const run = await playOut(
          await openMissions({
            setup,
            ...chances(given, { trouble: 1, obedience: 0.2, timeout_analyzing: 5 }),
          }),
        );
        expect(run.state.isOver).toBe(true);
        for (const agent of agentsOf(run)) {
          const steps = stepsOf(run, agent);
          const resumed = ofKind(steps, 'resumed');
          expect(resumed.length).toBeLessThanOrEqual(given);
          for (const step of resumed) {
            const verdict = steps[steps.indexOf(step) - 1];
            expect(verdict).toMatchObject({ kind: 'verdict', next: step.phase, rule: step.rule });
            expect(step).toMatchObject({ next: verdict.phase, tick: verdict.tick + 1, source: null });
            expect([step.tokensIn, step.tokensOut, step.milliseconds]).toEqual([0, 0, 0]);
            from.add(step.phase);
          }
          const gaveUp = stateOf(run).ledger.endingOf(agent) === 'stuck';
          if (gaveUp) expect(resumed).toHaveLength(given);
          expect(ofKind(steps, 'verdict')).toHaveLength(resumed.length + Number(gaveUp));
        }
      }),
      runs(6),
    );
    expect(from).toEqual(new Set(Object.values(STUCK)));
  });

  it('restarts all counts: the same verdict does not fall at once', async () => {
    const { run, steps } = await play([...LOOP, search('b'), finish('done')], chances(1));
    expect(path(steps)).toEqual([
      'init > searching',
      'searching > searching',
      'searching > searching',
      'searching > stuck_search: repeated_search',
      'stuck_search > searching',
      'searching > searching',
      'searching > finishing',
    ]);
    expect(stateOf(run).ledger.ruleOf(0)).toBeNull();
    expect(outcomesOf(run)).toMatchObject({ resumed: 1, resumed_stuck: 0, resumed_steps: 2 });
  });

  const AGAIN: readonly (readonly [Rule, readonly string[], readonly string[]])[] = [
    [
      'same_tool',
      [search('a'), search('b'), search('c'), search('d')],
      [search('e'), search('f'), search('g')],
    ],
    ['same_state', [search('a'), reason(), ...Array(5).fill(musing)], Array(4).fill(musing)],
    ['repeated_search', LOOP, [search('a'), search('a')]],
    ['failed_decisions', [PROSE, PROSE, PROSE, PROSE], [PROSE, PROSE, PROSE]],
  ];
  it.each(AGAIN)('counts %s from the resume on, and gives no second grace', async (rule, first, second) => {
    const { steps } = await play([...first, ...second], chances(1, { alternation: 1000 }));
    const verdicts = ofKind(steps, 'verdict');
    expect(verdicts.map(step => step.rule)).toEqual([rule, rule]);
    const asked = (verdict: MissionStep) =>
      ofKind(steps, 'resumed').filter(({ row }) => row < verdict.row).length;
    expect(verdicts.map(asked)).toEqual([0, 1]);
    expect(verdicts[1].number - verdicts[0].number).toBe(second.length);
    expect(steps.at(-1)).toMatchObject({ kind: 'forced', next: 'finishing', rule });
  });

  it('changes nothing until the first verdict, and nothing at all where there is none', async () => {
    const byAgent = async (second_chances: number) => {
      const run = await playOut(await openMissions(chances(second_chances)));
      return agentsOf(run).map(agent => stepsOf(run, agent));
    };
    const [without, given] = await Promise.all([byAgent(0), byAgent(2)]);
    let verdicts = 0;
    for (const [agent, steps] of without.entries()) {
      const till = steps.findIndex(({ kind }) => kind === 'verdict');
      const bare = (all: readonly MissionStep[]) =>
        all
          .slice(0, till < 0 ? all.length : till + 1)
          .map(({ number, phase, next, kind, said, rule }) => [number, phase, next, kind, said, rule]);
      expect(bare(given[agent])).toEqual(bare(steps));
      verdicts += Number(till >= 0);
    }
    expect(verdicts).toBeGreaterThan(3);
    const sensible = async (second_chances: number) =>
      outcomesOf(
        await playOut(await openMissions({ setup: { preset: 'sensible' }, ...chances(second_chances) })),
      );
    expect(await sensible(3)).toEqual({
      ...(await sensible(0)),
      ...{ resumed: 0, resumed_right: 0, resumed_wrong: 0, resumed_stuck: 0 },
      ...{ resumed_steps: 0, resumed_tokens: 0 },
    });
  });

  it('is announced in the prompt: the rule by which it was stuck, another try, and how many are left', async () => {
    const late = { kind: 'late' } as const;
    const { script, run, steps } = await play(
      [...LOOP, late, PROSE, search('a'), search('a'), finish()],
      chances(2, { same_state: 100 }),
    );
    const resumed = '   Stuck by the rule repeated_search; sent back to SEARCHING, second chance';
    const warning = (times: number, left: string) =>
      `Advice: You were found stuck by the rule repeated_search: searched for “a” ${times} times, advised at 2. You get another try in SEARCHING; ${left}. Do something else now, or finish.`;
    expect(script.prompts[3].split('\n').slice(-7)).toEqual([
      `${resumed} 1 of 2.`,
      '',
      '## Agent State',
      'Current Phase: SEARCHING',
      'Phase Duration: 0ms',
      'Status: WARNED',
      warning(3, '1 more is left'),
    ]);
    // Until an answer comes; afterwards among the steps alone.
    expect(script.prompts[4]).toContain(`Status: WARNED\n${warning(3, '1 more is left')}`);
    expect(script.prompts[5]).toContain(`${resumed} 1 of 2.\n4. no answer came`);
    expect(script.prompts[5]).toMatch(/Status: HEALTHY\nAdvice: Your last answer could not be read: .*/);
    expect(script.prompts[7]).toContain(`${resumed} 1 of 2.\n4.`);
    expect(script.prompts[7].endsWith(warning(2, 'no other one is left'))).toBe(true);
    expect(script.prompts.join('')).not.toContain('second chance 3');
    const rebuilt = ofAsked(steps).map(
      ({ row }) => governedQueries.of(run.state, 'stepPrompt', row, NOW)?.user,
    );
    expect(rebuilt).toEqual(script.prompts);
  });

  it('costs no question itself, and its outcomes add up to those of a run without it', async () => {
    const [without, given] = await Promise.all(
      [0, 2].map(async n => playOut(await openMissions({ setup: { seed: 3 }, ...chances(n) }))),
    );
    const [before, after] = [outcomesOf(without), outcomesOf(given)] as Record<string, number>[];
    expect(after.resumed).toBeGreaterThan(5);
    expect(after.resumed_steps).toBe(after.steps - before.steps);
    expect(after.resumed_tokens).toBe(after.tokens - before.tokens);
    const rows = agentsOf(given).flatMap(agent => ofKind(stepsOf(given, agent), 'resumed'));
    expect(rows).toHaveLength(after.resumed);
    const then = rows.map(row => {
      const later = stepsOf(given, row.agent).filter(step => step.row > row.row);
      return later.some(({ kind }) => kind === 'verdict')
        ? 'stuck'
        : stateOf(given).ledger.endingOf(row.agent);
    });
    const count = (what: string) => then.filter(one => one === what).length;
    expect([after.resumed_right, after.resumed_wrong, after.resumed_stuck]).toEqual(
      ['right', 'wrong', 'stuck'].map(count),
    );
    // As of a tick in the past nothing is known of later ones.
    expect(given.outcomesAt(1).slice(8)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(without.outcomesAt(without.tick).slice(8)).toEqual(Array(6).fill(null));
  });

  it('has no effect without governance, which finds no agent stuck', async () => {
    const run = await openMissions(chances(2, { governance: false }));
    expect(run.machine.chart.isFlat).toBe(true);
    expect(outcomesOf(run).resumed ?? null).toBeNull();
  });

  it('does not put off the limit of steps', async () => {
    const { run, steps } = await play([...LOOP, search('b')], chances(3, { step_limit: 4 }));
    expect(steps.at(-1)).toMatchObject({ kind: 'forced', rule: 'step_limit', phase: 'searching' });
    expect(stateOf(run).ledger.endingOf(0)).toBe('cut_off');
    expect(outcomesOf(run)).toMatchObject({ resumed: 1, resumed_stuck: 0, cut_off: 1, stuck: 0 });
  });

  it('is heeded by the policy in the obedient share, each warning by a draw of its own', async () => {
    const play = async (obedience: number) =>
      playOut(await openMissions({ setup: { agents: 200 }, ...chances(3, { trouble: 1, obedience }) }));
    const shares = await Promise.all(
      [0, 0.3].map(async obedience => {
        const run = await play(obedience);
        const { resumed, resumed_stuck, stuck } = outcomesOf(run) as Record<string, number>;
        return { again: resumed_stuck / resumed, stuck };
      }),
    );
    // Nobody heeds, so all that has been tried in vain is tried again.
    expect(shares[0].again).toBe(1);
    expect(shares[1].again).toBeGreaterThan(0.6);
    expect(shares[1].again).toBeLessThan(0.8);
  });
});

describe('a run with second chances', () => {
  it('shows them in document, history and inspector; one without them does not mention them', async () => {
    const given = await play([...LOOP, finish()], chances(2));
    const document = JSON.parse(documentText(given.run));
    expect(governedDocumentSchema.safeParse(document).error).toBeUndefined();
    expect(document.config.parameters.second_chances).toBe(2);
    expect(document.agents[0]).toMatchObject({ resumed: 1, outcome: 'finished', rule: null });
    const kinds = document.decisions.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['tool', 'tool', 'tool', 'verdict', 'resumed', 'finish']);
    const detail = agentDetail(given.run, 0);
    expect(detail.history.slice(0, 3).map(line => [line.trigger, line.from, line.to, line.context])).toEqual([
      ['finish', 'searching', 'finishing', 'finish'],
      ['resume', 'stuck_search', 'searching', 'second chance 1 of 2'],
      ['repeated_search', 'searching', 'stuck_search', 'searched for “a” 3 times, advised at 2'],
    ]);
    expect((detail.model as GovernedDetail).trace.chances).toBe(2);
    const events = [...listGovernedEvents(stateOf(given.run), 5)];
    expect(events.map(event => [event.kind, event.fields(false)])).toEqual([
      ['stuck_detection', { rule: 'repeated_search', reason: 'second chance 1 of 2', resumed: 'searching' }],
    ]);

    const { run } = await play([...LOOP, finish()]);
    expect(documentText(run)).not.toMatch(/second_chances|resumed/);
    expect((agentDetail(run, 0).model as GovernedDetail).trace.chances).toBe(0);
    const said = await play([...LOOP, finish()], chances(0));
    expect(documentText(said.run)).toBe(documentText(run));
    expect(given.run.hash).not.toBe(run.hash);
  });

  it('is shown between verdict and resume as stuck, with another question to come', async () => {
    const run = await playOut(await openMissions({ goals: ['One'], ...chances(1) }), new Script(...LOOP), 4);
    expect(stateOf(run).loop.phaseOf(0)).toBe('stuck_search');
    const [row] = governedQueries.of(run.state, 'missionRows', [0], NOW);
    expect(row).toMatchObject({ phase: 'stuck_search', stuck: true, outcome: 'under_way', resumed: 0 });
    expect(stateOf(run).questions(5)).toEqual([]);
    const { triggers } = agentDetail(run, 0);
    expect(triggers.map(({ trigger, ready }) => [trigger, ready])).toEqual([
      ['resume', true],
      ['give_up', false],
    ]);
  });
});
