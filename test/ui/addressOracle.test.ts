import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP, remoteDefaults } from '../../src/engine/setup.ts';
import { parseAddress, writeAddress } from '../../src/ui/address.ts';

const oracleOf = (query: string) => parseAddress(query).setup.oracle;

describe('an address with a language model', () => {
  it('names the servers, the model and what differs from the defaults, and is read again', () => {
    const query =
      '?model=social&network=congress&seed=341&oracle=ollama&oracle_url=http://10.0.0.7:11434,http://b:1&oracle_model=qwen2.5:1.5b&form=json&archetypes=true&texts=true&temperature=0.2&calls=0&round_tokens=900&deadline=8.5';
    const { setup, problems } = parseAddress(query);
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
      },
    });
    expect(writeAddress(setup, 0)).toBe(query);
  });

  it('may leave all but the kind to the defaults', () => {
    expect(oracleOf('?oracle=openai')).toEqual(remoteDefaults('openai'));
    expect(writeAddress({ ...DEFAULT_SETUP, oracle: remoteDefaults('openai') }, 0)).toBe(
      '?model=social&network=congress&seed=341&oracle=openai',
    );
  });

  it.each([
    ['?oracle=delphi', 'oracle=delphi in the address: choose policy, webllm, wllama, ollama, openai, replay'],
    ['?oracle=replay', 'drop the run document on the page again'],
    ['?oracle=ollama&oracle_url=ftp://x', 'oracle_url=ftp://x in the address'],
    ['?oracle=ollama&form=haiku', 'form=haiku in the address: choose auto, letter, json'],
    ['?oracle=ollama&temperature=hot', 'temperature=hot in the address'],
    ['?oracle=ollama&calls=-1', 'calls=-1 in the address: calls in this run must be a whole number from 1'],
    ['?oracle=ollama&deadline=x', 'deadline=x in the address'],
  ])('names the value and the place in %s and uses the default', (query, problem) => {
    const { setup, problems } = parseAddress(query);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
    const kind = query.startsWith('?oracle=ollama') ? 'ollama' : 'policy';
    expect(setup.oracle).toEqual(kind === 'ollama' ? remoteDefaults('ollama') : DEFAULT_SETUP.oracle);
  });

  it('has no place for a key, and does not repeat one', () => {
    const { problems } = parseAddress('?oracle=openai&api_key=canary');
    expect(problems).toEqual([expect.stringContaining('a key has no place in an address')]);
    expect(problems[0]).not.toContain('canary');
  });

  it('does not repeat a password that stands in a URL', () => {
    const { problems } = parseAddress('?oracle=ollama&oracle_url=http://me:canary@host');
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain('canary');
  });
});
