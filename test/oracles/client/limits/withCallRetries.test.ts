import { describe, expect, it } from 'vitest';
import { ServerFailure } from '../../../../src/oracles/client/http.ts';
import { withCallRetries } from '../../../../src/oracles/client/limits/withCallRetries.ts';
import { chosen, put, World } from '../../world.ts';

const status = (code: number, message = '', retryAfter: number | null = null) =>
  new ServerFailure('status', message, code, retryAfter);

/** Fails so often with these, then answers. */
function failing(...failures: readonly unknown[]) {
  const world = new World();
  let tries = 0;
  const ask = withCallRetries(async call => {
    call.dispatched();
    const failure = failures[tries++];
    if (failure !== undefined) throw failure;
    return chosen(1);
  }, world);
  return { world, ask, tries: () => tries };
}

describe('retries', () => {
  it.each([408, 429, 500, 502, 503, 504])('ask again after %i', async code => {
    const { world, ask } = failing(status(code));
    const asked = put(ask);
    await world.pass(250);
    expect(asked.told.reply).toMatchObject({ kind: 'chosen', evidence: { tries: 2, tokensIn: 10 } });
  });

  it('ask again when there is no connection', async () => {
    const { world, ask } = failing(new ServerFailure('network', 'no connection'));
    const asked = put(ask);
    await world.pass(250);
    expect(asked.told.reply).toMatchObject({ kind: 'chosen' });
  });

  it.each([400, 401, 403, 404, 422])('never ask again after %i', async code => {
    const { ask, tries } = failing(status(code, 'model not found'));
    expect(await put(ask).promise).toMatchObject({
      kind: 'unusable',
      reason: `${code}: model not found`,
      evidence: { tries: 1, raw: 'model not found', tokensIn: 0, tokensOut: 0 },
    });
    expect(tries()).toBe(1);
  });

  it.each(['size', 'encoding'] as const)('never ask again after a failure of %s', async kind => {
    const { ask } = failing(new ServerFailure(kind, 'the reply is too long'));
    expect(await put(ask).promise).toEqual({
      kind: 'unusable',
      reason: 'the reply is too long',
      evidence: { tries: 1, raw: 'the reply is too long' },
    });
  });

  it('give up after four tries, with pauses that double at most', async () => {
    const { world, ask } = failing(...Array(4).fill(status(503, 'busy')));
    const asked = put(ask);
    await world.pass(10_000);
    expect(world.waits).toEqual([250, 500, 1000]);
    expect(asked.told).toMatchObject({
      dispatched: 4,
      reply: { kind: 'unusable', reason: '503 after 4 tries', evidence: { tries: 4 } },
    });
  });

  it('name a lost connection', async () => {
    const { world, ask } = failing(...Array(4).fill(new ServerFailure('network', 'no connection')));
    const asked = put(ask);
    await world.pass(10_000);
    expect(asked.told.reply).toMatchObject({ reason: 'no connection after 4 tries' });
  });

  it('draw the whole pause at random', async () => {
    const { world, ask } = failing(status(503), status(503));
    world.chance = 0.5;
    put(ask);
    await world.pass(10_000);
    expect(world.waits).toEqual([125, 250]);
  });

  it('follow Retry-After, for half a minute at most', async () => {
    const { world, ask } = failing(status(429, '', 3_000), status(503, '', 900_000));
    put(ask);
    await world.pass(60_000);
    expect(world.waits).toEqual([3_000, 30_000]);
  });

  it('stop at once when aborted', async () => {
    const { world, ask } = failing(status(503));
    const asked = put(ask);
    await world.pass(1);
    asked.abort();
    expect(await asked.promise).toBeNull();
    expect(world.timers).toBe(0);
  });

  it('pass on an error of the program', async () => {
    const { ask } = failing(new RangeError('ours'));
    const asked = put(ask);
    await asked.promise;
    expect(asked.told.error).toBeInstanceOf(RangeError);
  });
});
