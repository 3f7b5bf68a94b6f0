import { describe, expect, it } from 'vitest';
import { ARCHETYPES } from '../../../../../src/engine/models/social/people/archetypes.ts';
import { buildArchetypes } from '../../../../../src/engine/models/social/people/archetypeTable.ts';
import { SOCIAL } from '../../../../../src/engine/models/social/socialSpec.ts';
import { open, playTo, social } from '../../../play.ts';

describe('the table of archetypes', () => {
  it('gives the archetypes as they are unless a value is changed', () => {
    expect(buildArchetypes({})).toEqual(ARCHETYPES);
    for (const preset of SOCIAL.presets) {
      const values = SOCIAL.parameters.map(({ name, defaults }) => [name, defaults[preset]]);
      expect(buildArchetypes(Object.fromEntries(values))).toEqual(ARCHETYPES);
    }
  });

  it('changes one attribute of one archetype', () => {
    const [lurker, ...others] = buildArchetypes({ lurker_timeout: 9 });
    expect(lurker).toEqual({ ...ARCHETYPES[0], timeout: 9 });
    expect(others).toEqual(ARCHETYPES.slice(1));
  });

  it('refuses a longest session below the shortest, and shares that leave no agents', () => {
    expect(() => buildArchetypes({ lurker_session_min: 20 })).toThrow(
      'lurker_session_min is 20, above lurker_session_max, which is 14',
    );
    const none = Object.fromEntries(ARCHETYPES.slice(0, -1).map(({ name }) => [`${name}_share`, 0]));
    expect(() => buildArchetypes(none)).toThrow('the shares of all archetypes but creator are 0');
  });
});

describe('a run with archetypes of its own', () => {
  it('has their thresholds, sessions, histories and shares', async () => {
    const parameters = {
      ...{ lurker_timeout: 30, lurker_session_min: 3, lurker_session_max: 3, lurker_history: 2 },
      ...{ casual_share: 0, creator_share: 0.1, debater_threshold: 0.9 },
    };
    const run = await playTo(await open({ parameters }), 40);
    const { society, population, groups } = social(run);
    const agents = groups.of.length;
    const of = (name: string) =>
      [...groups.of.keys()].filter(agent => groups.names[groups.of[agent]] === name);
    for (const agent of of('lurker')) {
      expect(Math.abs(population.timeoutThreshold[agent] - 30)).toBeLessThanOrEqual(1);
      expect(society.sessionMax[agent]).toBe(3);
      expect(population.historyDepth[agent]).toBe(2);
      expect(run.machine.history.length(agent)).toBeLessThanOrEqual(2);
    }
    expect(of('casual')).toEqual([]);
    expect(of('creator')).toHaveLength(Math.floor(agents / 10));
    for (const agent of of('debater'))
      expect(Math.abs(society.engagementThreshold[agent] - 0.9)).toBeLessThanOrEqual(0.08);
    for (const agent of of('enthusiast')) expect(population.historyDepth[agent]).toBe(50);
  });

  it('is refused before anything is loaded where values do not agree', async () => {
    await expect(open({ parameters: { casual_session_max: 1 } })).rejects.toThrow(
      'casual_session_min is 2, above casual_session_max, which is 1',
    );
    await expect(open({ parameters: { casual_timeout: 1 } })).rejects.toThrow(
      'casual_timeout must be a whole number from 2 to 1000, not 1',
    );
  });
});
