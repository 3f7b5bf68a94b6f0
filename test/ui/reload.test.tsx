import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { collectOrigins } from '../../src/ui/policy/hosts.ts';
import { waitForRound } from '../../src/ui/store/waitForRound.ts';
import { OraclePanel } from '../../src/ui/views/oracle/OraclePanel.tsx';
import { openPage, renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const policy = vi.hoisted(() => ({ allowed: [] as string[] }));
vi.mock('../../src/ui/policy/allowedOrigins.ts', () => ({
  listAllowedHosts: () => policy.allowed,
  isUserAllowedHost: () => true,
  isOriginAllowed: () => false,
  findUnreachableOrigins: (urls: readonly string[]) =>
    collectOrigins(urls).filter(host => !policy.allowed.includes(host)),
  allowHosts: () => undefined,
  revokeHost: () => undefined,
}));
beforeEach(() => {
  policy.allowed = [];
});

const panel = () => within(screen.getByRole('region', { name: 'Who decides' }));
const draftOf = (...urls: string[]) => ({ ...createRemoteDefaults('openai'), urls, model: 'm' });

/** The panel of a page on which `reach` is noted instead of followed. */
async function shown(...urls: string[]) {
  const page = await renderOnPage(<OraclePanel />);
  const reach = vi.spyOn(page.commands, 'reach').mockResolvedValue();
  act(() => page.store.setState({ panel: 'oracle', draft: draftOf(...urls) }));
  return { ...page, reach };
}

describe('a server that the page may not reach', () => {
  it('is named beneath its address, and allowed by one button', async () => {
    const { reach } = await shown('http://b:2/v', 'http://c:3');
    expect(panel().getByText(/b:2, c:3 are not yet hosts that this page may reach/)).toBeVisible();
    await userEvent.click(panel().getByRole('button', { name: 'Allow them' }));
    expect(reach.mock.calls).toEqual([[['http://b:2', 'http://c:3'], 'look']]);
  });

  it.each([
    ['Test connection', 'test'],
    ['Start again with this model', 'start'],
  ])('is allowed by %s as well, which asks nothing before', async (button, intent) => {
    const { reach, engine } = await shown('http://b:2');
    await userEvent.click(panel().getByRole('button', { name: button }));
    expect(reach.mock.calls).toEqual([[['http://b:2'], intent]]);
    expect(engine.calls.filter(call => call.startsWith('testConnection'))).toEqual([]);
    expect(panel().getByLabelText(/^key/)).toBeDisabled();
  });

  it('is reported when no policy can name it', async () => {
    await shown('http://[::1]:8080');
    expect(panel().getByText(/\[::1\]:8080 cannot be named/)).toBeVisible();
    expect(panel().queryByRole('button', { name: /^Allow/ })).toBeNull();
  });
});

describe('after the reload', () => {
  it.each([
    ['look', []],
    ['test', ['testConnection openai http://b:2']],
    ['start', ['open seed 7 congress']],
  ] as const)('%s continues once', async (intent, calls) => {
    policy.allowed = ['http://b:2'];
    const { store, engine } = await shown('http://b:2');
    engine.calls.length = 0;
    act(() => store.setState({ intent }));
    await settlePage();
    expect(engine.calls.filter(call => /^(test|open)/.test(call))).toEqual(calls);
    expect(store.getState().intent).toBeNull();
  });

  it('nothing continues without the former key, which is requested', async () => {
    policy.allowed = ['http://a:1', 'http://b:2'];
    const { store, engine } = await shown('http://a:1', 'http://b:2');
    act(() => store.setState({ intent: 'test', forgottenKey: ['http://a:1'] }));
    await settlePage();
    expect(engine.calls.filter(call => call.startsWith('test'))).toEqual([]);
    expect(panel().getByLabelText(/^key/)).toHaveFocus();
    expect(panel().getByText(/has forgotten the key: type it again/)).toBeVisible();
    await userEvent.type(panel().getByLabelText(/^key/), 'k');
    expect(panel().queryByText(/has forgotten the key/)).toBeNull();
  });
});

describe('a round', () => {
  it('is reached when its frame has come', async () => {
    const { store, commands } = await openPage();
    const there = waitForRound(store, 2);
    await commands.step();
    await commands.step();
    await expect(there).resolves.toBeUndefined();
  });

  it('that never comes is an error that names the round of the run', async () => {
    vi.useFakeTimers();
    const { store } = await openPage();
    const there = expect(waitForRound(store, 9)).rejects.toThrow('it stands at round 0 instead of 9');
    await vi.advanceTimersByTimeAsync(20_000);
    await there;
    vi.useRealTimers();
  });
});
