import { describe, expect, it } from 'vitest';
import { InputError, OracleHalt } from '../../../src/engine/core/errors.ts';
import type {
  CallOutcome,
  LoadedModel,
  LoadProgress,
} from '../../../src/oracles/local/localModelContract.ts';
import {
  Browser,
  done,
  FACTS,
  failed,
  forever,
  letterSaid,
  loaded,
  REQUEST,
  settle,
  spec,
} from './browser.ts';

const [toy, other] = [spec('toy'), spec('other')];
const never = () => new AbortController().signal;
const nothing = () => {};

describe('the model supervisor', () => {
  it('starts nothing before it is asked, and one worker for all questions', async () => {
    const browser = new Browser();
    const { supervisor } = browser;
    expect(browser.heard).toEqual([]);
    expect(await supervisor.facts()).toEqual(FACTS);
    expect(await supervisor.choices('webllm', [])).toEqual([]);
    expect(await supervisor.say(toy, REQUEST, never())).toEqual(done(letterSaid(REQUEST)));
    expect(browser.heard).toEqual(['start', 'load toy', 'say 1']);
  });

  it('loads a model once for many questions', async () => {
    const browser = new Browser();
    const { supervisor } = browser;
    await supervisor.load(toy, null, nothing);
    await Promise.all([1, 2, 3].map(() => supervisor.say(toy, REQUEST, never())));
    expect(await supervisor.ready(toy)).toEqual(loaded);
    expect(browser.heard).toEqual(['start', 'load toy', 'say 1', 'say 2', 'say 3']);
  });

  it('makes a model leave room for another', async () => {
    const browser = new Browser();
    await browser.supervisor.say(toy, REQUEST, never());
    await browser.supervisor.say(other, REQUEST, never());
    await browser.supervisor.say(toy, REQUEST, never());
    expect(browser.heard.filter(what => what.startsWith('load'))).toEqual([
      'load toy',
      'load other',
      'load toy',
    ]);
    expect(browser.started).toBe(1);
  });

  it('loads one model after the other', async () => {
    const browser = new Browser();
    const ends: ((outcome: CallOutcome<LoadedModel>) => void)[] = [];
    browser.load = () => new Promise(resolve => ends.push(resolve));
    const both = Promise.all([toy, other].map(one => browser.supervisor.load(one, null, nothing)));
    await settle();
    expect(browser.heard).toEqual(['start', 'load toy']);
    ends[0]!(loaded);
    await settle();
    expect(browser.heard).toEqual(['start', 'load toy', 'load other']);
    ends[1]!(loaded);
    await both;
  });

  it('loads no model while another one answers', async () => {
    const browser = new Browser();
    let answer: () => void = nothing;
    browser.say = request =>
      new Promise(resolve => {
        answer = () => resolve(done(letterSaid(request)));
      });
    const said = browser.supervisor.say(toy, REQUEST, never());
    await settle();
    const ready = browser.supervisor.load(other, null, nothing);
    await settle();
    expect(browser.heard).toEqual(['start', 'load toy', 'say 1']);
    answer();
    expect((await said).kind).toBe('done');
    await ready;
    expect(browser.heard.at(-1)).toBe('load other');
  });

  it('asks the requested model, whatever is loaded meanwhile', async () => {
    const browser = new Browser();
    await browser.supervisor.load(toy, null, nothing);
    const said = browser.supervisor.say(toy, REQUEST, never());
    const ready = browser.supervisor.load(other, null, nothing);
    await Promise.all([said, ready]);
    const before = browser.heard.slice(0, browser.heard.indexOf('say 1'));
    expect(before.findLast(what => what.startsWith('load'))).toBe('load toy');
  });

  it('reports the progress of a loading to its caller and to every observer', async () => {
    const browser = new Browser();
    const progress: LoadProgress = { phase: 'download', part: 0.5, bytes: 5, of: 10 };
    let end: () => void = nothing;
    browser.load = (_, tell) => {
      tell(progress);
      return new Promise(resolve => {
        end = () => resolve(loaded);
      });
    };
    const told: LoadProgress[] = [];
    const loading = browser.supervisor.load(toy, null, one => told.push(one));
    await settle();
    expect(browser.supervisor.loading).toEqual(progress);
    end();
    await loading;
    expect(told).toEqual([progress]);
    expect(browser.supervisor.loading).toBeNull();
  });

  it('fetches nothing for a question, and names the place to download', async () => {
    const browser = new Browser();
    const line = 'new is not in this browser yet: download it in “Who decides”';
    expect(await browser.supervisor.ready(spec('new'))).toEqual(failed(line));
    const said = browser.supervisor.say(spec('new'), REQUEST, never());
    await expect(said).rejects.toThrow(OracleHalt);
    await expect(said).rejects.toThrow(line);
    const file = { kind: 'wllama', model: 'mine', source: fileSource('mine') } as const;
    expect(await browser.supervisor.ready(file)).toEqual(
      failed('mine is not saved in this browser: choose the file again in “Who decides”'),
    );
    expect(browser.heard).toEqual(['start']);
  });

  it('tries again what could not be loaded', async () => {
    const browser = new Browser();
    browser.load = async () => failed('Failed to fetch');
    const loading = browser.supervisor.load(toy, null, nothing);
    await expect(loading).rejects.toThrow(InputError);
    await expect(loading).rejects.toThrow('Failed to fetch');
    browser.load = async () => loaded;
    expect(await browser.supervisor.ready(toy)).toEqual(loaded);
    expect(browser.started).toBe(1);
  });

  it('treats a worker that throws as one that fails, and asks again', async () => {
    const browser = new Browser();
    browser.load = () => Promise.reject(new TypeError('Failed to fetch a part of the program'));
    expect(await browser.supervisor.ready(toy)).toEqual(failed('Failed to fetch a part of the program'));
    browser.load = async () => loaded;
    expect(await browser.supervisor.ready(toy)).toEqual(loaded);
  });
});

describe('a worker that dies', () => {
  it('ends the open requests with the reason; the next question starts another one', async () => {
    const browser = new Browser();
    browser.say = forever;
    const said = browser.supervisor.say(toy, REQUEST, never());
    await settle();
    browser.kill('out of memory');
    expect(await said).toEqual({ kind: 'gone', reason: 'out of memory' });
    browser.say = async request => done(letterSaid(request));
    expect((await browser.supervisor.say(toy, REQUEST, never())).kind).toBe('done');
    expect(browser.heard).toEqual([
      ...['start', 'load toy', 'say 1', 'terminate'],
      ...['start', 'load toy', 'say 2'],
    ]);
  });

  it('does so while it loads, too', async () => {
    const browser = new Browser();
    browser.load = forever;
    const ready = browser.supervisor.ready(toy);
    await settle();
    browser.kill('its worker stopped');
    expect(await ready).toEqual({ kind: 'gone', reason: 'its worker stopped' });
    expect(browser.supervisor.loading).toBeNull();
  });

  it('is recognised by its silence, and ended', async () => {
    const browser = new Browser(40);
    browser.isSilent = true;
    browser.say = forever;
    const said = await browser.supervisor.say(toy, REQUEST, never());
    expect(said).toEqual({ kind: 'gone', reason: 'it has not responded for 0.04 s' });
    expect(browser.heard.at(-1)).toBe('terminate');
  });

  it('is followed by another one, once, where it fell silent over what a user loads', async () => {
    const browser = new Browser(40);
    browser.isSilent = true;
    browser.load = forever;
    await expect(browser.supervisor.load(toy, null, nothing)).rejects.toThrow('has not responded for 0.04 s');
    expect(browser.heard).toEqual(['start', 'load toy', 'terminate', 'start', 'load toy', 'terminate']);
    browser.load = async () => (browser.started < 4 ? forever() : loaded);
    expect(await browser.supervisor.load(toy, null, nothing)).toMatchObject({ runtime: 'toy 1' });
    expect(browser.started).toBe(4);
  });

  it('is not taken for dead while it answers its calls, however long a question takes', async () => {
    const browser = new Browser(40);
    browser.say = request =>
      new Promise(resolve => setTimeout(() => resolve(done(letterSaid(request))), 200));
    expect((await browser.supervisor.say(toy, REQUEST, never())).kind).toBe('done');
    expect(browser.heard).not.toContain('terminate');
  });
});

describe('a user who changes their mind', () => {
  it('cancels a loading; the next question starts from the beginning', async () => {
    const browser = new Browser();
    browser.load = forever;
    const loading = browser.supervisor.load(toy, null, nothing);
    await settle();
    browser.supervisor.cancel();
    await expect(loading).rejects.toThrow(/^cancelled$/);
    browser.load = async () => loaded;
    await browser.supervisor.load(toy, null, nothing);
    expect(browser.heard).toEqual(['start', 'load toy', 'terminate', 'start', 'load toy']);
  });

  it('cancels the loadings that wait behind it, too', async () => {
    const browser = new Browser();
    browser.load = forever;
    const both = [toy, other].map(one => browser.supervisor.load(one, null, nothing));
    await settle();
    browser.supervisor.cancel();
    for (const loading of both) await expect(loading).rejects.toThrow(/^cancelled$/);
    expect(browser.heard).toEqual(['start', 'load toy', 'terminate']);
  });

  it('stops a question, which is over at once, and the worker is notified', async () => {
    const browser = new Browser();
    browser.say = forever;
    const controller = new AbortController();
    const said = browser.supervisor.say(toy, REQUEST, controller.signal);
    await settle();
    controller.abort();
    await expect(said).rejects.toMatchObject({ name: 'AbortError' });
    expect(browser.heard).toEqual(['start', 'load toy', 'say 1', 'stop 1']);
  });

  it('stops a question while its model is loaded; the loading continues', async () => {
    const browser = new Browser();
    let end: () => void = nothing;
    browser.load = () =>
      new Promise(resolve => {
        end = () => resolve(loaded);
      });
    const controller = new AbortController();
    const said = browser.supervisor.say(toy, REQUEST, controller.signal);
    await settle();
    controller.abort();
    await expect(said).rejects.toMatchObject({ name: 'AbortError' });
    end();
    expect(await browser.supervisor.ready(toy)).toEqual(loaded);
    expect(browser.heard).toEqual(['start', 'load toy']);
  });

  it('deletes a model: one that is in use leaves its worker first', async () => {
    const browser = new Browser();
    await browser.supervisor.load(toy, null, nothing);
    await browser.supervisor.remove(other);
    await browser.supervisor.remove(toy);
    expect(browser.heard).toEqual(['start', 'load toy', 'remove other', 'terminate', 'start', 'remove toy']);
  });
});

const fileSource = (name: string) => ({ url: `file:${name}.gguf`, library: null, revision: null });
