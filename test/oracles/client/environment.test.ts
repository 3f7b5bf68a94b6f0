import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSystemEnvironment } from '../../../src/oracles/client/environment.ts';

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
    const environment = createSystemEnvironment();
    expect(environment.origin).toBeNull();
    expect(await environment.localNetwork()).toBeNull();
  });

  it('has the origin of the page in a worker', () => {
    vi.stubGlobal('WorkerGlobalScope', class {});
    vi.stubGlobal('location', { origin: 'https://example.com' });
    expect(createSystemEnvironment().origin).toBe('https://example.com');
  });

  it('asks for the permission under the names that browsers know', async () => {
    permissions({ 'local-network-access': 'prompt' });
    expect(await createSystemEnvironment().localNetwork()).toBe('prompt');
    permissions({ 'loopback-network': 'denied', 'local-network': 'granted' });
    expect(await createSystemEnvironment().localNetwork()).toBe('denied');
    permissions({});
    expect(await createSystemEnvironment().localNetwork()).toBeNull();
  });

  it('waits, or rejects at once when aborted', async () => {
    const environment = createSystemEnvironment();
    const controller = new AbortController();
    const begun = environment.now();
    await environment.wait(20, controller.signal);
    expect(environment.now() - begun).toBeGreaterThan(15);
    const waiting = environment.wait(10_000, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await expect(environment.wait(1, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
