import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OracleFlags } from '../src/cli/options/oracleOptions.ts';
import { VLLM } from './fixtures/servers/vllm.ts';

const LIST = '../src/engine/oracle/servers/index.ts';

// The line that the list gets for a new kind of server.
beforeAll(async () => {
  const { SERVER_KINDS } =
    await vi.importActual<typeof import('../src/engine/oracle/servers/index.ts')>(LIST);
  vi.resetModules();
  vi.doMock(LIST, () => ({ SERVER_KINDS: [...SERVER_KINDS, VLLM] }));
});
afterAll(() => {
  vi.doUnmock(LIST);
  vi.resetModules();
});

const parseFlags = async (flags: OracleFlags) =>
  (await import('../src/cli/options/oracleOptions.ts')).parseOracleFlags(flags);

async function requireRemote() {
  const oracle = await parseFlags({ oracle: 'vllm', oracleModel: 'qwen3' });
  const { isRemoteOracle } = await import('../src/engine/oracle/oracleSetup.ts');
  if (!isRemoteOracle(oracle)) throw new Error('no server answers');
  return oracle;
}

describe('a new kind of server takes a file and a line', () => {
  it('for the command line, which takes its default URL', async () => {
    expect(await parseFlags({ oracle: 'vllm', oracleModel: 'qwen3' })).toMatchObject({
      kind: 'vllm',
      urls: [VLLM.url],
      model: 'qwen3',
    });
  });

  it('for the command line, which lists it', async () => {
    await expect(parseFlags({ oracle: 'nobody' })).rejects.toThrow(
      'available: policy, ollama, openai, vllm, replay',
    );
  });

  it('for the check of set-ups', async () => {
    const { checkOracleSetup } = await import('../src/engine/oracle/checkOracleSetup.ts');
    const oracle = await requireRemote();
    expect(() => checkOracleSetup({ ...oracle, urls: [] })).toThrow('oracle vllm needs the URL of a server');
  });

  it('for the choices on the page', async () => {
    const { ORACLES } = await import('../src/ui/state/oracleChoices.ts');
    expect(ORACLES.find(({ value }) => value === 'vllm')).toMatchObject({ label: 'vLLM', title: VLLM.title });
  });

  it("for the page's address", async () => {
    const { readOracleSetup } = await import('../src/ui/address/readOracleSetup.ts');
    const given = new URLSearchParams('oracle=vllm&oracle_model=qwen3');
    expect(readOracleSetup(given, { kind: 'policy' }, vi.fn())).toEqual(await requireRemote());
  });

  it('for the dialect in which it is asked', async () => {
    const { getServerBackend } = await import('../src/oracles/http/serverBackends.ts');
    expect(getServerBackend((await requireRemote()).kind).answerPath).toBe('/v1/chat/completions');
  });

  it('for the advice after a failed test', async () => {
    const { formatConnectionAdvice } = await import('../src/oracles/http/advice.ts');
    const { kind } = await requireRemote();
    expect(formatConnectionAdvice({ kind: 'silent', url: VLLM.url }, kind)).toBe(
      'Nothing answers at http://127.0.0.1:8000. Start the server, or correct the address.',
    );
  });
});
