import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { InputError } from '../../../core/errors.ts';
import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import { quoteUserValue } from '../../../core/quoteUserValue.ts';
import {
  canonicalizeJson,
  decodeTextFile,
  formatMegabytes,
  MAX_FILE_NAME_LENGTH,
  parseJsonFile,
  type Reads,
} from '../../../files/textFile.ts';
import { CHARACTERS, type Character } from '../phases.ts';
import { normalizeQuery } from './searchIndex.ts';

const createBuiltInMission = (
  character: Character,
  title: string,
  goal: string,
  expected: Expected,
): Mission => ({
  goal,
  title,
  character,
  expected,
});

const expectAnswers = (...answers: readonly string[]): Expected => ({ answers, sources: [] });
const NOT_THERE: Expected = expectAnswers();

/** Goals for the handbook, each with what a right answer says or names; eight have none in it. */
const BUILT_IN_LIST: readonly Mission[] = [
  createBuiltInMission('searcher', 'Savant-mvp architecture', 'Find the savant-mvp architecture.', {
    answers: ['the gateway, the queue, the worker', 'gateway, queue, worker'],
    sources: ['architecture.md'],
  }),
  createBuiltInMission(
    'searcher',
    'Tool server port',
    'Which port does the tool server listen on?',
    expectAnswers('7421'),
  ),
  createBuiltInMission(
    'repeater',
    'Secret password',
    'Find the secret password in the file /non-existent/hacker.txt',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Retrying failed jobs',
    'How often is a failed job retried?',
    expectAnswers('three times', '3 times', '2, 8 and 32 seconds'),
  ),
  createBuiltInMission(
    'brooder',
    'Kubernetes or one host',
    'Weigh Kubernetes against a single host for a small team.',
    {
      answers: ['ten workers', 'Compose is meant'],
      sources: ['deployment.md'],
    },
  ),
  createBuiltInMission(
    'searcher',
    'Unit of timeouts',
    'In which unit are timeouts configured?',
    expectAnswers('milliseconds', 'ms'),
  ),
  createBuiltInMission(
    'digger',
    'List of customers',
    'List every company that pays for a subscription.',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Where prompts start',
    'Where is the prompt built?',
    expectAnswers('prompt builder'),
  ),
  // Between 0.8 and 1.0 nothing was released.
  createBuiltInMission('searcher', 'Release notes 0.9', 'Find the release notes of version 0.9.', NOT_THERE),
  createBuiltInMission(
    'ditherer',
    'Choosing a deployment',
    'Choose one of the three ways to deploy.',
    expectAnswers('Compose', 'single host', 'Kubernetes', 'systemd'),
  ),
  createBuiltInMission(
    'searcher',
    'Output parser owner',
    'Who owns the output parser?',
    expectAnswers('Amina Diallo'),
  ),
  createBuiltInMission(
    'hallucinator',
    'Yesterday’s worker log',
    'Open the log that the worker wrote yesterday.',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Full-text index size',
    'How large is the full-text index?',
    expectAnswers('38 MB'),
  ),
  createBuiltInMission(
    'ping_pong',
    'Salaries of maintainers',
    'What salary do the maintainers earn?',
    NOT_THERE,
  ),
  createBuiltInMission(
    'searcher',
    'Licence of documentation',
    'Which licence covers the documentation?',
    expectAnswers('CC BY 4.0', 'CC-BY 4.0', 'Creative Commons Attribution'),
  ),
  createBuiltInMission(
    'muser',
    'One thread per worker',
    'Explain why the worker is single-threaded.',
    expectAnswers('waiting for the model', 'waits for the model', 'log hard to read'),
  ),
  createBuiltInMission(
    'searcher',
    'Redis for the queue',
    'Why was Redis chosen for the queue?',
    expectAnswers('list with leases', 'most teams run Redis'),
  ),
  createBuiltInMission(
    'searcher',
    'Support desk phone',
    'Find the phone number of the support desk.',
    NOT_THERE,
  ),
  createBuiltInMission('proser', 'Security in brief', 'Summarise what is done for security.', {
    answers: ['checks its arguments', 'treated as data'],
    sources: ['security.md'],
  }),
  createBuiltInMission('searcher', 'Author of PRD 4', 'Who wrote PRD 4?', expectAnswers('Amina Diallo')),
  createBuiltInMission('repeater', 'Changelog of 2.5', 'Find the changelog of version 2.5.', NOT_THERE),
  createBuiltInMission(
    'searcher',
    'Cost per mission',
    'What does one mission cost?',
    expectAnswers('1.1 cents'),
  ),
  createBuiltInMission('digger', 'Oldest decision', 'Which decision is the oldest?', {
    answers: ['Ruby', 'Decision 1'],
    sources: ['adr-01-ruby.md'],
  }),
  createBuiltInMission('searcher', 'Colour of the logo', 'What colour is the logo painted in?', NOT_THERE),
];

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

const MAX_GOAL_LENGTH = 2000;
/** Most accepted answers, and sources, of a mission. */
const MAX_EXPECTED_ANSWERS = 20;
/** Longest title, UTF-16 units; it fits a row of the list. */
const MAX_MISSION_TITLE_LENGTH = 28;
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
const MISSION_FIELDS = ['goal', 'title', 'character', 'answer', 'source'];

/** Names a list of missions and what is in it. */
function createMissions(name: string, list: readonly Mission[]): Missions {
  const canonical = list.map(({ character, goal, title }) => ({ character, goal, title }));
  return { name, sha256: canonicalizeJson(canonical), list };
}

/**
 * The missions played when the user brings none: each character at least once, several goals without an
 * answer.
 */
export const BUILT_IN_MISSIONS: Missions = createMissions('built-in', BUILT_IN_LIST);

/**
 * Reads the user's missions: a JSON array of goals or of {goal, title?, character?, answer?, source?}, or a text with
 * one goal per line, in which blank lines and lines that start with # are skipped. `answer` and `source` are a text or
 * several alternatives; `"answer": null` says that there is none to find.
 * @throws InputError that names the file, the place and the value.
 */
export function readMissions(file: string, bytes: Uint8Array): Missions {
  const name = cleanTextLine(file, MAX_FILE_NAME_LENGTH);
  if (bytes.length > MAX_MISSION_BYTES)
    throw new InputError(`${name} is ${formatMegabytes(bytes.length)}; at most 50 MB are read`);
  const text = decodeTextFile(name, bytes, MISSIONS);
  const list = isMissionJson(name, text) ? parseMissionArray(name, text) : parseMissionLines(name, text);
  if (list.length === 0)
    throw new InputError(`${name} has no missions; write one goal a line, or JSON such as ["Find the port"]`);
  return createMissions(name, list);
}

const isMissionJson = (name: string, text: string): boolean => /\.json$/i.test(name) || /^\s*\[/.test(text);

function parseMissionArray(name: string, text: string): Mission[] {
  const value = parseJsonFile(name, text, JSON_FORM);
  if (!Array.isArray(value)) throw new InputError(`${name} is not a list; expected ${JSON_FORM}`);
  if (value.length > MAX_MISSIONS) throw createTooManyMissionsError(name, formatGroupedInteger(value.length));
  return value.map((entry: unknown, at) => parseMissionEntry(`${name}: mission ${at + 1}`, entry));
}

function parseMissionEntry(where: string, entry: unknown): Mission {
  if (typeof entry === 'string') return createMission(where, entry);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new InputError(`${where} is ${formatMissionValue(entry)}; expected a goal or {"goal": …}`);
  const fields: Readonly<Record<string, unknown>> = { ...entry };
  const unknown = Object.keys(fields).find(field => !MISSION_FIELDS.includes(field));
  if (unknown !== undefined)
    throw new InputError(
      `${where} has the unknown field ${quoteUserValue(unknown)}; known fields: ${MISSION_FIELDS.join(', ')}`,
    );
  const { goal, title = '', character = null } = fields;
  if (typeof goal !== 'string') throw createNotTextError(where, 'goal', goal);
  if (typeof title !== 'string') throw createNotTextError(where, 'title', title);
  if (character !== null && !isCharacterName(character)) {
    throw new InputError(
      `${where}: character ${formatMissionValue(character)} is unknown; available: ${CHARACTERS.join(', ')}`,
    );
  }
  return createMission(where, goal, { title, character, expected: parseExpectedAnswer(where, fields) });
}

function parseExpectedAnswer(
  where: string,
  { answer, source }: Readonly<Record<string, unknown>>,
): Expected | null {
  if (answer === undefined && source === undefined) return null;
  if (answer === null) {
    if (source === undefined) return { answers: [], sources: [] };
    throw new InputError(`${where} has no answer, and yet the source ${formatMissionValue(source)}`);
  }
  return {
    answers: parseTextOrTexts(where, 'answer', answer),
    sources: parseTextOrTexts(where, 'source', source),
  };
}

function parseTextOrTexts(where: string, field: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (given.length === 0 || given.length > MAX_EXPECTED_ANSWERS)
    throw new InputError(
      `${where}: ${field} has ${given.length} texts; 1 to ${MAX_EXPECTED_ANSWERS} are read`,
    );
  return given.map(text => {
    if (typeof text !== 'string') throw createNotTextError(where, field, text);
    const plain = cleanTextLine(text, MAX_GOAL_LENGTH);
    if (normalizeQuery(plain) === '')
      throw new InputError(`${where}: ${field} ${formatMissionValue(text)} has no words`);
    return plain;
  });
}

const createNotTextError = (where: string, field: string, value: unknown): InputError =>
  new InputError(
    value === undefined
      ? `${where} has no ${field}`
      : `${where}: ${field} ${formatMissionValue(value)} is not text`,
  );

const formatMissionValue = (value: unknown): string =>
  typeof value === 'string' ? quoteUserValue(value) : cleanTextLine(JSON.stringify(value), 60);

const isCharacterName = (value: unknown): value is Character => CHARACTERS.some(known => known === value);

function parseMissionLines(name: string, text: string): Mission[] {
  const list: Mission[] = [];
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    const goal = line.trim();
    if (goal.startsWith('#') || cleanTextLine(goal.slice(0, MAX_GOAL_LENGTH), MAX_GOAL_LENGTH) === '')
      continue;
    if (list.length === MAX_MISSIONS)
      throw createTooManyMissionsError(name, `more than ${formatGroupedInteger(MAX_MISSIONS)}`);
    list.push(createMission(`${name}, line ${at + 1}: the goal`, goal));
  }
  return list;
}

const createTooManyMissionsError = (name: string, count: string): InputError =>
  new InputError(`${name} has ${count} missions; at most ${formatGroupedInteger(MAX_MISSIONS)} are read`);

/** Default fields of a mission except its goal; the default title comes from the goal. */
const BARE = { title: '', character: null, expected: null } as const;

function createMission(
  where: string,
  given: string,
  { title, character, expected }: Pick<Mission, 'title' | 'character' | 'expected'> = BARE,
): Mission {
  if (given.length > MAX_GOAL_LENGTH) {
    throw new InputError(
      `${where} has ${formatGroupedInteger(given.length)} characters, at most ${formatGroupedInteger(MAX_GOAL_LENGTH)}`,
    );
  }
  const goal = cleanTextLine(given, MAX_GOAL_LENGTH);
  if (goal === '') throw new InputError(`${where} has no goal`);
  return {
    goal,
    title: cleanTextLine(title, 2 * MAX_MISSION_TITLE_LENGTH) || shortenGoalTitle(goal),
    character,
    expected,
  };
}

/** The first words of a clean goal, or the start of the first word if that alone is too long. */
function shortenGoalTitle(goal: string): string {
  if (goal.length <= MAX_MISSION_TITLE_LENGTH) return goal;
  const end = goal.lastIndexOf(' ', MAX_MISSION_TITLE_LENGTH);
  return end > 0 ? goal.slice(0, end) : cleanTextLine(goal, MAX_MISSION_TITLE_LENGTH);
}

/** Content of a right answer: one of the texts, or the name of one of the documents. Neither: there is none to find. */
export interface Expected {
  /** Texts, each of which is right whatever stands around it. */
  readonly answers: readonly string[];
  /** Documents that say it, for goals without a short answer. */
  readonly sources: readonly string[];
}

/** A goal for one agent. */
export interface Mission {
  readonly goal: string;
  /** A few words for a row of the list. */
  readonly title: string;
  /** Character that plays it under the policy; null: drawn from the run's seed. */
  readonly character: Character | null;
  /** Null if the right answer is unknown: then its answer is not judged. */
  readonly expected: Expected | null;
}
