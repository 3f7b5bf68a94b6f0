import { describe, expect, it } from 'vitest';
import {
  DEFAULT_CONFIG,
  readAgentConfig,
} from '../../../../../src/engine/models/librarian/inputs/agentConfig.ts';
import { failure } from '../../governed/failure.ts';
import { openNoted, openReaders, play, SHORT, stateOf, think } from '../reading.ts';

const read = (json: unknown) => readAgentConfig('config.json', json);

describe('a config.json', () => {
  it('gives parameters their values, under agent or at its root', () => {
    const sections = {
      thinking_log: { enable: false, max_entries: 3 },
      paging_limit: { enable: true, max_tokens: 100 },
      hard_limit: { enable: false, max_tokens: 200 },
      iterate: { enable: true, max_iterations: 7 },
    };
    const parameters = {
      thinking_log: false,
      log_entries: 3,
      paging: true,
      paging_limit: 100,
      hard: false,
      hard_limit: 200,
      iterate: true,
      max_iterations: 7,
    };
    expect(read(sections).parameters).toEqual(parameters);
    expect(read({ agent: sections }).parameters).toEqual(parameters);
  });

  it('may name only some parameters: the rest stay as they were', () => {
    expect(read({ hard_limit: { max_tokens: 9_000 } })).toEqual({
      config: DEFAULT_CONFIG,
      parameters: { hard_limit: 9_000 },
      notes: [],
    });
    expect(read({})).toEqual({ config: DEFAULT_CONFIG, parameters: {}, notes: [] });
  });

  it('is the basis of a run, apart from what the user sets', async () => {
    const config = { agent: { paging_limit: { max_tokens: 100 }, iterate: { max_iterations: 7 } } };
    const { parameters } = stateOf(await openReaders({ config, parameters: { paging_limit: 50 } }));
    expect(parameters).toMatchObject({ paging_limit: 50, max_iterations: 7, hard_limit: 8192 });
  });

  it('puts its own words into the prompts of the states that it names', async () => {
    const config = {
      agent: {
        role: 'You are the archivist.',
        state: {
          base: { prompt: { tone: 'Be brief.' } },
          thinking: { prompt: 'Think twice.' },
          executing: {
            prompt: { state_description: 'Act once.', available_actions: { storage_load: 'Fetch' } },
          },
        },
      },
    };
    const { script } = await play([think('executing'), 'x'], { config });
    const [thinking, executing] = script.systems;
    for (const system of [thinking, executing]) {
      expect(system).toMatch(/^You are the archivist\./);
      expect(system).toContain('tone: Be brief.');
      expect(system).toContain('- storage_load: Fetch\n');
      expect(system).not.toContain('storage_save:');
    }
    expect(thinking).toContain('Think twice.');
    expect(executing).not.toContain('Think twice.');
    expect(executing).toContain('You are in executing state. Act once.');
  });

  it('is the same in whatever order its keys stand', async () => {
    const digests = [
      '{"iterate": {"enable": true, "max_iterations": 7}, "paging_limit": {"max_tokens": 100}}',
      '{"paging_limit": {"max_tokens": 100}, "iterate": {"max_iterations": 7, "enable": true}}',
      '{"paging_limit": {"max_tokens": 101}, "iterate": {"max_iterations": 7, "enable": true}}',
    ].map(async config => (await openReaders({ config })).config.inputInfo.config?.sha256);
    const [one, same, other] = await Promise.all(digests);
    expect([one === same, one === other]).toEqual([true, false]);
  });

  it('with unused keys notes them, and is read', async () => {
    const { notes } = await openNoted({ config: { llm: { model: 'x' }, agent: { name: 'y' } } });
    expect(notes).toEqual(['config.json: "llm" is not used', 'config.json: "agent.name" is not used', SHORT]);
  });

  it.each<readonly [unknown, string]>([
    [[], 'config.json is not a configuration: expected an object like that of config.json'],
    [null, 'config.json is not a configuration: expected an object like that of config.json'],
    [{ agent: 3 }, 'config.json: agent must be an object, not 3'],
    [
      { agent: { thinking_log: { max_entries: 0 } } },
      'config.json: agent.thinking_log.max_entries must be a whole number from 1 to 999, not 0',
    ],
    [
      { thinking_log: { max_entries: 'ten' } },
      'config.json: thinking_log.max_entries must be a whole number from 1 to 999, not "ten"',
    ],
    [{ thinking_log: { enable: 1 } }, 'config.json: thinking_log.enable must be true or false, not 1'],
    [
      { thinking_log: { entries: 3 } },
      'config.json: thinking_log.entries is unknown; available: enable, max_entries, key_prefix',
    ],
    [
      { thinking_log: { key_prefix: '12' } },
      'config.json: thinking_log.key_prefix must be 1 to 60 letters, digits, underscores, dots or hyphens, not "12"',
    ],
    [
      { agent: { paging_limit: { max_tokens: 15 } } },
      'config.json: agent.paging_limit.max_tokens must be a whole number from 16 to 10000000, not 15',
    ],
    [
      { hard_limit: { max_tokens: 16.5 } },
      'config.json: hard_limit.max_tokens must be a whole number from 16 to 10000000, not 16.5',
    ],
    [
      { hard_limit: { tokens: 1 } },
      'config.json: hard_limit.tokens is unknown; available: enable, max_tokens',
    ],
    [{ iterate: [] }, 'config.json: iterate must be an object, not []'],
    [
      { iterate: { max_iterations: -1 } },
      'config.json: iterate.max_iterations must be a whole number from 1 to 1000000, not -1',
    ],
    [{ role: 3 }, 'config.json: role must be text, not 3'],
    [{ role: 'x'.repeat(20_001) }, 'config.json: role has 20001 characters; at most 20000 are read'],
    [
      { agent: { state: { dreaming: {} } } },
      'config.json: agent.state.dreaming is not a state; available: base, thinking, executing, paging',
    ],
    [
      { state: { thinking: { text: 'x' } } },
      'config.json: state.thinking.text is unknown; available: prompt',
    ],
    [
      { state_description: { sleeping: 'x' } },
      'config.json: state_description.sleeping is not a state; available: thinking, executing, paging',
    ],
    [
      { available_actions: { delete_all: 'x' } },
      'config.json: available_actions.delete_all is not an action; available: working_memory_add, working_memory_remove, storage_load, storage_save',
    ],
    [{ available_actions: {} }, 'config.json: available_actions is empty; an agent needs an action'],
  ])('that cannot be used is refused with the place: %j', (json, message) => {
    expect(failure(() => read(json))).toBe(message);
  });
});

describe('a hard limit below the paging limit', () => {
  const soft = { paging_limit: { max_tokens: 200 } };
  const hard = { hard_limit: { max_tokens: 100 } };
  it.each([
    ['from a file', { config: { agent: { ...soft, ...hard } } }],
    ['from parameters', { parameters: { paging_limit: 200, hard_limit: 100 } }],
    ['from both', { config: soft, parameters: { hard_limit: 100 } }],
  ])('is refused %s, with both values', async (_, given) => {
    await expect(openReaders(given)).rejects.toThrow(
      /hard_limit 100 is below paging_limit 200; it must be at least as high$/,
    );
  });

  it('and below the usual one is refused, with the name of the file', async () => {
    await expect(openReaders({ config: hard })).rejects.toThrow(
      'config.json: hard_limit 100 is below paging_limit 4096; it must be at least as high',
    );
  });

  it('is accepted where one of them is off, or they are the same', async () => {
    for (const parameters of [
      { paging_limit: 200, hard_limit: 100, hard: false },
      { paging_limit: 200, hard_limit: 100, paging: false },
      { paging_limit: 200, hard_limit: 200 },
    ])
      expect(stateOf(await openReaders({ parameters })).parameters).toMatchObject(parameters);
    await openReaders({ config: { ...soft, hard_limit: { enable: false, max_tokens: 100 } } });
  });
});
