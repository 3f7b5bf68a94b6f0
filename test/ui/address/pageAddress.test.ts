import { describe, expect, it } from 'vitest';
import { MAX_ROUNDS } from '../../../src/engine/core/indices.ts';
import { findTakenParameterNames } from '../../../src/engine/models/chart/ownParameters.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { parseAddress, writeAddress } from '../../../src/ui/address/pageAddress.ts';
import { restoreSetupBranch } from '../../../src/ui/address/rareAddress.ts';
import { ORACLE_NAMES } from '../../../src/ui/address/writeOracleAddress.ts';
import { listPageModels } from '../../../src/ui/model/registered.ts';
import { LOOKING_NAMES } from '../../../src/ui/state/viewpoint.ts';
import { createPageStore } from '../../../src/ui/store/createPageStore.ts';

describe('address', () => {
  it('opens the default set-up when it is empty', async () => {
    expect(await parseAddress('')).toEqual({
      setup: DEFAULT_SETUP,
      rounds: 0,
      awaitedRounds: 0,
      looking: null,
      problems: [],
    });
  });

  it('reads the set-up, the rounds and the parameters that are not at their default', async () => {
    const { setup, rounds, problems } = await parseAddress(
      '?model=social&network=small-world&seed=7&oracle=policy&preset=realistic&agents=200&rounds=40&activity=4&notify=false',
    );
    expect(problems).toEqual([]);
    expect(rounds).toBe(40);
    expect(setup).toMatchObject({ network: 'small-world', seed: 7, preset: 'realistic', agents: 200 });
    expect(setup.parameters).toEqual({ activity: 4, notify: false });
  });

  it('is written as it was read', async () => {
    const query =
      '?model=social&network=scale-free&seed=4294967295&oracle=policy&preset=realistic&agents=50&stall=0.05&change=12:activity:3&rounds=9';
    const { setup, rounds } = await parseAddress(query);
    expect(writeAddress(setup, rounds)).toBe(query);
  });

  it('has the changed answers, whatever their words', async () => {
    const answer = 'No: & never, 100 %?\nNot "again" #1';
    const changes = [
      { kind: 'answer', tick: 12, agent: 'agent_005', answer: 'reply' },
      { kind: 'answer', tick: 14, agent: 'agent_007', answer },
    ] as const;
    const query = writeAddress({ ...DEFAULT_SETUP, changes }, 20);
    expect(query).toContain('change=12:answer:agent_005:reply');
    const { setup, problems } = await parseAddress(query);
    expect([setup.changes, problems]).toEqual([changes, []]);
  });

  it('has the interventions in the world of a model', async () => {
    const query =
      '?model=social&network=congress&seed=341&oracle=policy&change=12:remove_post:post_012&change=14:remove_agents:agent_005,creator';
    const { setup, problems } = await parseAddress(query);
    expect(problems).toEqual([]);
    expect(setup.changes).toEqual([
      { kind: 'intervention', tick: 12, name: 'remove_post', on: ['post_012'] },
      { kind: 'intervention', tick: 14, name: 'remove_agents', on: ['agent_005', 'creator'] },
    ]);
    expect(writeAddress(setup, 0)).toBe(query);
  });

  it('has what a run branches off from, by one of its changes', async () => {
    const query =
      '?model=social&network=congress&seed=341&oracle=policy&change=9:liking:3&change=12:resharing:2&branch=HASH,37,11,2&rounds=30'.replace(
        'HASH',
        '3d70ab37'.repeat(8),
      );
    const { setup, rounds, problems } = await parseAddress(query);
    expect(problems).toEqual([]);
    expect(setup.branchOf).toEqual({
      hash: '3d70ab37'.repeat(8),
      rounds: 37,
      after: 11,
      by: setup.changes[1],
    });
    expect(writeAddress(setup, rounds)).toBe(query);
    expect(restoreSetupBranch(createPageStore().getState(), setup)).toMatchObject({
      ...{ from: 11, change: 'resharing 2', since: 'from round 12' },
      parent: { head: 37, isRepeatable: true, setup: { changes: [setup.changes[0]] } },
    });
    const wrong = await parseAddress(query.replace('11,2', '11,3'));
    expect(wrong.setup.branchOf).toBeUndefined();
    expect(wrong.problems.join()).toMatch(/^branch=3d70ab37.* in the address/);
    // As documents have it.
    const cut = await parseAddress(query.replace('3d70ab37'.repeat(8), '3d70ab37c2f0a9b1'));
    expect(cut.setup.branchOf).toBeUndefined();
    expect(cut.problems).toHaveLength(1);
  });

  it('has the viewed round, and the selected agents', async () => {
    const query = '?model=social&network=congress&seed=341&oracle=policy&rounds=12&at=-3&who=368,2';
    const { setup, rounds, looking, problems } = await parseAddress(query);
    expect([looking, problems]).toEqual([
      { at: -3, agents: [367, 1], hash: null, pauses: [], rare: null, view: null, show: null, colour: null },
      [],
    ]);
    expect(writeAddress(setup, rounds, looking)).toBe(query);
    expect(
      writeAddress(setup, 0, {
        ...{ at: null, agents: [], hash: null, pauses: [], rare: null, view: null, show: null, colour: null },
      }),
    ).not.toMatch(/at=|who=/);
  });

  it('keeps what the model’s own views show, and refuses it for a model without such views', async () => {
    const query = '?model=recorded&seed=1&oracle=policy&rounds=5&view=rules:roo-code:5';
    const { setup, rounds, looking, problems } = await parseAddress(query);
    expect([looking?.view, problems]).toEqual(['rules:roo-code:5', []]);
    expect(writeAddress(setup, rounds, looking)).toBe(query);
    const wrong = await parseAddress('?model=recorded&view=prices');
    expect([wrong.looking?.view, wrong.problems]).toEqual([
      null,
      [expect.stringContaining('must be one of cost, rules')],
    ]);
    expect((await parseAddress('?model=social&view=rules')).problems).toEqual([
      expect.stringContaining('has no meaning for this model'),
    ]);
  });

  it('has an older parameter or the newer one, and of two that contradict each other the newer one', async () => {
    const old = await parseAddress('?newest_first=true&feed=chronological');
    expect([old.setup.parameters, old.problems]).toEqual([{ newest_first: true, feed: 'chronological' }, []]);
    for (const [given, kept] of [
      ['feed=random', { feed: 'random' }],
      ['change=9:feed:random', {}],
    ] as const) {
      const { setup, problems } = await parseAddress(`?newest_first=true&${given}`);
      expect(setup.parameters).toEqual(kept);
      expect(problems).toEqual([
        'newest_first=true in the address: means feed=chronological, and feed=random is given too: leave one of them out. The default is used instead.',
      ]);
    }
    const changed = await parseAddress('?change=3:newest_first:true&change=5:feed:random');
    expect(changed.setup.changes).toEqual([{ tick: 5, name: 'feed', value: 'random' }]);
    expect(changed.problems).toHaveLength(1);
    const later = await parseAddress('?newest_first=true&change=9:newest_first:false&change=9:feed:random');
    expect(later.problems).toEqual([]);
  });

  it('has the chosen cascade or post, and the rule for its parents', async () => {
    for (const show of ['post_012', 'post_012:last_seen']) {
      const query = `?model=social&network=congress&seed=341&oracle=policy&rounds=12&show=${show}`;
      const { setup, rounds, looking, problems } = await parseAddress(query);
      expect([looking?.show, problems]).toEqual([show, []]);
      expect(writeAddress(setup, rounds, looking)).toBe(query);
    }
    for (const wrong of ['12', 'post_0', 'post_012:latest', 'post_012:']) {
      const read = await parseAddress(`?model=social&show=${wrong}`);
      expect([read.looking?.show, read.problems]).toEqual([
        null,
        [expect.stringMatching(/^show=.* in the address: must be a post, .*last_seen/)],
      ]);
    }
    expect((await parseAddress('?model=chart&show=post_012')).problems).toEqual([
      expect.stringContaining('has no meaning for this model'),
    ]);
  });

  it('has parameters that a chart declares, whose file came with it or is in this browser', async () => {
    const text =
      '<scxml xmlns:sc="https://statescope.dev/scxml"><sc:parameter name="push" value="0.2"/><state id="a"/></scxml>';
    const files = { chart: [{ name: 'own.scxml', bytes: new TextEncoder().encode(text) }] };
    const query = '?model=chart&chart=file&push=0.4&change=5:push:0.1';
    const { setup, problems } = await parseAddress(query, undefined, files);
    expect([setup.parameters, setup.changes, problems]).toEqual([
      { push: 0.4 },
      [{ tick: 5, name: 'push', value: 0.1 }],
      [],
    ]);
    const wrong = await parseAddress('?model=chart&chart=file&push=4', undefined, files);
    expect([wrong.setup.parameters, wrong.problems]).toEqual([
      {},
      [expect.stringContaining('push must be a number from 0 to 1, not 4')],
    ]);
    // Of a chart that cannot be read the engine says so.
    const broken = { chart: [{ name: 'own.scxml', bytes: new TextEncoder().encode('<scxml parameter') }] };
    expect(
      (await parseAddress('?model=chart&chart=file&seed=3&push=1', undefined, broken)).setup,
    ).toMatchObject({
      ...{ own: ['chart'], seed: 3, parameters: {} },
    });
  });

  it('has the parameters that the chart of its preset declares', async () => {
    const { setup, problems } = await parseAddress('?model=chart&preset=vaccination&coverage=0.3');
    expect([setup.preset, setup.parameters, problems]).toEqual(['vaccination', { coverage: 0.3 }, []]);
    expect((await parseAddress('?model=chart&coverage=0.3')).problems).toEqual([
      expect.stringContaining('coverage'),
    ]);
  });

  it('has none of its own names for a parameter of a chart', async () => {
    const names = [
      ...['model', 'network', 'preset', 'seed', 'agents', 'rounds', 'change', 'branch', ...LOOKING_NAMES],
      ...[...ORACLE_NAMES, ...listPageModels().flatMap(({ inputs }) => inputs)],
      ...['direction', 'repeats', 'groups'],
    ];
    const definition = { name: 'own', states: ['a'], initial: 'a', transitions: [] };
    const parameters = names.map(name => ({ name, value: 0.5 }));
    expect(findTakenParameterNames({ ...definition, parameters })).toHaveLength(names.length);
    const free = [{ name: 'push', value: 0.5 }];
    expect(findTakenParameterNames({ ...definition, parameters: free })).toEqual([]);
  });

  it('has the omitted part of a discovered chart, in per cent', async () => {
    const query = '?model=recorded&seed=1&oracle=policy&rounds=5&rare=20,35';
    const { setup, rounds, looking, problems } = await parseAddress(query);
    expect([looking?.rare, problems]).toEqual(['20,35', []]);
    expect(writeAddress(setup, rounds, looking)).toBe(query);
    for (const wrong of ['20', '20,101', '1,2,3', 'a,b']) {
      const read = await parseAddress(`?model=recorded&rare=${wrong}`);
      expect(read.looking?.rare).toBeNull();
      expect(read.problems).toEqual([expect.stringContaining(wrong)]);
    }
  });

  it('has the meaning of colours, and the attribute that divides a network of the user’s', async () => {
    const query = '?model=social&network=congress&seed=341&oracle=policy&colour=group';
    const { setup, looking, problems } = await parseAddress(query);
    expect([looking?.colour, problems]).toEqual(['group', []]);
    expect(writeAddress(setup, 0, looking)).toBe(query);
    expect((await parseAddress('?colour=state')).looking?.colour).toBeNull();
    const wrong = await parseAddress('?colour=red');
    expect(wrong.problems).toEqual([
      expect.stringContaining('colour=red in the address: choose state, group'),
    ]);
    const held = await parseAddress('?network=file&groups=Modularity+Class', undefined, { network: [] });
    expect(held.setup.groups).toBe('Modularity Class');
    expect(writeAddress(held.setup, 0)).toContain('groups=Modularity+Class');
    const long = await parseAddress(`?groups=${'x'.repeat(201)}`);
    expect(long.problems.join()).toContain('at most 200 characters');
  });

  it('shows a recording to its end, unless it gives a round', async () => {
    expect((await parseAddress('?model=recorded')).rounds).toBe(MAX_ROUNDS);
    const { setup, rounds } = await parseAddress('?model=recorded&rounds=0');
    expect(rounds).toBe(0);
    expect(writeAddress(setup, 0)).toMatch(/&rounds=0$/);
    expect((await parseAddress('?model=social')).rounds).toBe(0);
  });

  it('has the conditions at which playing pauses; too many or too long ones are one problem', async () => {
    const query =
      '?model=social&network=congress&seed=341&oracle=policy&pause=posts+%3E%3D+30&pause=enters+composing';
    const { setup, looking, problems } = await parseAddress(query);
    expect([looking?.pauses, problems]).toEqual([['posts >= 30', 'enters composing'], []]);
    expect(writeAddress(setup, 0, looking)).toBe(query);
    for (const wrong of [`pause=${'x'.repeat(101)}`, 'pause=fails&'.repeat(11)]) {
      const read = await parseAddress(`?${wrong}`);
      expect(read.looking?.pauses).toEqual([]);
      expect(read.problems.join()).toMatch(/^pause=.* in the address/);
    }
  });

  it('plays to its rounds once the missing file comes', async () => {
    const without = await parseAddress('?network=file&rounds=40');
    expect([without.rounds, without.awaitedRounds]).toEqual([0, 40]);
    const held = await parseAddress('?network=file&rounds=40', undefined, { network: [] });
    expect([held.rounds, held.awaitedRounds]).toEqual([40, 0]);
  });

  it('keeps the reading of an edge list until its file comes', async () => {
    const { setup, problems } = await parseAddress('?network=file&direction=follows');
    expect(problems).toEqual([expect.stringContaining('made from a file (network)')]);
    expect(setup).toEqual({ ...DEFAULT_SETUP, direction: 'follows' });
    expect(writeAddress({ ...setup, network: 'file' }, 0)).toContain(
      'network=file&seed=341&direction=follows',
    );
    const both = await parseAddress('?network=file&direction=both&repeats=max');
    expect(both.setup).toEqual({ ...DEFAULT_SETUP, direction: 'both', repeats: 'max' });
    expect(writeAddress({ ...both.setup, network: 'file' }, 0)).toContain('direction=both&repeats=max');
  });

  it.each([
    ['?direction=up', 'direction=up in the address: choose follows, followed, both'],
    ['?repeats=all', 'repeats=all in the address: choose sum, max, first'],
    ['?seed=abc', 'seed=abc in the address'],
    ['?seed=4294967296', 'from 0 to 4294967295'],
    ['?network=mars', 'network=mars in the address: choose congress'],
    ['?agents=0', 'agents=0 in the address'],
    ['?rounds=-1', 'rounds=-1 in the address'],
    ['?activity=fast', 'activity=fast in the address: activity must be a number from 0 to 20, not fast'],
    [
      '?newest_first=maybe',
      'newest_first=maybe in the address: newest_first must be true or false, not maybe. The default is used instead.',
    ],
    ['?change=x:activity:1', 'change=x:activity:1 in the address'],
    ['?change=0:activity:1', 'not 0. The change is left out.'],
    ['?change=9:answer:agent_5:like', '"agent_5" is not an agent’s id'],
    ['?change=9:answer:agent_005:', 'needs some words'],
    ['?at=soon', 'at=soon in the address: must be a round'],
    ['?hash=xyz', 'hash=xyz in the address: must be 8 to 64 digits of a run’s hash'],
    ['?who=0', 'who=0 in the address: must be at most 50 numbers of agents'],
    ['?who=0', 'Nobody is selected.'],
    ['?network=file', 'Drop it on the page; until then an example is shown, not played'],
  ])('names the value and the place in %s and uses the default', async (query, problem) => {
    const { setup, problems } = await parseAddress(query);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    expect(setup).toEqual(DEFAULT_SETUP);
  });

  it('lists a few of many problems, and only the beginning of each', async () => {
    const query = Array.from({ length: 1000 }, (_, n) => `change=${n}:nothing${'x'.repeat(999)}:1`).join('&');
    const { problems } = await parseAddress(`?${query}`);
    expect(problems).toHaveLength(6);
    expect(problems[5]).toBe('And 995 more like these.');
    expect(problems.join('').length).toBeLessThan(2500);
  });

  it('reads and writes a run of missions', async () => {
    const query =
      '?model=governed&seed=7&oracle=policy&preset=sensible&governance=false&same_state=8&rounds=12';
    const { setup, rounds, problems } = await parseAddress(query);
    expect(problems).toEqual([]);
    expect(setup).toMatchObject({ model: 'governed', network: 'none', preset: 'sensible' });
    expect(setup.parameters).toEqual({ governance: false, same_state: 8 });
    expect(writeAddress(setup, rounds)).toBe(query);
  });

  it('reports that files of the user’s must be dropped again', async () => {
    const own = { ...(await parseAddress('?model=governed')).setup, own: ['corpus', 'missions'] as const };
    const query = writeAddress(own, 0);
    expect(query).toContain('corpus=file&missions=file');
    const { setup, problems } = await parseAddress(query);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('made from a file (documents)');
    expect(problems[1]).toContain('made from a file (list of missions)');
    expect(setup).not.toHaveProperty('own');
  });

  it('ignores a network and unknown parameters of missions', async () => {
    const { setup, problems } = await parseAddress('?model=governed&network=congress&activity=3');
    expect(setup).toMatchObject({ network: 'none', parameters: {} });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain('in the address: model governed has no network');
  });

  it.each(['toString', 'constructor', 'hasOwnProperty'])(
    'names a parameter called %s as unknown',
    async name => {
      expect((await parseAddress(`?${name}=1`)).problems).toEqual([
        `${name}=1 in the address: parameter "${name}" is unknown to model social. The default is used instead.`,
      ]);
    },
  );

  it('quotes long and hidden values cut and escaped', async () => {
    const { problems } = await parseAddress(`?seed=${'9'.repeat(100_000)}&preset=%E2%80%AEx&model=%1Bc`);
    expect(problems.map(problem => problem.length < 500)).toEqual([true, true, true]);
    expect(problems.join()).toMatch(/9{199}….*preset=\\u202ex|model=\\u001bc/);
  });

  it.each([
    '?pwd=hunter2-hunter2',
    '?bearer=hunter2-hunter2',
    '?passphrase=hunter2-hunter2',
    '?x=sk-hunter2-hunter2',
    '?sk-hunter2-hunter2=1',
    '?change=1:password:hunter2-hunter2',
    '?oracle=ollama&oracle_url=http://me:hunter2-hunter2@gpu',
    '?oracle=ollama&oracle_url=ftp://gpu/?key=hunter2-hunter2',
    '?oracle=wllama&oracle_url=http://gpu/model?pwd=hunter2-hunter2',
    '?seed=sk-hunter2-hunter2',
  ])('quotes no secret: %s', async query => {
    const { problems } = await parseAddress(query);
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain('hunter2');
  });
});
