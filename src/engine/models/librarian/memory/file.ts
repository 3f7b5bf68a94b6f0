import { cleanText } from '../../../core/cleanText.ts';
import { InputError } from '../../../core/errors.ts';
import { quoted } from '../../../core/quoted.ts';
import { type LibrarianStateName, STATES } from '../words.ts';
import { LONGEST_TAG, LONGEST_VALUE, normalisedTag, plainValue } from './tags.ts';
import { logKey } from './thinkingLog.ts';

/** Content of a memory.json. */
export interface MemoryJson {
  readonly working: readonly (readonly [tag: string, value: string])[];
  readonly storage: readonly (readonly [tag: string, value: string])[];
  readonly state: LibrarianStateName;
  /** A state it names that the chart lacks; `state` is then thinking. */
  readonly unknownState: string | null;
  /** Oldest first. */
  readonly log: readonly string[];
}

/** States that an agent can be restored to. */
const RESTORABLE: readonly LibrarianStateName[] = STATES.filter(state => state !== 'stopped');

/** The text of a memory.json. */
export function writeMemory(
  { working, storage, state, log }: Omit<MemoryJson, 'unknownState'>,
  prefix: string,
): string {
  const fields = [
    ['working_memory', object(working)],
    ['storage', object(storage)],
    ['state', JSON.stringify(RESTORABLE.includes(state) ? state : 'thinking')],
    ...log.map((text, i) => [logKey(prefix, i + 1), JSON.stringify(text)]),
  ];
  return `{\n${fields.map(([key, value]) => `  ${JSON.stringify(key)}: ${value}`).join(',\n')}\n}\n`;
}

function object(entries: MemoryJson['working']): string {
  if (entries.length === 0) return '{}';
  const lines = entries.map(([tag, value]) => `    ${JSON.stringify(tag)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n  }`;
}

/**
 * Reads a memory.json. Every field is optional.
 * @param name name of the file. @throws InputError that names the file, the place and the value.
 */
export function readMemory(name: string, json: unknown, prefix: string): MemoryJson {
  if (!isObject(json))
    throw new InputError(
      `${name} is not a memory: expected an object with working_memory, storage and state`,
    );
  const { working_memory = {}, storage = {}, state = 'thinking', ...rest } = json;
  const known = RESTORABLE.find(other => other === state);
  if (typeof state !== 'string') throw new InputError(`${name}: state is not text but ${shown(state)}`);
  return {
    working: entriesOf(name, 'working_memory', working_memory),
    storage: entriesOf(name, 'storage', storage),
    state: known ?? 'thinking',
    unknownState: known === undefined ? cleanText(state, 60) : null,
    log: logOf(name, rest, prefix),
  };
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => cleanText(JSON.stringify(value) ?? 'undefined', 60);

function entriesOf(name: string, place: string, given: unknown): MemoryJson['working'] {
  if (!isObject(given)) throw new InputError(`${name}: ${place} is not an object but ${shown(given)}`);
  const seen = new Set<string>();
  return Object.entries(given).map(([key, value]) => {
    const where = `${name}: ${place}`;
    const tag = normalisedTag(key);
    if (tag === '') throw new InputError(`${where} has an entry without a tag`);
    if (tag.length > LONGEST_TAG)
      throw new InputError(`${where} has a tag of ${tag.length} characters; at most ${LONGEST_TAG} are read`);
    if (seen.has(tag)) throw new InputError(`${where} has two entries for the tag ${quoted(tag)}`);
    seen.add(tag);
    if (typeof value !== 'string')
      throw new InputError(`${where}: the value of ${quoted(tag)} is not text but ${shown(value)}`);
    if (value.length > LONGEST_VALUE)
      throw new InputError(
        `${where}: the value of ${quoted(tag)} has ${value.length} characters; at most ${LONGEST_VALUE} are read`,
      );
    return [tag, plainValue(value)] as const;
  });
}

/** The entries by their numbers. */
function logOf(name: string, rest: Fields, prefix: string): readonly string[] {
  const numbered = Object.entries(rest).map(([key, value]) => {
    const number = key.startsWith(prefix) ? key.slice(prefix.length) : '';
    if (!/^\d{1,9}$/.test(number))
      throw new InputError(
        `${name} has the unknown field ${quoted(key)}; known fields: working_memory, storage, state, ${logKey(prefix, 1)} …`,
      );
    if (typeof value !== 'string')
      throw new InputError(`${name}: ${quoted(key)} is not text but ${shown(value)}`);
    if (value.length > LONGEST_VALUE)
      throw new InputError(
        `${name}: ${quoted(key)} has ${value.length} characters; at most ${LONGEST_VALUE} are read`,
      );
    return [Number(number), plainValue(value)] as const;
  });
  return numbered.sort(([a], [b]) => a - b).map(([, text]) => text);
}
