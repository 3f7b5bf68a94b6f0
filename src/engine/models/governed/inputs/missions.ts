import { cleanText } from '../../../core/cleanText.ts';
import { InputError } from '../../../core/errors.ts';
import { quoted } from '../../../core/quoted.ts';
import {
  digest,
  LONGEST_NAME,
  megabytes,
  plainJson,
  plainText,
  type Reads,
} from '../../../files/textFile.ts';
import { grouped } from '../../../model/counted.ts';
import { CHARACTERS, type Character } from '../phases.ts';
import { BUILT_IN_LIST } from './builtInMissions.ts';
import type { Expected, Mission } from './mission.ts';
import { normalisedQuery } from './search.ts';

/** The missions of a run, and the facts about them in the document. */
export interface Missions {
  readonly name: string;
  /**
   * SHA-256 of the canonical JSON of all goals, titles and characters; 64 hexadecimal digits. What is expected is
   * not in it: it judges a run, and changes nothing in it.
   */
  readonly sha256: string;
  readonly list: readonly Mission[];
}

const LONGEST_GOAL = 2000;
/** Most accepted answers, and sources, of a mission. */
const MOST_EXPECTED = 20;
/** Longest title, UTF-16 units; it fits a row of the list. */
export const LONGEST_TITLE = 28;
const MAX_MISSIONS = 100_000;
const MAX_MISSION_BYTES = 50_000_000;

/** Reading of a user's missions. */
const MISSIONS: Reads = {
  forms: ['text', 'json', 'empty'],
  words:
    'a list of missions, one goal a line, such as Find the port of the staging server (.txt), or JSON such as ["Find the port"]',
};
const JSON_FORM =
  'a list of goals, such as ["Find the port"] or [{"goal": "Find the port", "answer": "7421"}]';
const FIELDS = ['goal', 'title', 'character', 'answer', 'source'];

/** Names a list of missions and what is in it. */
function missionsOf(name: string, list: readonly Mission[]): Missions {
  const canonical = list.map(({ character, goal, title }) => ({ character, goal, title }));
  return { name, sha256: digest(canonical), list };
}

/**
 * The missions played when the user brings none: each character at least once, several goals without an
 * answer.
 */
export const BUILT_IN_MISSIONS: Missions = missionsOf('built-in', BUILT_IN_LIST);

/**
 * Reads the user's missions: a JSON array of goals or of {goal, title?, character?, answer?, source?}, or a text
 * with one goal per line, where blank lines and lines that start with # are skipped. `answer` and `source` are a
 * text or several of which any is right; `"answer": null` says that there is none to find.
 * @throws InputError that names the file, the place and the value.
 */
export function readMissions(file: string, bytes: Uint8Array): Missions {
  const name = cleanText(file, LONGEST_NAME);
  if (bytes.length > MAX_MISSION_BYTES)
    throw new InputError(`${name} is ${megabytes(bytes.length)}; at most 50 MB are read`);
  const text = plainText(name, bytes, MISSIONS);
  const list = isJson(name, text) ? readArray(name, text) : readLines(name, text);
  if (list.length === 0)
    throw new InputError(`${name} has no missions; write one goal a line, or JSON such as ["Find the port"]`);
  return missionsOf(name, list);
}

const isJson = (name: string, text: string): boolean => /\.json$/i.test(name) || /^\s*\[/.test(text);

function readArray(name: string, text: string): Mission[] {
  const value = plainJson(name, text, JSON_FORM);
  if (!Array.isArray(value)) throw new InputError(`${name} is not a list; expected ${JSON_FORM}`);
  if (value.length > MAX_MISSIONS) throw tooMany(name, grouped(value.length));
  return value.map((entry: unknown, at) => readEntry(`${name}: mission ${at + 1}`, entry));
}

function readEntry(where: string, entry: unknown): Mission {
  if (typeof entry === 'string') return missionOf(where, entry);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new InputError(`${where} is ${shown(entry)}; expected a goal or {"goal": …}`);
  const fields: Readonly<Record<string, unknown>> = { ...entry };
  const unknown = Object.keys(fields).find(field => !FIELDS.includes(field));
  if (unknown !== undefined)
    throw new InputError(
      `${where} has the unknown field ${quoted(unknown)}; known fields: ${FIELDS.join(', ')}`,
    );
  const { goal, title = '', character = null } = fields;
  if (typeof goal !== 'string') throw notText(where, 'goal', goal);
  if (typeof title !== 'string') throw notText(where, 'title', title);
  if (character !== null && !isCharacter(character)) {
    throw new InputError(
      `${where}: character ${shown(character)} is unknown; available: ${CHARACTERS.join(', ')}`,
    );
  }
  return missionOf(where, goal, { title, character, expected: readExpected(where, fields) });
}

function readExpected(where: string, { answer, source }: Readonly<Record<string, unknown>>): Expected | null {
  if (answer === undefined && source === undefined) return null;
  if (answer === null) {
    if (source === undefined) return { answers: [], sources: [] };
    throw new InputError(`${where} has no answer, and yet the source ${shown(source)}`);
  }
  return { answers: textsOf(where, 'answer', answer), sources: textsOf(where, 'source', source) };
}

function textsOf(where: string, field: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (given.length === 0 || given.length > MOST_EXPECTED)
    throw new InputError(`${where}: ${field} has ${given.length} texts; 1 to ${MOST_EXPECTED} are read`);
  return given.map(text => {
    if (typeof text !== 'string') throw notText(where, field, text);
    const plain = cleanText(text, LONGEST_GOAL);
    if (normalisedQuery(plain) === '') throw new InputError(`${where}: ${field} ${shown(text)} has no words`);
    return plain;
  });
}

const notText = (where: string, field: string, value: unknown): InputError =>
  new InputError(
    value === undefined ? `${where} has no ${field}` : `${where}: ${field} ${shown(value)} is not text`,
  );

const shown = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : cleanText(JSON.stringify(value), 60);

const isCharacter = (value: unknown): value is Character => CHARACTERS.some(known => known === value);

function readLines(name: string, text: string): Mission[] {
  const list: Mission[] = [];
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const goal = line.trim();
    if (goal.startsWith('#') || cleanText(goal.slice(0, LONGEST_GOAL), LONGEST_GOAL) === '') continue;
    if (list.length === MAX_MISSIONS) throw tooMany(name, `more than ${grouped(MAX_MISSIONS)}`);
    list.push(missionOf(`${name}, line ${at + 1}: the goal`, goal));
  }
  return list;
}

const tooMany = (name: string, count: string): InputError =>
  new InputError(`${name} has ${count} missions; at most ${grouped(MAX_MISSIONS)} are read`);

/** What a mission has beside its goal; a title that is left out comes from the goal. */
const BARE = { title: '', character: null, expected: null } as const;

function missionOf(
  where: string,
  given: string,
  { title, character, expected }: Pick<Mission, 'title' | 'character' | 'expected'> = BARE,
): Mission {
  if (given.length > LONGEST_GOAL) {
    throw new InputError(
      `${where} has ${grouped(given.length)} characters, at most ${grouped(LONGEST_GOAL)}`,
    );
  }
  const goal = cleanText(given, LONGEST_GOAL);
  if (goal === '') throw new InputError(`${where} has no goal`);
  return { goal, title: cleanText(title, 2 * LONGEST_TITLE) || titleOfGoal(goal), character, expected };
}

/** The first words of a clean goal, or the start of the first word where that alone is too long. */
function titleOfGoal(goal: string): string {
  if (goal.length <= LONGEST_TITLE) return goal;
  const end = goal.lastIndexOf(' ', LONGEST_TITLE);
  return end > 0 ? goal.slice(0, end) : cleanText(goal, LONGEST_TITLE);
}
