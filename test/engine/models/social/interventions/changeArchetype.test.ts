import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAgentId } from '../../../../../src/engine/core/indices.ts';
import { getGroupsAtTick } from '../../../../../src/engine/model/getGroupsAtTick.ts';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import type { SocialQuestion } from '../../../../../src/engine/models/social/asking/socialQuestion.ts';
import { ARCHETYPES } from '../../../../../src/engine/models/social/people/archetypes.ts';
import type { Answer, Oracle, Question } from '../../../../../src/engine/oracle/oracle.ts';
import { Replica } from '../../../../../src/engine/run/replica.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import type { Change, Intervention, Setup } from '../../../../../src/engine/setup/config.ts';
import { runs } from '../../../../runs.ts';
import { loadedOf } from '../../../everyModel.ts';
import { documentText, logRows, open, playTo, social } from '../../../play.ts';
import { restoredTwin } from '../../../restoredTwin.ts';

const PART: Partial<Setup> = {
  network: 'scale-free',
  agents: 40,
  parameters: { warm_up: 10, activity: 16, posting: 14 },
};
const LAST = 24;
const NAMES = ARCHETYPES.map(({ name }) => name);

const become = (tick: number, kind: string, ...who: string[]): Intervention => ({
  kind: 'intervention',
  tick,
  name: 'become',
  on: [kind, ...who],
});
const opened = (seed: number, changes: readonly Change[], part = PART) => open({ ...part, seed, changes });
const played = async (seed: number, changes: readonly Change[], part = PART) =>
  playTo(await opened(seed, changes, part), LAST);

const kindOf = (run: Run, agent: number): string => NAMES[social(run).society.archetype[agent]];
const document = async (run: Run) => {
  return JSON.parse(documentText(run));
};

const draws = fc.tuple(fc.nat(500), fc.integer({ min: 2, max: 12 }), fc.nat());
const check = (property: (seed: number, tick: number, draw: number) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(draws, ([seed, tick, draw]) => property(seed, tick, draw)),
    runs(5),
  );

describe('an agent that becomes another archetype', () => {
  it('has the rates, thresholds and sessions of that one from then on, by its own draws', async () => {
    await check(async (seed, tick, draw) => {
      const agent = draw % 40;
      const run = await opened(seed, [become(tick, NAMES[draw % 6], formatAgentId(agent))]);
      await playTo(run, tick - 1);
      const { society } = social(run);
      const before = ARCHETYPES[society.archetype[agent]];
      const [like, sessions, threshold, timeout] = [
        society.like[agent] / before.like,
        society.sessionsPerDay[agent] / before.sessionsPerDay,
        society.engagementThreshold[agent] - before.engagementThreshold,
        society.population.timeoutThreshold[agent] - before.timeout,
      ];
      await playTo(run, tick);
      const now = ARCHETYPES[draw % 6];
      expect(kindOf(run, agent)).toBe(now.name);
      expect(society.like[agent] / now.like).toBeCloseTo(like, 5);
      expect(society.sessionsPerDay[agent] / now.sessionsPerDay).toBeCloseTo(sessions, 5);
      expect(society.engagementThreshold[agent] - now.engagementThreshold).toBeCloseTo(threshold, 5);
      expect(society.population.timeoutThreshold[agent] - now.timeout).toBe(timeout);
      expect([society.sessionMin[agent], society.sessionMax[agent]]).toEqual(now.session);
      expect(society.notice[agent]).toBeCloseTo(
        society.engagementThreshold[agent] * social(run).parameters.attention,
        5,
      );
      expect(society.postRate[agent]).toBeCloseTo(
        society.ownPostRate[agent] * social(run).parameters.posting,
        5,
      );
    });
  });

  it('leaves everything before as it was, and all others that it does not reach', async () => {
    await check(async (seed, tick, draw) => {
      const change = become(tick, NAMES[draw % 6], formatAgentId(draw % 40), formatAgentId((draw + 9) % 40));
      const [parent, branch] = [await opened(seed, []), await opened(seed, [change])];
      await Promise.all([playTo(parent, tick - 1), playTo(branch, tick - 1)]);
      expect(branch.hash).toBe(parent.hash);
      await Promise.all([playTo(parent, LAST), playTo(branch, LAST)]);
      const [one, other] = [await document(parent), await document(branch)];
      const until = (rows: readonly { readonly tick: number; readonly likes?: number }[]) =>
        rows.filter(row => row.tick < tick);
      expect(until(other.decisions)).toEqual(until(one.decisions));
      // Later ones like them otherwise.
      const posts = (all: typeof one) => until(all.posts).map(({ likes: _, ...post }) => post);
      expect(posts(other)).toEqual(posts(one));
    });
  });

  it('changes nothing where it has that archetype already: log, hash and document but for the change are the same', async () => {
    await check(async (seed, tick, draw) => {
      const agent = draw % 40;
      const parent = await played(seed, []);
      const change = become(tick, kindOf(parent, agent), formatAgentId(agent));
      const branch = await played(seed, [change]);
      expect(branch.hash).toBe(parent.hash);
      expect(logRows(branch)).toEqual(logRows(parent));
      expect(branch.ineffective).toEqual([change]);
      const [one, other] = [await document(parent), await document(branch)];
      expect({ ...other, config: { ...other.config, changes: [] } }).toEqual(one);
    });
  });

  it('changes what happens: lurkers that become amplifiers pass on more', async () => {
    const reshares = async (changes: readonly Change[]) => {
      const { decisions } = await document(await played(4, changes));
      return decisions.filter((row: { action: string; tick: number }) => row.action === 'reshare').length;
    };
    expect(await reshares([become(1, 'amplifier', 'lurker', 'casual')])).toBeGreaterThan(
      2 * (await reshares([])),
    );
  });

  it('may be all that were of an archetype before, whatever else other agents become in that round', async () => {
    const parent = await played(3, []);
    const run = await played(3, [become(6, 'casual', 'lurker'), become(6, 'lurker', 'casual')]);
    for (let agent = 0; agent < 40; agent++) {
      const was = kindOf(parent, agent);
      const wanted = was === 'lurker' ? 'casual' : was === 'casual' ? 'lurker' : was;
      expect(kindOf(run, agent)).toBe(wanted);
    }
    expect(run.ineffective).toEqual([]);
  });

  it('changes again, and its earlier questions are shown as they were then', async () => {
    await check(async (seed, tick, draw) => {
      const agent = draw % 40;
      const changes = [
        become(tick, 'debater', formatAgentId(agent)),
        become(tick + 4, 'amplifier', formatAgentId(agent)),
      ];
      const run = await opened(seed, changes);
      const asked: { row: number; features: object; words: string; rotation: number }[] = [];
      const noting: Oracle = {
        name: 'noting',
        ask: async (questions: readonly Question[]): Promise<readonly Answer[]> => {
          const { decisions } = social(run);
          for (const [i, one] of (questions as readonly SocialQuestion[]).entries())
            asked.push({
              row: decisions.count + i,
              features: social(run).features(one),
              words: `${one.situation}\n${one.kin.question.situation}`,
              rotation: one.rotation,
            });
          return questions.map(question => run.state.policy(question));
        },
      };
      while (run.tick < LAST) await run.step(noting, new AbortController().signal);
      expect(asked.length).toBeGreaterThan(0);
      for (const { row, features, words, rotation } of asked) {
        const question = social(run).questionOf(row);
        expect(social(run).features(question)).toEqual(features);
        expect(`${question.situation}\n${question.kin.question.situation}`.split('Recent')[0]).toBe(
          words.split('Recent')[0],
        );
        expect(question.rotation).toBe(rotation);
      }
    });
  });

  it('survives saving, keyframes and a look back, under parameters that change as well', async () => {
    const changes: readonly Change[] = [
      { tick: 3, name: 'posting', value: 3 },
      become(6, 'creator', 'agent_001', 'agent_002', 'lurker'),
      { tick: 10, name: 'attention', value: 0.4 },
      become(12, 'amplifier', 'agent_002'),
    ];
    const loaded = await loadedOf('social', { ...PART, changes }, 8);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 9);
    replica.keep();
    const restored = restoredTwin(run, loaded);
    await Promise.all([playTo(run, LAST), playTo(restored, LAST)]);
    expect(restored.hash).toBe(run.hash);
    expect(await document(restored)).toEqual(await document(run));
    for (const tick of [14, 9, 5]) {
      const stopped = await playTo(createRun(loaded), tick);
      const kinds = await replica.at(tick, past => [...social(past).society.archetype]);
      expect(kinds).toEqual([...social(stopped).society.archetype]);
      expect(await replica.at(tick, past => past.hash)).toBe(stopped.hash);
    }
  });

  it('is in another group in the lists from that round on', async () => {
    const changes = [become(6, 'creator', 'agent_001', 'lurker'), become(9, 'casual', 'agent_001')];
    const run = await opened(5, changes);
    const groups = run.state.groups!;
    for (const tick of [5, 6, 8, 9, LAST]) {
      await playTo(run, tick);
      expect([...getGroupsAtTick(groups, tick)]).toEqual([...social(run).society.archetype]);
      expect(run.state.order!('archetype', null)).toEqual(social(run).society.archetype);
    }
    expect([...getGroupsAtTick(groups, 0)]).toEqual([...groups.of]);
    expect((await opened(5, [])).state.groups).not.toHaveProperty('later');
  });
});
