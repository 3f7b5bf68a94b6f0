import { NO_NETWORK } from '../../../checks/createDefaultSetup.ts';
import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { InputError } from '../../../core/errors.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { NamedFile } from '../../../files/namedFile.ts';
import {
  canonicalizeJson,
  compareCodeUnits,
  decodeTextFile,
  formatMegabytes,
  MAX_FILE_NAME_LENGTH,
  parseJsonFile,
  type Reads,
  sortObjectKeys,
} from '../../../files/textFile.ts';
import type { Material, ModelSources } from '../../../model/model.ts';
import type { ParameterValue, ParameterValues } from '../../../parameters/parameterDefinition.ts';
import type { InputInfo, OwnInput, Setup } from '../../../setup/config.ts';
import { LIBRARIAN_PARAMETERS } from '../librarianParameters.ts';
import { BUILT_IN_TASKS } from '../librarianTerms.ts';
import { type MemoryJson, parseMemory } from '../memory/file.ts';
import { describeShortTexts, findShortTexts, type Task } from '../task/librarianTask.ts';
import { readTaskSource } from '../task/readTaskSource.ts';
import { type AgentConfig, DEFAULT_CONFIG, readAgentConfig } from './agentConfig.ts';
import { LIBRARIAN_INPUTS } from './librarianInputs.ts';

const USUAL_AGENTS = 18;
const MAX_LIBRARIAN_INPUT_BYTES = 50_000_000;
const MAX_FILES = 1_000;

/** Inputs of a run. */
export interface LibrarianInputs {
  readonly tasks: readonly Task[];
  readonly config: AgentConfig;
  /** An agent's memory at the start; null for nothing. */
  memoryOf(agent: number): MemoryJson | null;
}

/** The user's own texts, configuration and memories, or the bundled ones. @throws InputError */
export async function loadLibrarianInputs(
  setup: Setup,
  sources: ModelSources,
): Promise<Material<LibrarianInputs>> {
  if (setup.network !== NO_NETWORK)
    throw new InputError(
      `model librarian takes no network, but the set-up names "${formatQuotedText(setup.network)}"`,
    );
  const { agents: wanted, own = [] } = setup;
  const agents = wanted ?? USUAL_AGENTS;
  const filesOf = (name: OwnInput) => (own.includes(name) ? getUserInputFiles(name, sources) : null);
  const config = loadAgentConfig(filesOf('config'));
  checkMemoryLimits(setup, config);
  const texts = await loadLibrarianTexts(
    filesOf('source'),
    sources,
    setup.parameters.edition === 1 ? 'tasks/first' : 'tasks',
  );
  const short = findShortTexts(texts.tasks, resolveMemoryLimits(setup, config.parameters));
  const memories = readMemoryFiles(filesOf('memory'), config.config.keyPrefix, agents);
  return {
    inputs: { tasks: texts.tasks, config: config.config, memoryOf: memories.of },
    agents,
    networkInfo: null,
    inputInfo: {
      source: texts.info,
      ...(config.info && { config: config.info }),
      ...(memories.info && { memory: memories.info }),
    },
    parameters: config.parameters,
    notes: [...config.notes, ...memories.notes, ...(short === null ? [] : [describeShortTexts(short)])],
  };
}

function getUserInputFiles(name: OwnInput, { files }: ModelSources): readonly NamedFile[] {
  const own = files[name] ?? [];
  if (own.length === 0)
    throw new InputError(`this run used ${describeMissingInput(name)} on the page to open it again`);
  if (own.length > MAX_FILES)
    throw new InputError(`${own.length} files as ${name}; at most ${MAX_FILES} are read`);
  let bytes = 0;
  for (const file of own) bytes += file.bytes.length;
  if (bytes <= MAX_LIBRARIAN_INPUT_BYTES) return own;
  const what = own.length === 1 ? `${formatInputFileName(own[0])} is` : `the ${name} files are`;
  throw new InputError(`${what} ${formatMegabytes(bytes)}; at most 50 MB are read`);
}

const getInputNoun = (name: OwnInput): string =>
  LIBRARIAN_INPUTS.find(input => input.name === name)?.noun ?? name;

const describeMissingInput = (name: OwnInput): string =>
  name === 'source' ? 'your own texts; drop them' : `your own ${getInputNoun(name)}; drop it`;

const formatInputFileName = ({ name }: NamedFile): string => cleanTextLine(name, MAX_FILE_NAME_LENGTH);

/** Readings of a configuration and of a memory. */
const CONFIG: Reads = {
  forms: ['json'],
  words: 'a configuration, such as {"agent": {"paging_limit": {"max_tokens": 64}}}',
};
const MEMORY: Reads = { forms: ['json'], words: 'a memory, such as {"working_memory": {"alice": "25"}}' };

function loadAgentConfig(files: readonly NamedFile[] | null) {
  if (files === null) return { config: DEFAULT_CONFIG, parameters: {}, notes: [], info: null };
  const [file, second] = files;
  if (second !== undefined) throw new InputError(`${files.length} files as config; one is read`);
  const name = formatInputFileName(file);
  const json = parseJsonFile(
    name,
    decodeTextFile(name, file.bytes, CONFIG),
    'an object like that of config.json',
  );
  const read = readAgentConfig(name, json);
  // The digest covers only what is read, because only that affects a run.
  const { config, parameters } = read;
  const sha256 = canonicalizeJson(sortObjectKeys({ config, parameters }));
  return { ...read, info: { name, count: 1, sha256 } satisfies InputInfo };
}

/**
 * @throws InputError if both limits are on and the hard one is below the paging one; it names the file that sets one of
 * them, if any.
 */
function checkMemoryLimits(setup: Setup, config: ReturnType<typeof loadAgentConfig>): void {
  const { paging, paging_limit, hard, hard_limit } = resolveMemoryLimits(setup, config.parameters);
  if (!paging || !hard || hard_limit >= paging_limit) return;
  const isOfFile = ['paging_limit', 'hard_limit'].some(
    name => name in config.parameters && !(name in setup.parameters),
  );
  const where = isOfFile ? `${config.info?.name}: ` : '';
  throw new InputError(
    `${where}hard_limit ${hard_limit} is below paging_limit ${paging_limit}; it must be at least as high`,
  );
}

/** The limits of a run: set by hand, else by the file, else by the preset. */
function resolveMemoryLimits({ parameters, preset }: Setup, given: ParameterValues) {
  const value = (name: string): ParameterValue =>
    parameters[name] ?? given[name] ?? LIBRARIAN_PARAMETERS.find(p => p.name === name)!.defaults[preset];
  return {
    paging: value('paging') === true,
    paging_limit: Number(value('paging_limit')),
    hard: value('hard') === true,
    hard_limit: Number(value('hard_limit')),
  };
}

/** @param bundled folder of the bundled texts */
async function loadLibrarianTexts(
  files: readonly NamedFile[] | null,
  sources: ModelSources,
  bundled: string,
) {
  const given: readonly NamedFile[] =
    files ??
    (await Promise.all(
      BUILT_IN.map(async name => ({
        name: `${name}.md`,
        bytes: await sources.bundled(`${bundled}/${name}.md`),
      })),
    ));
  for (const file of given)
    if (!/\.(md|markdown|txt)$/i.test(file.name))
      throw new InputError(`${formatInputFileName(file)} is not a .md or .txt file; texts come from those`);
  const ordered = files === null ? given : [...given].sort((a, b) => compareCodeUnits(a.name, b.name));
  const tasks = ordered.map(({ name, bytes }) => readTaskSource(name, bytes));
  const name =
    files === null ? BUILT_IN_TASKS : ordered.length === 1 ? formatInputFileName(ordered[0]) : 'files';
  // A question's kind changes nothing in a run.
  const canonical = tasks.map(({ items, passages, questions, title }) => ({
    items,
    passages,
    questions: questions.map(({ kind: _kind, ...question }) => question),
    title,
  }));
  return {
    tasks,
    info: { name, count: tasks.length, sha256: canonicalizeJson(canonical) } satisfies InputInfo,
  };
}

/** `agent_007.json` is for agent 7; any other name is for all agents without a file of their own. */
const AGENT_FILE = /(?:^|\/)agent_0*(\d{1,6})(?!\d)[^/]*\.json$/i;

/** A damaged file is replaced by its previous version, if that was saved; `notes` says so. @throws InputError */
function readMemoryFile(file: NamedFile, prefix: string, notes: string[]): MemoryJson {
  const name = formatInputFileName(file);
  const from = (bytes: Uint8Array): MemoryJson => {
    const expected = 'a memory: {"working_memory", "storage", "state"}';
    return parseMemory(name, parseJsonFile(name, decodeTextFile(name, bytes, MEMORY), expected), prefix);
  };
  try {
    return from(file.bytes);
  } catch (error) {
    if (!(error instanceof InputError) || file.previous === undefined) throw error;
    const memory = from(file.previous);
    notes.push(`${error.message}; ${name}.previous was read instead`);
    return memory;
  }
}

function readMemoryFiles(files: readonly NamedFile[] | null, prefix: string, agents: number) {
  if (files === null) return { of: () => null, info: null, notes: [] };
  const byAgent = new Map<number, MemoryJson>();
  let shared: MemoryJson | null = null;
  const notes: string[] = [];
  const read = [...files]
    .sort((a, b) => compareCodeUnits(a.name, b.name))
    .map(file => ({ file, name: formatInputFileName(file), memory: readMemoryFile(file, prefix, notes) }));
  for (const { file, name, memory } of read) {
    const number = AGENT_FILE.exec(file.name)?.[1];
    if (number === undefined && shared !== null)
      throw new InputError(`${name}: another file is the memory of all agents; call it agent_001.json, …`);
    if (number === undefined) shared = memory;
    else if (Number(number) < 1 || Number(number) > agents)
      throw new InputError(`${name} is for agent ${number}, and there are ${agents}`);
    else if (byAgent.has(Number(number) - 1))
      throw new InputError(`${name}: another file is the memory of agent ${Number(number)}`);
    else byAgent.set(Number(number) - 1, memory);
    if (memory.unknownState !== null)
      notes.push(`${name}: there is no state "${memory.unknownState}"; reset to thinking`);
  }
  const canonical = read.map(({ file, memory }) => ({
    agent: AGENT_FILE.exec(file.name)?.[1] ?? null,
    memory,
  }));
  const info: InputInfo = {
    name: read.length === 1 ? read[0].name : 'files',
    count: read.length,
    sha256: canonicalizeJson(canonical),
  };
  return { of: (agent: number) => byAgent.get(agent) ?? shared, info, notes };
}

/** Names of the bundled texts: `public/tasks/<name>.md`; those of the first edition are in `first/`. */
export const BUILT_IN: readonly string[] = [
  'attic-letter',
  'harbour-log',
  'glass-expedition',
  'hill-village',
  'night-train',
  'museum-inventory',
];
