import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playWholeRun } from '../../../src/cli/commands/playWholeRun.ts';
import { formatAgentId } from '../../../src/engine/core/indices.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { SOCIAL_PARAMETERS } from '../../../src/engine/models/social/socialParameters.ts';
import { Agent } from '../../../src/engine/statechart/agent.ts';
import { stateDistribution } from '../../../src/engine/statechart/countAgentsByState.ts';
import { documentText, open, playTo } from '../../engine/play.ts';
import { cli, cliOnFullDisk, expectLine, inProcess } from '../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-cli-'));
const path = (name: string) => join(folder, name);
const file = (name: string, text: string) => {
  writeFileSync(path(name), text);
  return path(name);
};
const root = new URL('../../../public/', import.meta.url);

// The first call bundles the command.
beforeAll(async () => {
  expect((await cli('--version')).code).toBe(0);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe('run', () => {
  it('ends standard output with one line of JSON, the summary of the run, and says nothing else', async () => {
    const { code, stdout, stderr } = await cli('run', '--rounds', '5');
    expect([code, stderr, stdout.split('\n').length]).toEqual([0, '', 2]);
    const summary = JSON.parse(stdout);
    expect(Object.keys(summary)).toEqual([
      'hash',
      'model',
      'network',
      'agents',
      'rounds',
      'seed',
      'transitions',
      'decisions',
      'distribution',
      'outcomes',
    ]);
    const run = await playTo(await open({ seed: DEFAULT_SETUP.seed }), 5);
    expect(summary).toMatchObject({
      hash: run.hash,
      model: 'social',
      network: 'congress',
      agents: 475,
      rounds: 5,
      seed: DEFAULT_SETUP.seed,
      transitions: run.machine.log.rows,
      decisions: run.state.decisionCount,
    });
    const counts: number[] = Object.values(summary.distribution);
    expect(Object.keys(summary.distribution)).toEqual(run.machine.chart.states);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(475);
  });

  it('takes every option: what is played is the set-up that they name', async () => {
    const out = path('options.json');
    const { code, stdout } = await inProcess(
      'run',
      '--model',
      'social',
      '--network',
      'small-world',
      '--agents',
      '50',
      '--rounds',
      '12',
      '--seed',
      '4294967295',
      '--preset',
      'realistic',
      '--oracle',
      'policy',
      '--out',
      out,
      '--set',
      'activity=15',
      '--set',
      'neighbours=4',
      '--set',
      'notify=false',
      '--set',
      'activity=2@9',
      '--set',
      'stall=0.5@3',
    );
    expect(code).toBe(0);
    const setup = {
      network: 'small-world',
      agents: 50,
      seed: 4294967295,
      preset: 'realistic',
      parameters: { activity: 15, neighbours: 4, notify: false },
      changes: [
        { tick: 3, name: 'stall', value: 0.5 },
        { tick: 9, name: 'activity', value: 2 },
      ],
    };
    const run = await playTo(await open(setup), 12);
    expect(JSON.parse(stdout).hash).toBe(run.hash);
    expect(readFileSync(out, 'utf8')).toBe(documentText(run));
    expect(readdirSync(folder).filter(name => name.includes('options'))).toEqual(['options.json']);
  });

  it('changes an answer with --change-at, and reports an answer that nobody was asked for', async () => {
    const out = path('given.json');
    const args = [
      'run',
      '--rounds',
      '12',
      '--network',
      'scale-free',
      '--agents',
      '30',
      '--set',
      'activity=20',
    ];
    await inProcess(...args, '--out', out);
    const rowsIn = () =>
      JSON.parse(readFileSync(out, 'utf8')).decisions as Readonly<Record<string, unknown>>[];
    const asked = rowsIn().find(({ tick }) => Number(tick) > 0);
    const { agent_id: agent, tick } = asked ?? {};
    // Who has just answered is not asked in the next round.
    const idle = `the answer of ${agent} in round ${Number(tick) + 1} had no effect: it was not asked then`;
    const changes = ['--change-at', `${tick}:answer:${agent}:like`];
    const more = ['--change-at', `${Number(tick) + 1}:answer:${agent}:like`];
    const { code, stderr } = await inProcess(...args, ...changes, ...more, '--out', out);
    expect([code, stderr]).toEqual([0, expect.stringContaining(idle)]);
    const row = rowsIn().find(one => one.tick === tick && one.agent_id === agent);
    expect(row).toMatchObject({ source: 'given', action: 'like' });
    const verified = await inProcess('verify', out);
    expect([verified.code, JSON.parse(verified.stdout).verdict]).toEqual([0, 'verified']);
  });

  it('intervenes in a society with --change-at, and a saved run keeps the interventions', async () => {
    const [out, saved] = [path('done.json'), path('done.checkpoint')];
    const args = ['run', '--network', 'scale-free', '--agents', '40', '--set', 'activity=20'];
    const changes = [
      '5:remove_post:post_001',
      '4:remove_agents:creator,agent_009',
      '9:insert_post:agent_003,food',
    ];
    const given = changes.flatMap(change => ['--change-at', change]);
    const whole = await inProcess(...args, ...given, '--rounds', '12', '--out', out);
    expect([whole.code, whole.stderr]).toEqual([0, '']);
    const { posts, config } = JSON.parse(readFileSync(out, 'utf8'));
    expect(config.changes.map(({ name }: { name: string }) => name)).toEqual([
      'remove_agents',
      'remove_post',
      'insert_post',
    ]);
    expect(posts.findLast(({ tick }: { tick: number }) => tick === 9)).toMatchObject({
      author_id: 'agent_003',
      topic: 'food',
    });
    expect(JSON.parse((await inProcess('verify', out)).stdout).verdict).toBe('verified');
    await inProcess(...args, ...given, '--rounds', '6', '--checkpoint', saved);
    const resumed = await inProcess('run', '--resume', saved, '--rounds', '12');
    expect(JSON.parse(resumed.stdout).hash).toBe(JSON.parse(whole.stdout).hash);
  });

  it('lists with --at how many agents were in each state in a round, and which agents were in one state', async () => {
    const { stdout } = await inProcess('run', '--rounds', '12', '--at', '5', '--at', '9:evaluating');
    const { at, distribution } = JSON.parse(stdout);
    const run = await playTo(await open(DEFAULT_SETUP), 5);
    expect(at[0]).toEqual({ round: 5, distribution: stateDistribution(run.machine) });
    await playTo(run, 9);
    expect(at[1].distribution).toEqual(stateDistribution(run.machine));
    const evaluating = [...run.state.population.state.keys()].filter(
      agent => Agent.of(run.machine, agent).state === 'evaluating',
    );
    expect(at[1].agents).toEqual(evaluating.map(formatAgentId));
    expect(distribution).not.toEqual(at[1].distribution);
  });

  it('reads a table of archetypes, whose values --set overrides', async () => {
    const table = file('kinds.csv', 'archetype,timeout,share\nlurker,9,0.2\ncasual,7,\n');
    const set = ['--set', 'casual_timeout=8', '--rounds', '5'];
    const { code, stdout } = await inProcess('run', '--archetypes', table, ...set);
    expect(code).toBe(0);
    const parameters = { lurker_timeout: 9, lurker_share: 0.2, casual_timeout: 8 };
    const run = await playTo(await open({ ...DEFAULT_SETUP, parameters }), 5);
    expect(JSON.parse(stdout).hash).toBe(run.hash);
    const usual = await playTo(await open(DEFAULT_SETUP), 5);
    expect(run.hash).not.toBe(usual.hash);
  });

  it('reads an edge list of the user’s, and reports on stderr how it was read', async () => {
    const edges = file('friends.csv', 'source,target\nada,ben\nada,ben\nben,ben\n');
    const { code, stdout, stderr } = await inProcess('run', '--network', edges, '--rounds', '3');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ network: 'friends.csv', agents: 2 });
    expect(stderr).toBe(
      'friends.csv, line 2: does ada follow ben, ben follow ada, or each the other? Read as: ben follows ada, though the columns source and target do not say: 1 link, most followed ada by 1, 0 % mutual. If ada follows ben: 1 link, most followed ben by 1, 0 % mutual. If ada and ben follow each other: 2 links, most followed ada by 1, 100 % mutual. Read as an edge list: 2 nodes, 1 link one way each; no weights; 1 repeated edge counted once; 1 edge from an account to itself left out. As there are no weights, the strength of each tie is drawn at random, uniformly from 0 to 1: interest in posts, and the rules for parents strongest_tie and weighted_draw, follow these draws. Choose with --direction follows or both.\n',
    );
  });

  it('swaps an edge list with --direction, which document, replay and checkpoint keep', async () => {
    const edges = file('crowd.csv', 'hub,ann\nhub,ben\nann,ben\n');
    const turned = file('turned.csv', 'ann,hub\nben,hub\nben,ann\n');
    const [out, saved] = [path('crowd.json'), path('crowd.saved')];
    const hashOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).hash;
    const follows = ['--network', edges, '--direction', 'follows', '--set', 'activity=20', '--rounds', '6'];
    const hash = hashOf(await inProcess('run', ...follows, '--out', out, '--checkpoint', saved));
    const { network } = JSON.parse(readFileSync(out, 'utf8')).config;
    expect(network.direction).toBe('follows');
    expect(hashOf(await inProcess('run', '--network', turned, ...follows.slice(4)))).toBe(hash);
    const again = path('crowd-again.json');
    await inProcess('run', '--oracle', 'replay', '--answers', out, '--network', edges, '--out', again);
    expect(JSON.parse(readFileSync(again, 'utf8')).config.network).toEqual(network);
    const resumed = await inProcess('run', '--resume', saved, '--network', edges, '--rounds', '6');
    expect(hashOf(resumed)).toBe(hash);
  });
});

describe('a network of the user’s', () => {
  const hashOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).hash;

  it('is played both ways where the file or an option says so, which the document keeps', async () => {
    const [plain, said] = [
      file('ring.txt', '0 1\n1 2\n2 0\n'),
      file('said.txt', '# Undirected graph\n0 1\n1 2\n2 0\n'),
    ];
    const out = path('ring.json');
    const rest = ['--set', 'activity=20', '--rounds', '5'];
    const both = await inProcess('run', '--network', plain, '--direction', 'both', ...rest, '--out', out);
    const obeyed = await inProcess('run', '--network', said, ...rest);
    expect(hashOf(obeyed)).toBe(hashOf(both));
    expect(hashOf(await inProcess('run', '--network', plain, ...rest))).not.toBe(hashOf(both));
    expect(JSON.parse(readFileSync(out, 'utf8')).config.network).toMatchObject({
      direction: 'both',
      edges: 6,
    });
    const replayed = await inProcess('run', '--oracle', 'replay', '--answers', out, '--network', plain);
    expect(hashOf(replayed)).toBe(hashOf(both));
  });

  it('has its nodes divided by the attribute that was chosen, which outcomes, document and checkpoint keep', async () => {
    const node = (id: number) =>
      `node [ id ${id} club "${id < 3 ? 'a' : 'b'}" side "${id % 2 === 0 ? 'up' : 'down'}" ]`;
    const text = `graph [ ${[0, 1, 2, 3, 4, 5].map(node).join(' ')} ${[0, 1, 2, 3, 4, 5]
      .map(id => `edge [ source ${id} target ${(id + 1) % 6} ]`)
      .join(' ')} ]`;
    const given = ['--network', file('sides.gml', text), '--set', 'activity=20', '--rounds', '5'];
    const [out, saved] = [path('sides.json'), path('sides.saved')];
    const chosen = await inProcess('run', ...given, '--groups', 'side', '--out', out, '--checkpoint', saved);
    const outcomesOf = ({ stdout }: { stdout: string }) => Object.keys(JSON.parse(stdout).outcomes);
    expect(outcomesOf(chosen)).toEqual(expect.arrayContaining(['reached_of_down', 'reached_of_up']));
    expect(chosen.stderr).toContain('grouped by side (or by club)');
    expect(JSON.parse(readFileSync(out, 'utf8')).config.network.groups).toBe('side');
    const replayed = await inProcess('run', '--oracle', 'replay', '--answers', out, ...given.slice(0, 2));
    expect(outcomesOf(replayed)).toEqual(outcomesOf(chosen));
    const resumed = await inProcess('run', '--resume', saved, ...given.slice(0, 2), '--rounds', '5');
    expect(outcomesOf(resumed)).toEqual(outcomesOf(chosen));
    const usual = await inProcess('run', ...given, '--out', out);
    expect(outcomesOf(usual)).toContain('reached_of_a');
    expect(hashOf(usual)).toBe(hashOf(chosen));
    expect(JSON.parse(readFileSync(out, 'utf8')).config.network.groups).toBeUndefined();
    const wrong = await inProcess('run', ...given, '--groups', 'age');
    expect(wrong.stderr).toContain('sides.gml: no attribute "age" divides its nodes; these do: club, side');
  });

  it('has its repeated weights merged by the rule that was chosen, which document and checkpoint keep', async () => {
    const edges = file('again.csv', 'a,b,1\na,b,4\nb,c,2\nc,a,1\n');
    const given = ['--network', edges, '--set', 'activity=20', '--rounds', '5'];
    const [out, saved] = [path('again.json'), path('again.saved')];
    const kept = await inProcess('run', ...given, '--repeats', 'max', '--out', out, '--checkpoint', saved);
    const { network } = JSON.parse(readFileSync(out, 'utf8')).config;
    expect(network.repeats).toBe('max');
    expect(kept.stderr).toContain('1 repeated edge counted once, with the greatest weight');
    const replayed = await inProcess('run', '--oracle', 'replay', '--answers', out, '--network', edges);
    expect(hashOf(replayed)).toBe(hashOf(kept));
    const resumed = await inProcess('run', '--resume', saved, '--network', edges, '--rounds', '5');
    expect(hashOf(resumed)).toBe(hashOf(kept));
    const summed = await inProcess('run', ...given, '--out', out);
    expect(summed.stderr).toContain('with the sum of the weights');
    expect(JSON.parse(readFileSync(out, 'utf8')).config.network.repeats).toBe('sum');
  });
});

describe('bad usage', () => {
  const good = Array.from({ length: 16 }, (_, i) => `${i} ${i + 1}\n`).join('');

  it.each<[string, readonly string[], string]>([
    ['no command', [], 'no command given: try run or --help'],
    ['an unknown command', ['walk'], "unknown command 'walk'"],
    ['an unknown option', ['run', '--colour'], "unknown option '--colour'"],
    ['a direction of a network that is not yours', ['run', '--direction', 'follows'], 'not "congress"'],
    ['a rule for repeats of a network that is not yours', ['run', '--repeats', 'max'], 'not "congress"'],
    ['groups of a network that is not yours', ['run', '--groups', 'club'], 'not "congress"'],
    ['an unknown direction', ['run', '--direction', 'up'], 'Allowed choices are follows, followed, both'],
    ['a misspelt option', ['run', '--round', '3'], "unknown option '--round' (Did you mean --rounds?)"],
    ['an option without its value', ['run', '--seed'], "option '--seed <n>' argument missing"],
    ['a word too many', ['run', 'congress'], 'too many arguments'],
    [
      'rounds below 0',
      ['run', '--rounds', '-1'],
      '--rounds must be a whole number from 0 to 1000000, not -1',
    ],
    ['rounds above 1,000,000', ['run', '--rounds', '1000001'], 'from 0 to 1000000, not 1000001'],
    [
      'rounds that are not a number',
      ['run', '--rounds', 'ten'],
      '--rounds must be a whole number from 0 to 1000000, not ten',
    ],
    ['half an agent', ['run', '--agents', '1.5'], '--agents must be a whole number from 1, not 1.5'],
    ['more agents than a network has', ['run', '--agents', '476'], 'congress has 475 nodes'],
    [
      'a seed of 33 bits',
      ['run', '--seed', '4294967296'],
      'seed must be a whole number from 0 to 4294967295',
    ],
    ['an unknown model', ['run', '--model', 'ants'], 'model "ants" is unknown; available: social'],
    ['an unknown preset', ['run', '--preset', 'wild'], 'preset "wild" is unknown'],
    ['an unknown oracle', ['run', '--oracle', 'delphi'], 'oracle "delphi" is unknown'],
    [
      'WebLLM without a browser',
      ['run', '--oracle', 'webllm'],
      'webllm runs a model on WebGPU inside a browser, not on the command line: open the page (npm start), or have Ollama run the model',
    ],
    [
      'wllama without a browser',
      ['run', '--oracle', 'wllama', '--oracle-model', 'tiny'],
      'wllama is llama.cpp inside a browser, not on the command line: open the page (npm start), or start llama-server',
    ],
    ['a missing file', ['run', '--network', 'nowhere.csv'], 'network "nowhere.csv" is not one of congress'],
    ['an unknown parameter', ['run', '--set', 'warmth=1'], 'parameter "warmth" is unknown'],
    ['a parameter without a value', ['run', '--set', 'activity'], '"activity" is not name=value'],
    ['a parameter that is not a number', ['run', '--set', 'activity=much'], 'from 0 to 20, not much'],
    [
      'a parameter out of range',
      ['run', '--set', 'stall=1.1'],
      'stall must be a number from 0 to 1, not 1.1',
    ],
    [
      'a table for a model without one',
      ['run', '--model', 'governed', '--archetypes', 'kinds.csv'],
      'model governed has no archetypes',
    ],
    [
      'a table that is not there',
      ['run', '--archetypes', 'no.csv'],
      'archetypes "no.csv": there is no such file',
    ],
    ['a moment that is none', ['run', '--at', 'soon'], '--at must be a round, or a round and a state'],
    [
      'a moment after the end',
      ['run', '--rounds', '3', '--at', '4'],
      '--at 4 is not one of the rounds -60 to 3 that are played, the warm-up among them',
    ],
    [
      'an unknown state',
      ['run', '--rounds', '3', '--at', '2:asleep'],
      '"asleep" is not a state of this chart',
    ],
    ['half a tick', ['run', '--set', 'expiry=1.5'], 'expiry must be a whole number from 1 to 2000, not 1.5'],
    ['a change of what is fixed', ['run', '--set', 'warm_up=3@4'], 'warm_up cannot be changed in mid-run'],
    [
      'a change before the first round',
      ['run', '--set', 'stall=1@0'],
      'a change of stall needs a tick from 1',
    ],
    ['a hexadecimal parameter', ['run', '--set', 'activity=0x10'], 'from 0 to 20, not 0x10'],
    ['a hexadecimal round', ['run', '--set', 'stall=1@0x10'], '--set stall=1@0x10: after @ stands a round'],
    [
      'a deed that no model knows',
      ['run', '--change-at', '3:burn_post:post_001'],
      'parameter "burn_post" is unknown to model social',
    ],
    ['a deed to nothing', ['run', '--change-at', '3:remove_post:it'], '"it" is not a post’s id'],
    ['a change that cannot be read', ['run', '--change-at', 'soon'], '"soon" must read round:name:value'],
    [
      'an answer of nobody',
      ['run', '--change-at', '3:answer:agent_999:like'],
      'the change in round 3 is about agent_999, but this run has agent_001 to agent_475',
    ],
    ['a change at no round', ['run', '--set', 'stall=1@'], '--set stall=1@: after @ stands a round'],
    [
      'an --out in a folder that is not there',
      ['run', '--rounds', '1', '--out', path('no/x.json')],
      'its folder does not exist',
    ],
    [
      'an --out under a file',
      ['run', '--rounds', '1', '--out', `${file('x', '')}/x.json`],
      'its folder is a file',
    ],
    ['an --out that is a folder', ['run', '--rounds', '1', '--out', folder], 'it is a folder'],
  ])('%s ends with 2 and one line on stderr', async (_, args, words) => {
    const { code, stdout, stderr } = await inProcess(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^statescope: [^\n]+\n$/);
    expect(stderr).toContain(words);
  });

  it.each([
    ['17th line that is not a number', `${good}16 x\n`, 'bad.txt, line 17: "x" is not a number'],
    ['17th line that is not an edge', `${good}16\n`, 'bad.txt, line 17: only one account in "16"'],
    ['weight that is none', '1 2 3\n2 3 much\n', 'bad.txt, line 2: weight "much" is not a number'],
    ['file without edges', '# nothing\n', 'bad.txt has no edges'],
  ])('includes an edge list with a %s', async (_, text, words) => {
    const { code, stdout, stderr } = await inProcess('run', '--network', file('bad.txt', text));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^statescope: [^\n]+\n$/);
    expect(stderr).toContain(words);
  });
});

describe('bad usage of the real command', () => {
  it.each<[string, readonly string[]]>([
    ['an unknown option', ['--colour']],
    ['a missing file', ['--network', 'nowhere.csv']],
  ])('ends with 2 and one line on stderr: %s', async (_, args) => {
    const { code, stdout, stderr } = await cli('run', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^statescope: [^\n]+\n$/);
  });
});

describe('--out', () => {
  const here = () => readdirSync(folder).filter(name => name.includes('whole'));

  it('on a full disk leaves nothing behind and ends with 1', async () => {
    const { code, stdout, stderr } = await cliOnFullDisk(
      64,
      'run',
      '--rounds',
      '5',
      '--out',
      path('whole.json'),
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^statescope: [^\n]*larger than a file may be[^\n]*\n$/);
    expect(here()).toEqual([]);
  });

  it('on a full disk leaves the file that was there as it was', async () => {
    const old = file('whole.json', 'older results');
    expect((await cliOnFullDisk(64, 'run', '--rounds', '5', '--out', old)).code).toBe(1);
    expect(here()).toEqual(['whole.json']);
    expect(readFileSync(old, 'utf8')).toBe('older results');
  });

  it('leaves an existing file as it was when the usage is bad, and replaces it when all is well', async () => {
    const old = file('whole.json', 'older results');
    await inProcess('run', '--rounds', '-3', '--out', old);
    expect(readFileSync(old, 'utf8')).toBe('older results');
    const { stdout } = await inProcess('run', '--rounds', '2', '--out', old);
    expect(JSON.parse(readFileSync(old, 'utf8')).hash).toBe(JSON.parse(stdout).hash);
    expect(here()).toEqual(['whole.json']);
  });
});

describe('--oracle replay', () => {
  it('brings the set-up of its document: seed, size, preset, parameters and changes', async () => {
    const out = path('changed.json');
    const args = ['--network', 'lastfm', '--agents', '90', '--seed', '5', '--preset', 'realistic'];
    const { stdout } = await inProcess(
      'run',
      ...args,
      '--set',
      'activity=9',
      '--set',
      'liking=3@4',
      '--rounds',
      '8',
      '--out',
      out,
    );
    const again = JSON.parse((await inProcess('run', '--oracle', 'replay', '--answers', out)).stdout);
    expect(again.hash).toBe(JSON.parse(stdout).hash);
    expect(again.replay).toEqual({ of: again.hash, same: true });
  });

  it('of a document whose seed was changed says so, where its network follows from the seed', async () => {
    const out = path('generated.json');
    await inProcess('run', '--network', 'small-world', '--agents', '60', '--rounds', '3', '--out', out);
    const document = JSON.parse(readFileSync(out, 'utf8'));
    document.config.seed += 1;
    const changed = file('reseeded.json', JSON.stringify(document));
    const { code, stderr } = await inProcess('run', '--oracle', 'replay', '--answers', changed);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /reseeded\.json was changed after it was written: its network, small-world, has the fingerprint \w{8}, and its seed, number of agents and parameters of the network give another one \(\w{8}\)/,
    );
  });

  it('of a run on the user’s own edge list requires it, and recognises another one', async () => {
    const edges = file('mine.csv', 'a,b\nb,c\nc,a\n');
    const other = file('other.csv', 'a,b\nb,c\nc,d\n');
    const out = path('mine.json');
    await inProcess('run', '--network', edges, '--set', 'activity=20', '--rounds', '5', '--out', out);
    const replay = (...more: string[]) => inProcess('run', '--oracle', 'replay', '--answers', out, ...more);
    const without = await replay();
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('give it with --network')]);
    const wrong = await replay('--network', other);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('the recording was made on')]);
    expect(JSON.parse((await replay('--network', edges)).stdout).replay.same).toBe(true);
  });

  it('that ends with another hash reports it and fails', async () => {
    const out = path('forged.json');
    await inProcess('run', '--rounds', '3', '--out', out);
    const forged = file(
      'forged.json',
      readFileSync(out, 'utf8').replace(/"hash": "[0-9a-f]{8}/, '"hash": "00000000'),
    );
    const { code, stdout, stderr } = await inProcess('run', '--oracle', 'replay', '--answers', forged);
    expect([code, JSON.parse(stdout).replay.same]).toEqual([1, false]);
    expect(stderr).toMatch(
      /the replay is not the recorded run: it ends with hash \w{8}, its document with 00000000$/m,
    );
  });

  it('that ends before its document names both rounds, and fails', async () => {
    const out = path('over.json');
    const missions = ['--model', 'governed', '--agents', '2'];
    const { rounds } = JSON.parse((await cli('run', ...missions, '--out', out)).stdout);
    const forged = file(
      'over-forged.json',
      readFileSync(out, 'utf8').replace(/"rounds": ?\d+/, `"rounds": ${rounds + 1}`),
    );
    const { code, stdout, stderr } = await cli('run', '--oracle', 'replay', '--answers', forged);
    expect([code, JSON.parse(stdout).replay.same]).toEqual([1, false]);
    expect(stderr).toContain(
      `the replay is not the recorded run: it ends after round ${rounds}, its document after round ${rounds + 1}`,
    );
    const endless = file(
      'endless.json',
      readFileSync(out, 'utf8').replace(/"rounds": ?\d+/, '"rounds": 1000000000000'),
    );
    expectLine(
      await cli('run', '--oracle', 'replay', '--answers', endless),
      'config.rounds is 1000000000000; at most 1000000 are played',
    );
  });

  it('with fewer rounds than were recorded is not compared', async () => {
    const out = path('short.json');
    await inProcess('run', '--rounds', '6', '--out', out);
    const { code, stdout } = await inProcess('run', '--oracle', 'replay', '--answers', out, '--rounds', '3');
    expect([code, JSON.parse(stdout).rounds, JSON.parse(stdout).replay.same]).toEqual([0, 3, null]);
  });
});

describe('--estimate', () => {
  it('shows what a run would ask a model, and asks nothing', async () => {
    const args = [
      'run',
      '--oracle',
      'ollama',
      '--oracle-url',
      '127.0.0.1:9',
      '--oracle-model',
      'm',
      '--rounds',
      '30',
    ];
    const estimated = async (...more: string[]) =>
      JSON.parse((await inProcess(...args, '--estimate', ...more)).stdout) as Record<string, number>;
    const each = await estimated();
    expect(Object.keys(each)).toEqual(['rounds', 'questions', 'calls', 'tokens_in', 'tokens_out']);
    expect([each.rounds, each.calls]).toEqual([30, each.questions]);
    expect((await estimated('--per-archetype')).calls).toBeLessThan(each.calls / 3);
  });

  it('requires a language model', async () => {
    const { code, stderr } = await inProcess('run', '--estimate');
    expect([code, stderr]).toEqual([2, 'statescope: --estimate is for --oracle ollama or openai\n']);
  });
});

describe('progress', () => {
  it('is reported round by round', async () => {
    const lines: string[] = [];
    const setup = { ...DEFAULT_SETUP, network: 'random', agents: 20, parameters: { warm_up: 0 } };
    await playWholeRun({ setup, rounds: 2, out: null }, { root, key: null, recording: null }, line =>
      lines.push(line),
    );
    expect(lines.map(line => line.replace(/\d+ transitions/, 'n transitions'))).toEqual([
      '\rround 1 of 2, n transitions',
      '\rround 2 of 2, n transitions',
      '\n',
    ]);
  });
});

describe('--help', () => {
  it('names the commands', async () => {
    const { code, stdout, stderr } = await inProcess('--help');
    expect([code, stderr]).toEqual([0, '']);
    for (const command of ['run', 'verify', 'worlds', 'page', 'doctor'])
      expect(stdout).toContain(`  ${command} `);
  });

  const commands = [
    ...[
      'run',
      'compare',
      'history',
      'chart',
      'verify',
      'stats',
      'why',
      'events',
      'worlds',
      'worker',
      'merge',
    ],
    ...['governance', 'discover', 'report', 'guard', 'observe', 'page', 'doctor', 'completion'],
  ];
  it.each(commands)('of %s has at most sixty lines, none longer than a wide terminal', async command => {
    const { code, stdout, stderr } = await inProcess(command, '--help');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(110);
  });

  it.each(['verify', 'events', 'stats', 'why'])('of %s lists inputs, and no set-up', async command => {
    const { stdout } = await inProcess(command, '--help');
    expect(stdout).toContain('--network <name|file>');
    for (const option of ['--preset', '--seed', '--set ', '--agents <n>', '--governance'])
      expect(stdout).not.toContain(option);
  });

  it('of run has the common options by groups, and with a model every parameter of it', async () => {
    const short = await inProcess('run', '--help');
    for (const title of ['Set-up:', 'Playing:', 'Files:', 'Language models:', 'Of one model:'])
      expect(short.stdout).toContain(title);
    for (const option of ['model', 'network', 'agents', 'rounds', 'seed', 'preset', 'set', 'oracle', 'out'])
      expect(short.stdout).toContain(`--${option} <`);
    expect((await inProcess('run', '--oracle', 'openai', '--help')).stdout).toContain('--round-tokens <n>');
    const { stdout } = await inProcess('run', '--model', 'social', '--help');
    // Of a table each column, once; rules of earlier versions come with their documents alone.
    for (const { name, meaning, cell, oldUntil } of SOCIAL_PARAMETERS) {
      if (oldUntil !== undefined) continue;
      const named = cell?.column ?? name;
      const lines = stdout.split('\n').map(text => text.trim().replace('* ', ''));
      expect(
        lines.some(text => text.startsWith(`${named} `) && text.endsWith(meaning)),
        name,
      ).toBe(true);
    }
    expect(stdout).not.toContain('--governance');
  });
});
