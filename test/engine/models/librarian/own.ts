import type { Files, NamedFile } from '../../../../src/engine/files/namedFile.ts';

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Two passages and a question about the first. */
export const ATTIC = {
  'attic.md': `# The attic

## The letter
Alice finds a sealed letter in the attic. The wax on the letter is green.

## The clock
Bob sets the clock in the hall seven minutes fast.

Q: What colour is the wax on the letter?
A: green | emerald
`,
};

/** A memory.json or a config.json, as a value or as its text. */
type Json = object | string;

export interface OwnFiles {
  /** Text by file; null: what is bundled. */
  readonly source?: Readonly<Record<string, string>> | null;
  /** One for all, or by file. */
  readonly memory?: Json | readonly (readonly [name: string, json: Json])[];
  readonly config?: Json;
}

const named = (name: string, json: Json): NamedFile => ({
  name,
  bytes: bytes(typeof json === 'string' ? json : JSON.stringify(json)),
});

export function filesOf({ source = ATTIC, memory, config }: OwnFiles): Files {
  const memories = Array.isArray(memory) ? memory : memory && [['memory.json', memory]];
  return {
    ...(source && { source: Object.entries(source).map(([name, text]) => named(name, text)) }),
    ...(memories && { memory: memories.map(([name, json]) => named(name, json)) }),
    ...(config && { config: [named('config.json', config)] }),
  };
}

/** Three readers of a longer attic, two with memories of their own, and so little room that all happens that can. */
export const CROWDED = {
  source: {
    'attic.md': ATTIC['attic.md'].replace(
      'Q: ',
      ['Pram', 'Owl', 'Sledge', 'Box']
        .map(
          (name, i) =>
            `## The ${name.toLowerCase()}\nThe ${name.toLowerCase()} has stood ${i + 3} winters behind the chimney, under a sheet of grey cloth.\n\n`,
        )
        .join('')
        .concat('Q: How many winters has the owl stood there?\nA: 4\nQ: '),
    ),
  },
  memory: [
    ['agent_002.json', { storage: { the_letter: 'of another house' }, thinking_log_001: 'before' }],
    ['agent_003.json', { working_memory: { old: 'a list of trunks' }, state: 'executing' }],
  ],
  config: {
    agent: {
      thinking_log: { max_entries: 3 },
      paging_limit: { max_tokens: 48 },
      hard_limit: { max_tokens: 64 },
    },
  },
} as const satisfies OwnFiles;
