import { describe, expect, it } from 'vitest';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { readOracleSetup } from '../../../src/ui/address/readOracleSetup.ts';
import { readAddressedServers } from '../../../src/ui/policy/readAddressedServers.ts';

describe('the servers of an address', () => {
  it.each([
    'oracle=ollama',
    'oracle=openai',
    'oracle=ollama&oracle_url=http://gpu:11434,https://other.example/v1',
    'oracle=openai&oracle_url=ftp://gpu',
    'oracle=openai&oracle_url=',
    'oracle=ollama&oracle_url=http://me:secret@gpu',
    'oracle=ollama&temperature=9&oracle_url=http://gpu:1',
  ])('are those of its oracle: %s', query => {
    const given = new URLSearchParams(query);
    const oracle = readOracleSetup(given, { kind: 'policy' }, () => undefined);
    expect(oracle).toMatchObject({ urls: readAddressedServers(given) });
  });

  it('do not exist where no server is asked', () => {
    for (const query of [
      '',
      'oracle=policy',
      'oracle=wllama&oracle_url=http://gpu/a.gguf',
      'oracle_url=http://gpu',
    ])
      expect(readAddressedServers(new URLSearchParams(query))).toEqual([]);
  });

  it('are the usual ones of its kind where it names none', () => {
    expect(readAddressedServers(new URLSearchParams('oracle=ollama'))).toEqual(
      createRemoteDefaults('ollama').urls,
    );
  });
});
