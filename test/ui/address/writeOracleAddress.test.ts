import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { createLocalDefaults, createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { parseAddress, writeAddress } from '../../../src/ui/address/pageAddress.ts';

const oracleOf = async (query: string) => (await parseAddress(query)).setup.oracle;

describe('an address with a language model', () => {
  it('names the servers, the model and what differs from the defaults, and is read again', async () => {
    const query =
      '?model=social&network=congress&seed=341&oracle=ollama&oracle_url=http://10.0.0.7:11434,http://b:1&oracle_model=qwen2.5:1.5b&form=json&archetypes=true&texts=true&temperature=0.2&calls=0&round_tokens=900&deadline=8.5&unusable=0';
    const { setup, problems } = await parseAddress(query);
    expect(problems).toEqual([]);
    expect(setup.oracle).toEqual({
      kind: 'ollama',
      urls: ['http://10.0.0.7:11434', 'http://b:1'],
      model: 'qwen2.5:1.5b',
      form: 'json',
      archetypes: true,
      texts: true,
      temperature: 0.2,
      limits: {
        callsPerRun: null,
        tokensPerRun: 1_000_000,
        callsPerRound: null,
        tokensPerRound: 900,
        deadline: 8.5,
        unusable: null,
      },
    });
    expect(writeAddress(setup, 0)).toBe(query);
  });

  it('may leave all but the kind to the defaults', async () => {
    expect(await oracleOf('?oracle=openai')).toEqual(createRemoteDefaults('openai'));
    expect(writeAddress({ ...DEFAULT_SETUP, oracle: createRemoteDefaults('openai') }, 0)).toBe(
      '?model=social&network=congress&seed=341&oracle=openai',
    );
  });

  it('of a server has a deadline, unless it switches it off', async () => {
    expect(await oracleOf('?oracle=ollama')).toMatchObject({ limits: { deadline: 120 } });
    expect(await oracleOf('?oracle=ollama&deadline=0')).toMatchObject({ limits: { deadline: null } });
    expect(await oracleOf('?oracle=wllama')).toMatchObject({ limits: { deadline: null } });
  });

  it.each([
    ['?oracle=delphi', 'oracle=delphi in the address: choose policy, webllm, wllama, ollama, openai, replay'],
    ['?oracle=replay', 'drop the run document on the page again'],
    ['?oracle=ollama&oracle_url=ftp://x', 'oracle_url=ftp://x in the address'],
    ['?oracle=ollama&form=haiku', 'form=haiku in the address: choose auto, letter, json'],
    ['?oracle=ollama&temperature=hot', 'temperature=hot in the address'],
    ['?oracle=ollama&calls=-1', 'calls=-1 in the address: calls in this run must be a whole number from 1'],
    ['?oracle=ollama&deadline=x', 'deadline=x in the address'],
  ])('names the value and the place in %s and uses the default', async (query, problem) => {
    const { setup, problems } = await parseAddress(query);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    const kind = query.startsWith('?oracle=ollama') ? 'ollama' : 'policy';
    expect(setup.oracle).toEqual(kind === 'ollama' ? createRemoteDefaults('ollama') : DEFAULT_SETUP.oracle);
  });

  it.each([
    '?oracle=webllm&oracle_model=SmolLM2-360M-Instruct-q4f32_1-MLC&form=json',
    '?oracle=webllm&oracle_url=https://models.example/our-1b&oracle_library=https://models.example/our-1b.wasm&oracle_revision=0123abc&oracle_model=our-1b',
    '?oracle=wllama&oracle_url=https://models.example/tiny.gguf&oracle_model=tiny&deadline=9',
    '?oracle=wllama&oracle_url=https://models.example/a/resolve/main/tiny.gguf&oracle_revision=v1.2&oracle_model=tiny',
    '?oracle=wllama&oracle_url=file:tiny.gguf&oracle_model=tiny&calls=50',
  ])('names a model of this browser and the place of its files: %s', async query => {
    const { setup, problems } = await parseAddress(query);
    expect(problems).toEqual([]);
    const written = writeAddress(setup, 0);
    expect(written).toBe(query.replace('?', '?model=social&network=congress&seed=341&'));
    expect((await parseAddress(written)).setup).toEqual(setup);
  });

  it('keeps characters of a name that an address must escape', async () => {
    const source = { url: 'file:a & b #1+ü.gguf', library: null, revision: null };
    const oracle = { ...createLocalDefaults('wllama'), model: 'a & b #1+ü', source };
    const { setup, problems } = await parseAddress(writeAddress({ ...DEFAULT_SETUP, oracle }, 0));
    expect(problems).toEqual([]);
    expect(setup.oracle).toEqual(oracle);
  });

  it.each([
    [
      '?oracle=webllm&oracle_url=ftp://x&oracle_library=https://x',
      'oracle_url=ftp://x in the address: the URL of the model must begin with http:// or https://',
    ],
    [
      '?oracle=webllm&oracle_url=https://x',
      'oracle_url=https://x in the address: the URL of the library must begin with http:// or https://, not ""',
    ],
    [
      '?oracle=webllm&oracle_url=https://x&oracle_library=x.wasm',
      'the URL of the library must begin with http:// or https://, not "x.wasm"',
    ],
    [
      '?oracle=webllm&oracle_url=https://x&oracle_library=https://x&oracle_revision=../y',
      'a revision is a commit or a branch, not "../y"',
    ],
    [
      '?oracle=wllama&oracle_url=https://x/y.bin',
      'oracle_url=https://x/y.bin in the address: the URL of the model must end in .gguf',
    ],
    ['?oracle=wllama&oracle_url=file:a/b.gguf', 'oracle_url=file:a/b.gguf in the address'],
  ])('names the value and the place in %s, and requests no such model', async (query, problem) => {
    const { setup, problems } = await parseAddress(query);
    expect(problems).toEqual([expect.stringContaining(problem)]);
    const kind = query.startsWith('?oracle=webllm') ? 'webllm' : 'wllama';
    expect(setup.oracle).toEqual(createLocalDefaults(kind));
  });

  it('has no place for a key, and does not quote one', async () => {
    const { problems } = await parseAddress('?oracle=openai&api_key=canary');
    expect(problems).toEqual([expect.stringContaining('a key has no place in an address')]);
    expect(problems[0]).not.toContain('canary');
  });

  it('does not quote a password in a URL', async () => {
    const { problems } = await parseAddress('?oracle=ollama&oracle_url=http://me:canary@host');
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain('canary');
  });

  it('does not quote a password in the URL of a model', async () => {
    const { problems } = await parseAddress('?oracle=wllama&oracle_url=https://me:canary@host/a.gguf');
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain('canary');
  });
});
