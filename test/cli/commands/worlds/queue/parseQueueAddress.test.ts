import { describe, expect, it } from 'vitest';
import { parseQueueAddress } from '../../../../../src/cli/commands/worlds/queue/parseQueueAddress.ts';

describe('the address of a queue', () => {
  it.each([
    ['redis://host', { host: 'host', port: 6379, db: 0, isEncrypted: false, shown: 'redis://host:6379' }],
    ['redis://10.0.0.7:7000/2', { host: '10.0.0.7', port: 7000, db: 2, shown: 'redis://10.0.0.7:7000/2' }],
    ['rediss://[::1]:7000', { host: '::1', isEncrypted: true, shown: 'rediss://[::1]:7000' }],
    ['redis://ada:s%3Acret@host', { username: 'ada', password: 's:cret', shown: 'redis://host:6379' }],
    ['redis://:secret@host', { password: 'secret', shown: 'redis://host:6379' }],
  ])('is read, and shown without a password: %s', (text, address) => {
    expect(parseQueueAddress(text)).toMatchObject(address);
  });

  it.each([
    ['host:6379', 'not host:6379'],
    ['redis:host', 'not what was given'],
    ['redis://', 'not redis://'],
    ['redis://host/name', 'not what was given'],
    ['redis://:secret@host:port', 'not …@host:port'],
    ['redis://:se/cret@host', 'not …@host'],
    ['redis://host:secret', 'not what was given'],
    ['redis://:secret%zz@host', 'not …@host'],
    ['redis://host?password=secret', 'not what was given'],
    ['redis//user:secret@host', 'not …@host'],
  ])('is refused without a password in the words: %s', (text, words) => {
    const refused = () => parseQueueAddress(text);
    expect(refused).toThrow(`--queue must read redis://host:6379, ${words}`);
    expect(refused).not.toThrow(/secret/);
  });
});
