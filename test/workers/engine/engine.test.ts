import * as Comlink from 'comlink';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../src/engine/model/frame.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { socialQueries } from '../../../src/engine/models/social/reports/socialQueries.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import engineUrl from '../../../src/workers/engine/engine.worker.ts?worker&url';
import type { EngineApi, NamedFile } from '../../../src/workers/protocol/api.ts';
import hashes from '../../fixtures/hashes.json';
import moodHashes from '../../fixtures/mood-hashes.json';
import { IS_LONG } from '../../runs.ts';
import { waitInVain } from '../../waitInVain.ts';
import { Page as EnginePage, ROOT, running, sha256 } from '../page.ts';

const SMALL: Setup = { ...DEFAULT_SETUP, network: 'small-world', agents: 80, seed: 5 };

class Page extends EnginePage {
  async open(setup: Partial<Setup> = {}, edges: NamedFile | null = null) {
    const files = edges ? { network: [edges] } : {};
    const info = await this.api.open({ ...SMALL, ...setup }, files, null);
    await this.hashAt(0);
    return info;
  }
}

/** Longer than two frames take. */
const MOMENT_MS = 60;

describe('the worker', () => {
  // One of each network is enough here: Node plays all of them.
  it.each(hashes.runs.filter(({ seed }) => IS_LONG || seed === 1))(
    'gives the hash and the document that Node gives: $network, seed $seed',
    async ({ network, seed, hash, document }) => {
      const page = new Page();
      await page.open({ network, agents: null, seed, preset: hashes.preset });
      await page.api.runTo(hashes.rounds);
      expect(await page.hashAt(hashes.rounds)).toBe(hash);
      expect(await sha256(await page.bytes())).toBe(document);
      expect(page.failures).toEqual([]);
    },
    60_000,
  );

  it('gives the hash and the document that Node gives with moods, and shows them where that region is chosen', async () => {
    const [{ seed, hash, document }] = moodHashes.runs;
    const page = new Page();
    const info = await page.open({
      ...{ network: 'congress', agents: null, seed, preset: hashes.preset },
      parameters: { moods: true },
    });
    expect(info.chart.states).toHaveLength(8);
    await page.api.runTo(hashes.rounds);
    expect(await page.hashAt(hashes.rounds)).toBe(hash);
    expect(await sha256(await page.bytes())).toBe(document);
    const shown = await page.api.showRegion(1);
    expect(shown.chart.states).toEqual(['calm', 'engaged', 'fed_up']);
    const { state } = await page.api.statesAt(hashes.rounds);
    expect(new Set(state)).toEqual(new Set([0, 1, 2]));
    const { leaves } = await page.api.detail(0);
    expect(leaves).toHaveLength(2);
    expect(page.failures).toEqual([]);
  }, 60_000);

  it('gives an agent’s history as a file, which is in the document as well', async () => {
    const page = new Page();
    await page.open();
    await page.api.runTo(20);
    const { agents } = JSON.parse(new TextDecoder().decode(await page.bytes()));
    const { agent_id, current_state, ticks_in_state, state_history } = agents[6];
    const { name, text } = await page.api.history(6);
    expect(name).toBe('agent_007-history.json');
    expect(text).toBe(
      `${JSON.stringify({ agent_id, current_state, ticks_in_state, state_history }, null, 2)}\n`,
    );
    await expect(page.api.history(80)).rejects.toThrow('agent 80 is not one of 80');
  });

  it('gives the same run step by step, in one go, and with pauses while playing', async () => {
    const rounds = 60;
    const whole = new Page();
    await whole.open();
    await whole.api.runTo(rounds);
    const stepped = new Page();
    await stepped.open();
    for (let i = 0; i < rounds; i++) await stepped.api.step();
    const played = new Page();
    await played.open();
    for (const rate of [0, 200, 1000]) {
      const before = played.frames.length;
      void played.api.play(rate);
      await expect.poll(() => played.frames.length).toBeGreaterThan(before);
      await played.api.pause();
    }
    const { tick } = await played.api.detail(0);
    expect(tick).toBeGreaterThan(0);
    const documents: string[] = [];
    for (const page of [whole, stepped, played]) {
      await page.api.runTo(Math.max(rounds, tick));
      documents.push(await sha256(await page.bytes()));
    }
    expect(new Set(documents).size).toBe(1);
  });

  it('opens an edge list of the user’s and reports what it merged', async () => {
    const page = new Page();
    const bytes = new TextEncoder().encode('ada ben\nben cleo\nada ben\n');
    const info = await page.open({ network: 'file', agents: null }, { name: 'friends.txt', bytes });
    expect(info.names).toEqual(['ada', 'ben', 'cleo']);
    expect(info.config.networkInfo?.reading?.notice).toContain('1 repeated edge counted once');
    expect(info.config.networkInfo).toMatchObject({ name: 'friends.txt', nodes: 3, edges: 2 });
  });

  it('reports the progress of the warm-up', async () => {
    const page = new Page();
    const parts: number[] = [];
    const progress = Comlink.proxy((part: number) => void parts.push(part));
    const parameters = { warm_up: 400 };
    await page.api.open({ ...SMALL, network: 'lastfm', agents: null, parameters }, {}, progress);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts.every(part => part >= 0 && part <= 1)).toBe(true);
  });
});

describe('frames', () => {
  it('join without a gap, and every tick’s counts sum to the population', async () => {
    const page = new Page();
    const info = await page.open();
    await page.api.runTo(37);
    void page.api.play(120);
    await expect.poll(() => page.frames.length).toBeGreaterThan(3);
    await page.api.pause();
    await page.api.step();
    await page.hashAt((await page.api.detail(0)).tick);
    let at = -info.config.warmUp;
    for (const frame of page.frames) {
      expect([frame.epoch, frame.from]).toEqual([info.epoch, at]);
      const width = info.chart.states.length;
      expect(frame.counts.length).toBe((frame.to - frame.from) * width);
      for (let row = 0; row < frame.to - frame.from; row++) {
        const counts = frame.counts.subarray(row * width, (row + 1) * width);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(80);
      }
      at = frame.to;
    }
    expect((await page.api.statesAt(at)).tick).toBe(at);
    await expect(page.api.statesAt(at + 1)).rejects.toThrow();
  });

  it('add up to the states: from the first tick’s states on, moves lead to what the worker reports', async () => {
    const page = new Page();
    const info = await page.open();
    await page.api.runTo(50);
    await page.hashAt(50);
    const { states, initial, transitions } = info.chart;
    const state = new Uint16Array(80).fill(states.indexOf(initial));
    const at20 = state.slice();
    for (const { moves } of page.frames)
      for (const [i, tick] of moves!.tick.entries()) {
        const { source, target } = transitions[moves!.transition[i]];
        expect(states[state[moves!.agent[i]]]).toBe(source);
        state[moves!.agent[i]] = states.indexOf(target);
        if (tick <= 20) at20[moves!.agent[i]] = states.indexOf(target);
      }
    expect((await page.api.statesAt(50)).state).toEqual(state);
    expect((await page.api.statesAt(20)).state).toEqual(at20);
  });

  it('wait for the page: while it does not answer, two are under way, and the next one has the rest', async () => {
    const worker = new Worker(engineUrl, { type: 'module' });
    running.push({ dispose: () => worker.terminate() });
    const api = Comlink.wrap<EngineApi>(worker);
    const { port1, port2 } = new MessageChannel();
    const frames: Frame[] = [];
    port1.onmessage = ({ data }) => frames.push(data);
    await api.connect(Comlink.transfer(port2, [port2]), ROOT.href);
    await api.open(SMALL, {}, null);
    await api.runTo(3);
    await api.runTo(30);
    await api.step();
    await expect.poll(() => frames.length).toBe(2);
    await waitInVain(MOMENT_MS);
    expect(frames.length).toBe(2);
    const sent = frames[1].to;
    expect(sent).toBeLessThan(31);
    port1.postMessage({ kind: 'ack' });
    await expect.poll(() => frames.length).toBe(3);
    expect([frames[2].from, frames[2].to]).toEqual([sent, 31]);
    port1.postMessage({ kind: 'ack' });
    port1.postMessage({ kind: 'ack' });
    await waitInVain(MOMENT_MS);
    expect(frames.length).toBe(3);
  });

  it('come at the requested pace', async () => {
    const page = new Page();
    await page.open();
    const start = performance.now();
    void page.api.play(20);
    await expect.poll(() => page.frames.at(-1)?.to, { timeout: 10_000 }).toBeGreaterThan(10);
    await page.api.pause();
    const { tick } = await page.api.detail(0);
    expect(tick).toBeLessThanOrEqual((performance.now() - start) / 50 + 1);
    await waitInVain(MOMENT_MS);
    expect((await page.api.detail(0)).tick).toBe(tick);
  });
});

describe('a set-up', () => {
  it.each<[string, Partial<Setup>, string]>([
    ['an unknown network', { network: 'village' }, 'network "village" is unknown'],
    ['a parameter out of range', { parameters: { stall: 2 } }, 'stall must be a number from 0 to 1, not 2'],
    ['too many agents', { network: 'congress', agents: 500 }, 'congress has 475 nodes'],
    ['a file that is not there', { network: 'file' }, 'drop that file on the page'],
    ['an unknown model', { model: 'ants' }, 'model "ants" is unknown'],
  ])('with %s is refused in one line, and the run that was there goes on', async (_, part, words) => {
    const page = new Page();
    await page.open();
    await page.api.runTo(4);
    const error: Error = await page.api.open({ ...SMALL, ...part }, {}, null).then(
      () => expect.fail('it was opened'),
      reason => reason,
    );
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('\n');
    await page.api.step();
    await page.hashAt(5);
    expect(page.failures).toEqual([]);
    const alone = new Page();
    await alone.open();
    await alone.api.runTo(5);
    expect(page.last.hash).toBe(await alone.hashAt(5));
  });

  it('gives way to one that is opened before it is ready', async () => {
    const page = new Page();
    const slow = page.api.open(
      { ...SMALL, network: 'lastfm', agents: null, parameters: { warm_up: 2000 } },
      {},
      null,
    );
    const overtaken = slow.then(
      () => 'opened',
      (error: Error) => error.message,
    );
    const info = await page.api.open(SMALL, {}, null);
    expect(await overtaken).toBe('another run was opened meanwhile');
    await page.hashAt(0);
    expect([info.epoch, page.last.epoch, info.config.agents]).toEqual([1, 1, 80]);
  });

  it('that is opened again counts an epoch on, and its frames start from the beginning', async () => {
    const page = new Page();
    const first = await page.open();
    await page.api.runTo(9);
    const hash = await page.hashAt(9);
    const second = await page.open();
    expect(second.epoch).toBe(first.epoch + 1);
    expect(page.last.epoch).toBe(second.epoch);
    await page.api.runTo(9);
    expect(await page.hashAt(9)).toBe(hash);
  });

  it('is needed before anything can be played', async () => {
    const page = new Page();
    await expect(page.api.step()).rejects.toThrow('no run is open');
    await expect(page.api.play(1)).rejects.toThrow('no run is open');
  });
});

describe('a change in mid-run', () => {
  it('is recorded, and gives the bytes of a run that had it from the start', async () => {
    const page = new Page();
    await page.open();
    await page.api.runTo(10);
    await page.api.change('activity', 18);
    await page.api.runTo(30);
    const text = await page.document();
    const changes = [{ tick: 11, name: 'activity', value: 18 }];
    expect(JSON.parse(text).config.changes).toEqual(changes);
    const again = new Page();
    await again.open({ changes });
    await again.api.runTo(30);
    expect((await again.document()) === text).toBe(true);
  });

  it('is refused when it is out of range', async () => {
    const page = new Page();
    await page.open();
    await expect(page.api.change('activity', -1)).rejects.toThrow('activity must be a number from 0 to 20');
    await expect(page.api.change('warm_up', 1)).rejects.toThrow('cannot be changed in mid-run');
  });
});

describe('the past', () => {
  it('is the same when it is requested later: states, since when, and what was taken', async () => {
    const page = new Page();
    const info = await page.open();
    const then = new Map<number, Uint16Array>();
    for (let tick = 1; tick <= 5; tick++) {
      await page.api.step();
      then.set(tick, (await page.api.statesAt(tick)).state);
    }
    await page.api.runTo(150);
    let before = (await page.api.statesAt(0)).state;
    for (const [tick, state] of then) {
      const past = await page.api.statesAt(tick);
      expect(past.state).toEqual(state);
      const moved = before.slice();
      const flows = new Uint32Array(info.chart.transitions.length);
      for (const [i, agent] of past.moved.agent.entries()) {
        moved[agent] = info.chart.states.indexOf(info.chart.transitions[past.moved.transition[i]].target);
        flows[past.moved.transition[i]]++;
        expect(past.since[agent]).toBe(tick);
      }
      expect(state).toEqual(moved);
      expect(past.flows).toEqual(flows);
      before = state;
    }
    const start = await page.api.statesAt(-60);
    expect(new Set(start.state)).toEqual(new Set([0]));
    await expect(page.api.statesAt(-61)).rejects.toThrow('tick -61 is not between -60 and 150');
  });

  it('of some agents comes as timelines, from the whole log', async () => {
    const page = new Page();
    const info = await page.open({ parameters: { history_depth: 1 } });
    await page.api.runTo(80);
    const agents = [7, 0, 79, 33];
    const rows = await page.api.timelines(agents);
    const { transitions: t, states } = JSON.parse(await page.document());
    expect([...rows.agents]).toEqual(agents);
    expect(rows.upTo).toBe(80);
    for (const [i, agent] of agents.entries()) {
      const own = [...t.agent.keys()].filter(row => t.agent[row] === agent);
      const at = (column: ArrayLike<number>) =>
        Array.from(column).slice(rows.offsets[i], rows.offsets[i + 1]);
      expect(at(rows.tick)).toEqual(own.map(row => t.tick[row]));
      expect(at(rows.state)).toEqual(own.map(row => t.to[row]));
      expect(at(rows.context)).toEqual(own.map(row => (t.post[row] ?? -1) + 1));
    }
    expect(states).toEqual(info.chart.states);
    expect(rows.tick.length).toBeGreaterThan(20);
  });
});

describe('the order of agents', () => {
  it('is by id, archetype, activity, first entry to a state, or part in a cascade', async () => {
    const page = new Page();
    const info = await page.open();
    await page.api.runTo(80);
    const { transitions: t, states, posts, cascades } = JSON.parse(await page.document());
    const ids = Array.from({ length: 80 }, (_, agent) => agent);
    const sorted = (key: (agent: number) => number) => [...ids].sort((a, b) => key(a) - key(b) || a - b);
    const rowsOf = (agent: number, state?: number) =>
      [...t.agent.keys()].filter(row => t.agent[row] === agent && (state ?? t.to[row]) === t.to[row]);
    const order = async (...sort: Parameters<EngineApi['order']>) => [...(await page.api.order(...sort))];

    expect(await order({ by: 'id' })).toEqual(ids);
    expect(await order({ by: 'model', order: 'archetype', focus: null })).toEqual(
      sorted(agent => info.groups?.of[agent] ?? 0),
    );
    expect(await order({ by: 'activity' })).toEqual(sorted(agent => -rowsOf(agent).length));
    const liking = states.indexOf('engaging_like');
    expect(await order({ by: 'first-entry', state: 'engaging_like' })).toEqual(
      sorted(agent => rowsOf(agent, liking)[0] ?? 1e9),
    );
    await expect(page.api.order({ by: 'first-entry', state: 'dancing' })).rejects.toThrow('"dancing"');
    await expect(page.api.order({ by: 'model', order: 'beauty', focus: null })).rejects.toThrow('"beauty"');

    const [largest] = await socialQueries.ask(page.api, 'cascades', 1);
    const size = Math.max(...cascades.map((c: { size: number }) => c.size));
    expect(largest.measures.size).toBe(size);
    const rootId = `post_${String(largest.root + 1).padStart(3, '0')}`;
    const members = new Set(
      posts
        .filter(({ root_id, kind }: Record<string, string>) => root_id === rootId && kind !== 'reply')
        .map((post: { author_id: string }) => Number(post.author_id.slice(6)) - 1),
    );
    const byCascade = await order({ by: 'model', order: 'cascade', focus: largest.root });
    expect(byCascade[0]).toBe(largest.author);
    expect(new Set(byCascade.slice(0, members.size))).toEqual(members);
  });
});

describe('a measure', () => {
  it('changes for the whole run at once, at its head and in the past, and leaves its hash', async () => {
    const page = new Page();
    await page.open();
    await page.api.runTo(60);
    const look = async (at: number | null) =>
      (await page.api.query('cascades', 8, at)) as readonly { size: number; posts: number; seen: number }[];
    const peopleOf = (rows: Awaited<ReturnType<typeof look>>) =>
      rows.reduce((sum, { size }) => sum + size, 0);
    const before = {
      head: await look(null),
      past: await look(40),
      document: JSON.parse(await page.document()),
    };
    const info = await page.api.measureBy('cascade_counts', 'reshares_and_replies');
    const after = {
      head: await look(null),
      past: await look(40),
      document: JSON.parse(await page.document()),
    };
    expect(info.config?.parameters.cascade_counts).toBe('reshares_and_replies');
    expect(peopleOf(after.head)).toBeGreaterThan(peopleOf(before.head));
    expect(peopleOf(after.past)).toBeGreaterThan(peopleOf(before.past));
    expect(after.document.hash).toBe(before.document.hash);
    expect(after.document.posts).toEqual(before.document.posts);
    expect(after.document.config.parameters.cascade_counts).toBe('reshares_and_replies');
    await page.api.measureBy('cascade_counts', 'reshares');
    expect([await look(null), await look(40)]).toEqual([before.head, before.past]);
  });

  it('is changed by parameters that change nothing else', async () => {
    const page = new Page();
    await page.open();
    await expect(page.api.measureBy('activity', 2)).rejects.toThrow('activity changes what happens');
    await expect(page.api.measureBy('cascade_counts', 'likes')).rejects.toThrow('must be one of reshares');
  });
});

describe('the export', () => {
  it('reports its progress, up to the end', async () => {
    const page = new Page();
    await page.open();
    await page.api.runTo(50);
    const parts: number[] = [];
    await page.api.exportDocument(Comlink.proxy((part: number) => void parts.push(part)));
    await expect.poll(() => parts.at(-1)).toBe(1);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
  });

  it('comes in pieces in either form, each taken before the next, and is read again', async () => {
    const page = new Page();
    await page.open();
    await page.api.runTo(50);
    const sizes = await page.api.exportSizes();
    for (const form of ['json', 'lines'] as const) {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      const write = Comlink.proxy(async (piece: Uint8Array) => {
        await new Promise(resolve => setTimeout(resolve, 5));
        pieces.push(piece as Uint8Array<ArrayBuffer>);
      });
      expect(await page.api.exportTo(form, write, null)).toBe(50);
      const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
      if (form === 'json') expect(new TextDecoder().decode(bytes)).toBe(await page.document());
      expect(sizes[form] / bytes.length).toBeGreaterThan(0.6);
      expect(sizes[form] / bytes.length).toBeLessThan(1.7);
      const again = new Page();
      const { setup, rounds, hash } = await again.api.readRecording({ name: `run.${form}`, bytes });
      await again.open(setup);
      await again.api.runTo(rounds);
      expect(await again.hashAt(rounds)).toBe(hash);
      expect(await again.api.verify(null)).toMatchObject({ verdict: 'verified', hash: page.last.hash });
    }
  });

  it('can be cancelled, and the next one is whole', async () => {
    const page = new Page();
    await page.open({ network: 'lastfm', agents: null, parameters: { warm_up: 120 } });
    const cancelled = page.api.exportDocument(Comlink.proxy(() => {})).then(
      () => 'written',
      (error: Error) => error.message,
    );
    await page.api.cancelExport();
    expect(await cancelled).toBe('cancelled');
    const document = JSON.parse(await page.document());
    expect(document.hash).toBe(page.last.hash);
  });

  it('lets nothing happen in between: later requests come after it, and the last one wins', async () => {
    const page = new Page();
    await page.open({ network: 'lastfm', agents: null });
    const whole = page.document();
    const far = page.api.runTo(1_000_000);
    const paused = page.api.pause();
    await Promise.all([whole, far, paused]);
    expect(JSON.parse(await whole).config.rounds).toBe(0);
    await waitInVain(MOMENT_MS);
    expect((await page.api.detail(0)).tick).toBe(0);
  });
});
