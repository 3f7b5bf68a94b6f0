import { act, render } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { PageContext } from '../../../../../src/ui/hooks/hooks.ts';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import { followOn } from '../../../../../src/ui/models/recorded/cases/followOn.ts';
import { countLive, describeBehind } from '../../../../../src/ui/models/recorded/live/describeLive.ts';
import { LiveSentence } from '../../../../../src/ui/models/recorded/live/LiveSentence.tsx';
import { getRecordedPart, RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { StatusLine } from '../../../../../src/ui/views/bar/StatusLine.tsx';
import { aLive, livePage } from './livePage.ts';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

const today = (hours: number, minutes: number): number => new Date().setHours(hours, minutes, 0, 0);

async function renderWords(page: Awaited<ReturnType<typeof livePage>>, view = <LiveSentence />) {
  const { store, commands } = page;
  const { container } = render(<PageContext value={{ store, commands }}>{view}</PageContext>);
  await act(async () => undefined);
  return container.textContent;
}

describe('the headline of a run that is followed', () => {
  it('names who waits and since when, first those that wait for a person, and who is under way', async () => {
    const page = await livePage(
      [
        aLive(0, { waitsFor: 'tool', tool: 'npm test', since: today(0, 3) }),
        aLive(1),
        aLive(2, { waitsFor: 'model', since: today(0, 2) }),
        aLive(3, { waitsFor: 'person', tool: 'git push', since: today(0, 1) }),
      ],
      {},
      { succeeded: 10, failed: 2, ended: 0 },
    );
    expect(await renderWords(page)).toBe(
      'csv waits for a person since 00:01:00, cart waits for npm test since 00:03:00, node waits for the model since 00:02:00, docs is under way, 12 have ended (10 succeeded, 2 failed).',
    );
  });

  it('counts many, and names the one that has waited longest', async () => {
    const waits = [3, 1, 2].map((minute, agent) =>
      aLive(agent, { waitsFor: 'person', since: today(0, minute) }),
    );
    expect(await renderWords(await livePage([...waits, aLive(3), aLive(4)]))).toBe(
      '3 wait for a person, longest docs, since 00:01:00, csv and deps are under way, none has ended.',
    );
  });

  it('names who has been silent for long, and whom an agent has sent and waits for', async () => {
    const now = Date.now();
    const cases = [
      aLive(0, { heardAt: now - 5_000 }),
      aLive(1, { heardAt: now - 200_000 }),
      aLive(2, { waitsFor: 'agent', sent: 3, since: null }),
      aLive(3, { heardAt: now - 100_000, waitsFor: 'tool', tool: 'npm test' }),
    ];
    expect(await renderWords(await livePage(cases))).toMatch(
      /^docs has been silent since [\d: -]+, node waits for csv, csv waits for npm test, cart is under way, none has ended\.$/,
    );
  });

  it('does not stand over an earlier step: how much has come since stands next to it, and a way back', async () => {
    const over = { ended: { succeeded: 0, failed: 0, ended: 0 }, isOver: true, lasts: 3, begun: 1 };
    const now = await livePage([aLive(0)], { waiting: 12_000 });
    expect(describeBehind(now.store.getState())).toBe('');
    const replayed = await livePage([aLive(0)], { frame: { ...over, isOver: false }, waiting: 12_000 });
    expect(describeBehind(replayed.store.getState())).toBe(
      'an earlier step of each case; 12 kB more received',
    );
    expect(countLive(replayed.store.getState())).toBe('');
    now.store.getState().select({ cursor: 1 });
    expect(countLive(now.store.getState())).toBe('');
    expect(describeBehind(now.store.getState())).toMatch(/^an earlier step/);
    followOn(now.store);
    expect(describeBehind(now.store.getState())).toBe('');
    expect(getRecordedPart(now.store.getState()).isCatchingUp).toBe(true);
  });

  it('says nothing of a time that its source does not have, and dates a time of another day', async () => {
    const then = new Date(2001, 8, 9, 3, 46, 40).getTime();
    const cases = [
      aLive(0, { waitsFor: 'person' }),
      aLive(1, { waitsFor: 'tool', tool: 'read', since: then }),
    ];
    expect(await renderWords(await livePage(cases))).toBe(
      'cart waits for a person, docs waits for read since 2001-09-09 03:46:40, none has ended.',
    );
  });

  it('says of the others that they are under way as well, and of a silent case that it looped', async () => {
    const now = Date.now();
    const cases = [aLive(0), aLive(1, { heardAt: now - 200_000 }), aLive(2, { heardAt: now }), aLive(3)];
    const loop = { step: 3, reason: 'the same call', lasts: true };
    const stuck = [
      { ...loop, agent: 0, call: 'ls' },
      { ...loop, agent: 1, call: 'npm test' },
    ];
    const page = await livePage(cases, { live: { cases, latest: now, stuck } });
    expect(await renderWords(page)).toMatch(
      /^docs has been silent since [\d: -]+, 3 others are under way, cart loops at ls, docs looped at npm test, none has ended\.$/,
    );
    expect(countLive(page.store.getState())).toBe('live: 4 under way, 1 of them silent, 0 ended');
  });

  it('keeps the silence of a case while the whole source is silent, and adds those that follow', async () => {
    const [now, minute] = [Date.now(), 60_000];
    const cases = [aLive(0, { heardAt: now - 2 * minute }), aLive(1, { heardAt: now - 1.5 * minute })];
    const silenceAsOf = (later: number) => ({
      silence: { since: now, isReachable: true, answeredAt: now, asOf: now + later },
    });
    const live = { live: { cases, latest: now - 1.5 * minute, stuck: [] } };
    const soon = await renderWords(await livePage(cases, { ...live, ...silenceAsOf(45_000) }));
    expect(soon).toMatch(/: cart has been silent since [\d: -]+, docs is under way, none has ended\.$/);
    const later = await renderWords(await livePage(cases, { ...live, ...silenceAsOf(61_000) }));
    expect(later).toMatch(
      /: cart and docs have been silent, longest cart, since [\d: -]+, none has ended\.$/,
    );
  });

  it('names a source that is silent, or that does not answer', async () => {
    const silence = { since: today(0, 5), isReachable: true, answeredAt: today(0, 7), asOf: today(0, 7) };
    const silent = await livePage([aLive(0)], { silence });
    expect(await renderWords(silent)).toBe(
      `Nothing has come from ${location.host} since 00:05:00: cart is under way, none has ended.`,
    );
    expect(countLive(silent.store.getState())).toBe('quiet: 1 under way, 0 ended');
    const gone = await livePage([aLive(0)], { silence: { ...silence, isReachable: false } });
    expect(await renderWords(gone)).toBe(
      `${location.host} has not answered since 00:07:00: cart is under way, none has ended.`,
    );
  });

  it('names a case that loops, at its call, and counts several, without one that has left its loop', async () => {
    const stuck = [
      { agent: 1, step: 3, reason: 'the same call', call: 'npm test', lasts: true },
      { agent: 0, step: 3, reason: 'the same call', call: 'ls', lasts: false },
    ];
    const cases = [aLive(0), aLive(1)];
    expect(await renderWords(await livePage(cases, { live: { cases, latest: null, stuck } }))).toBe(
      'cart and docs are under way, docs loops at npm test, none has ended.',
    );
    const both = stuck.map(one => ({ ...one, lasts: true }));
    expect(await renderWords(await livePage(cases, { live: { cases, latest: null, stuck: both } }))).toBe(
      'cart and docs are under way, docs and cart loop, none has ended.',
    );
  });

  it('has the counts of the status line', async () => {
    const page = await livePage(
      [aLive(0), aLive(1, { waitsFor: 'person' })],
      {},
      {
        ...{ succeeded: 1, failed: 0, ended: 0 },
      },
    );
    expect(await renderWords(page, <StatusLine />)).toContain(
      'Live: 2 under way, 1 of them waits for a person, 1 ended',
    );
    page.store.setState({ modelParts: { recorded: RECORDED.initial } } as object);
    expect(await renderWords(page, <StatusLine />)).not.toContain('under way');
  });
});

it('bytes that could not be opened are named in place of a silence, and are not counted as shown', async () => {
  const now = Date.now();
  const silence = { since: now - 60_000, isReachable: true, answeredAt: now, asOf: now };
  const page = await livePage([aLive(0), aLive(1)], { unread: 2_000_000, silence });
  expect(await renderWords(page)).toBe(
    'Not live: the last 2.0 MB could not be opened. Before, cart and docs are under way, none has ended.',
  );
  expect(countLive(page.store.getState())).toBe('not live: 2 under way, 0 ended');
});
