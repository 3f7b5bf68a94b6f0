import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatLogKey,
  parseMemory,
  serializeMemory,
  ThinkingLog,
} from '../../../../../src/engine/models/librarian/memory/file.ts';
import {
  normalizeStoredValue,
  normalizeTag,
} from '../../../../../src/engine/models/librarian/memory/memory.ts';
import { failure } from '../../governed/failure.ts';
import {
  act,
  ask,
  doing,
  type Given,
  move,
  openNoted,
  openReaders,
  play,
  playOut,
  Script,
  think,
  valuesIn,
} from '../reading.ts';

const PREFIX = 'thinking_log_';
const fileOf = (run: Awaited<ReturnType<typeof openReaders>>, agent = 0, tick: number | null = null) =>
  ask(run, 'memoryFile', { agent, tick });

describe('the text of a memory.json', () => {
  it('has the fields of the specification, in its order', () => {
    const working = [
      ['key1', 'value1'],
      ['key2', 'value2'],
    ] as const;
    const storage = [['persistent_key1', 'persistent_value1']] as const;
    const log = ['First reasoning entry', 'Second reasoning entry'];
    expect(serializeMemory({ working, storage, state: 'thinking', log }, PREFIX)).toBe(`{
  "working_memory": {
    "key1": "value1",
    "key2": "value2"
  },
  "storage": {
    "persistent_key1": "persistent_value1"
  },
  "state": "thinking",
  "thinking_log_001": "First reasoning entry",
  "thinking_log_002": "Second reasoning entry"
}
`);
  });

  it('is short where there is nothing, and an agent that has stopped had been thinking', () => {
    expect(serializeMemory({ working: [], storage: [], state: 'stopped', log: [] }, PREFIX)).toBe(
      '{\n  "working_memory": {},\n  "storage": {},\n  "state": "thinking"\n}\n',
    );
  });

  it('is read again as the memory that it was written from, whatever its tags and values', () => {
    const tags = fc.string({ unit: 'binary', maxLength: 12 }).map(normalizeTag);
    const entries = fc.uniqueArray(
      fc.tuple(
        fc.oneof(tags, fc.constantFrom('__proto__', 'constructor', '12', '0')).map(normalizeTag),
        fc.string({ unit: 'binary', maxLength: 20 }).map(normalizeStoredValue),
      ),
      { selector: ([tag]) => tag, maxLength: 6 },
    );
    fc.assert(
      fc.property(
        fc.record({
          working: entries.map(list => list.filter(([tag]) => tag !== '')),
          storage: entries.map(list => list.filter(([tag]) => tag !== '')),
          state: fc.constantFrom('thinking', 'executing', 'paging'),
          log: fc.array(fc.string({ unit: 'binary' }).map(normalizeStoredValue), { maxLength: 12 }),
        } as const),
        memory => {
          const text = serializeMemory(memory, PREFIX);
          const again = parseMemory('memory.json', JSON.parse(text), PREFIX);
          expect(again).toEqual({ ...memory, unknownState: null });
          expect(serializeMemory(again, PREFIX)).toBe(text);
        },
      ),
    );
  });
});

describe('an exported memory.json', () => {
  const acts = [act('working_memory_add', 'a b', 'one\ntwo'), act('storage_save', 'k', '“q” \\ &amp;')];
  const cases: readonly (readonly [state: string, answers: readonly string[]])[] = [
    ['thinking', [think('thinking', 'first'), ...doing(...acts), think('thinking', 'then')]],
    ['executing', [...doing(...acts), think('executing', 'so')]],
  ];

  it.each(cases)('is imported to the same text and SHA-256, in %s', async (state, answers) => {
    const { run } = await play(answers);
    const exported = fileOf(run);
    expect(exported.name).toBe('agent_001.json');
    expect(exported.sha256).toBe(createHash('sha256').update(exported.text).digest('hex'));
    expect(JSON.parse(exported.text).state).toBe(state);
    expect(fileOf(run, 0, run.tick)).toEqual(exported);
    const again = await openReaders({ memory: exported.text });
    for (const tick of [null, 0]) expect(fileOf(again, 0, tick)).toEqual(exported);
  });

  it('keeps the state paging as well', async () => {
    const memory = { working_memory: { a: 'x'.repeat(90) } };
    const parameters = { paging_limit: 16, hard: false };
    const run = await openReaders({ memory, parameters });
    await playOut(run, new Script(think()), 1);
    expect(JSON.parse(fileOf(run).text).state).toBe('paging');
    const again = await openReaders({ memory: fileOf(run).text, parameters });
    expect(fileOf(again)).toEqual(fileOf(run));
    await playOut(again, new Script(move('a')), 2);
    expect(valuesIn(again, 'storage')).toEqual(memory.working_memory);
  });

  it('of any tick has the contents of that time', async () => {
    const [, answers] = cases[0];
    const { run } = await play(answers);
    const played = await openReaders();
    const script = new Script(...answers);
    for (let tick = 0; tick <= run.tick; tick++) {
      await playOut(played, script, tick);
      expect(fileOf(run, 0, tick)).toEqual(fileOf(played));
    }
  });

  it('of every agent of the default run is imported to the same bytes', async () => {
    const run = await playOut(await openReaders({ source: null }));
    const files = Array.from({ length: run.config.agents }, (_, agent) => fileOf(run, agent));
    const memory = files.map(({ name, text }) => [name, text] as const);
    const again = await openReaders({ source: null, memory });
    for (const [agent, file] of files.entries()) expect(fileOf(again, agent)).toEqual(file);
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(files.length);
  });
});

describe('a memory.json', () => {
  const tagsOf = async (given: Given) => {
    const run = await openReaders({ ...given, setup: { agents: 3 } });
    return [0, 1, 2].map(agent => Object.keys(valuesIn(run, 'working', agent)).join());
  };
  const holding = (tag: string) => ({ working_memory: { [tag]: 'x' } });

  it('is for all agents, or for the one that its name gives', async () => {
    expect(await tagsOf({ memory: holding('all') })).toEqual(['all', 'all', 'all']);
    expect(await tagsOf({ memory: [['agent_002.json', holding('two')]] })).toEqual(['', 'two', '']);
    const both = [
      ['memory.json', holding('rest')],
      ['runs/agent_3.json', holding('three')],
    ] as const;
    expect(await tagsOf({ memory: both })).toEqual(['rest', 'rest', 'three']);
  });

  it.each<readonly [string, NonNullable<Given['memory']>, string]>([
    ['agent_004.json', [['agent_004.json', {}]], 'agent_004.json is for agent 4, and there are 3'],
    ['agent_0.json', [['agent_0.json', {}]], 'agent_0.json is for agent 0, and there are 3'],
    [
      'two for all',
      [
        ['a.json', {}],
        ['b.json', {}],
      ],
      'b.json: another file is the memory of all agents; call it agent_001.json, …',
    ],
    [
      'two for one agent',
      [
        ['a/agent_1.json', {}],
        ['b/agent_001.json', {}],
      ],
      'b/agent_001.json: another file is the memory of agent 1',
    ],
  ])('for nobody is refused: %s', async (_, memory, words) => {
    await expect(openNoted({ memory, setup: { agents: 3 } })).rejects.toThrow(words);
  });

  const deep = `{"working_memory": {"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  it.each<readonly [string, object | string, string]>([
    ['no object', '[]', 'is not a memory: expected an object with working_memory, storage and state'],
    ['no JSON', '{"state":', 'is not JSON; expected a memory'],
    ['no text', 'a\0b', 'is not text. What is read here: a memory'],
    [
      'an unknown field',
      { working: {} },
      'has the unknown field "working"; known fields: working_memory, storage',
    ],
    ['a log entry without a number', { thinking_log_x: 'a' }, 'has the unknown field "thinking_log_x"'],
    ['a log entry that is not a text', { thinking_log_001: 1 }, '"thinking_log_001" is not text but 1'],
    ['a state that is not a text', { state: 3 }, 'state is not text but 3'],
    ['a list for working memory', { working_memory: [1] }, 'working_memory is not an object but [1]'],
    ['null for storage', { storage: null }, 'storage is not an object but null'],
    [
      'a value that is not a text',
      { storage: { a: { b: 1 } } },
      'storage: the value of "a" is not text but {"b":1}',
    ],
    ['a value 100,000 deep', deep, 'has brackets more than 64 deep'],
    ['no tag', { storage: { ' ': 'x' } }, 'storage has an entry without a tag'],
    ['a long tag', { storage: { ['x'.repeat(201)]: '' } }, 'a tag of 201 characters; at most 200'],
    [
      'two tags that are one',
      { working_memory: { 'a b': '1', a_b: '2' } },
      'working_memory has two entries for the tag "a_b"',
    ],
    [
      'a value of 1 MB',
      { storage: { a: 'x'.repeat(1_000_000) } },
      'storage: the value of "a" has 1000000 characters; at most 100000 are read',
    ],
    [
      'a log entry of 1 MB',
      { thinking_log_001: 'x'.repeat(1_000_000) },
      '"thinking_log_001" has 1000000 char',
    ],
  ])('with %s is refused with its name and the place', async (_, memory, words) => {
    const message = await openNoted({ memory }).then(
      () => 'no error',
      (error: Error) =>
        failure(() => {
          throw error;
        }),
    );
    expect(message).toMatch(/^memory\.json/);
    expect(message).toContain(words);
    expect(message).not.toContain('\n');
    expect(message.length).toBeLessThan(300);
  });

  it('may lack everything, and has its log by number', async () => {
    const run = await openReaders({ memory: { thinking_log_10: 'ten', thinking_log_002: 'two' } });
    expect(ask(run, 'memoryAt', { agent: 0, tick: 0 })).toMatchObject({
      state: 'thinking',
      working: [],
      thinkingLog: [
        { key: 'thinking_log_001', text: 'two' },
        { key: 'thinking_log_002', text: 'ten' },
      ],
    });
  });
});

describe('the thinking log', () => {
  it('drops the oldest entries where there are more than it keeps', () => {
    const log = new ThinkingLog(3);
    for (const text of ['a', 'b', 'c', 'd', 'e']) log.add(text);
    expect(log.entries).toEqual(['c', 'd', 'e']);
  });

  it('keeps the last of the given entries, and none where it is off', () => {
    expect(new ThinkingLog(2, ['a', 'b', 'c']).entries).toEqual(['b', 'c']);
    expect(new ThinkingLog(0, ['a']).entries).toEqual([]);
  });

  it('has keys of three digits, more where three are too few', () => {
    expect([1, 10, 999, 1000].map(number => formatLogKey('thinking_log_', number))).toEqual([
      'thinking_log_001',
      'thinking_log_010',
      'thinking_log_999',
      'thinking_log_1000',
    ]);
  });

  const thoughts = ['first', 'second', 'third', 'fourth'].map(text => think('thinking', text));

  it('calls the oldest kept entry 001, in prompt, dump and file', async () => {
    const { run, script } = await play([...thoughts, think()], { parameters: { log_entries: 2 } });
    expect(script.prompts.at(-1)).toContain('## Thinking log\n- third\n- fourth\n');
    expect(ask(run, 'memoryAt', { agent: 0, tick: 4 }).thinkingLog).toEqual([
      { key: 'thinking_log_001', text: 'third' },
      { key: 'thinking_log_002', text: 'fourth' },
    ]);
    expect(ask(run, 'memoryAt', { agent: 0, tick: 1 }).thinkingLog).toEqual([
      { key: 'thinking_log_001', text: 'first' },
    ]);
    const { text } = ask(run, 'memoryFile', { agent: 0, tick: null });
    expect(JSON.parse(text)).toMatchObject({ thinking_log_001: 'third', thinking_log_002: 'fourth' });
  });

  it('is kept under the prefix of the configuration', async () => {
    const config = { thinking_log: { key_prefix: 'thought-' } };
    const run = await openReaders({ config, memory: { 'thought-001': 'before' } });
    await playOut(run, new Script(...thoughts), 1);
    expect(JSON.parse(ask(run, 'memoryFile', { agent: 0, tick: null }).text)).toMatchObject({
      'thought-001': 'before',
      'thought-002': 'first',
    });
  });

  it('is absent from the prompt where it is off, and nothing is written', async () => {
    const { run, script } = await play([...thoughts, think()], {
      parameters: { thinking_log: false },
      memory: { thinking_log_001: 'before' },
    });
    for (const prompt of script.prompts) expect(prompt).not.toContain('Thinking log');
    expect(ask(run, 'memoryFile', { agent: 0, tick: null }).text).not.toContain('thinking_log_');
  });

  it('has one line for each thought', async () => {
    const { script } = await play([think('thinking', ' two\n\nlines '), think()]);
    expect(script.prompts[1]).toContain('## Thinking log\n- two lines\n');
  });
});
