import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemOutside } from '../../src/oracles/outside.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const permissions = (known: Readonly<Record<string, PermissionState>>) =>
  vi.stubGlobal('navigator', {
    permissions: {
      query: async ({ name }: { name: string }) => {
        if (!(name in known)) throw new TypeError(name);
        return { state: known[name] };
      },
    },
  });

describe('the real world', () => {
  it('has no origin and no permissions in Node', async () => {
    const outside = systemOutside();
    expect(outside.origin).toBeNull();
    expect(await outside.localNetwork()).toBeNull();
  });

  it('has the origin of the page in a worker', () => {
    vi.stubGlobal('WorkerGlobalScope', class {});
    vi.stubGlobal('location', { origin: 'https://example.com' });
    expect(systemOutside().origin).toBe('https://example.com');
  });

  it('asks for the permission under the names that browsers know', async () => {
    permissions({ 'local-network-access': 'prompt' });
    expect(await systemOutside().localNetwork()).toBe('prompt');
    permissions({ 'loopback-network': 'denied', 'local-network': 'granted' });
    expect(await systemOutside().localNetwork()).toBe('denied');
    permissions({});
    expect(await systemOutside().localNetwork()).toBeNull();
  });

  it('waits, or rejects at once when aborted', async () => {
    const outside = systemOutside();
    const controller = new AbortController();
    const begun = outside.now();
    await outside.wait(20, controller.signal);
    expect(outside.now() - begun).toBeGreaterThan(15);
    const waiting = outside.wait(10_000, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(outside.wait(1, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
