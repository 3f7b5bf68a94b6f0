import { CODING } from './codingMapping.ts';
import type { MappedField, Mapping } from './mapping.ts';

type Pair = readonly [match: string, state: string];

const createStateRules = (on: MappedField, pairs: readonly Pair[]) =>
  pairs.map(([match, state]) => ({ on, match, state }));

/** Customer service by tools, as in tau-bench. */
const TAU: Mapping = {
  name: 'tau',
  otherwise: 'tool',
  rules: createStateRules('tool', [
    ['^say$', 'TALK'],
    ['^(think|calculate)$', 'THINK'],
    ['transfer', 'HANDOFF'],
    ['^(find_user|get_user_details|get_customer)', 'IDENTIFY'],
    ['^(get_|find_|search_|list_|check_|view_|query_|lookup_|kb_|grep|read_)', 'LOOKUP'],
    ['', 'ACT'],
  ]),
};

/** An agent that mends code with tools for finding, viewing and replacing. */
const MOATLESS: Mapping = {
  name: 'moatless',
  otherwise: 'tool',
  rules: createStateRules('tool args', [
    ['^(Find|SemanticSearch)', 'SEARCH'],
    ['^ViewCode|"command":"view"', 'READ'],
    ['^(StringReplace|CreateFile|AppendString|InsertLines?|EditActionArguments)', 'EDIT'],
    ['^RunTests', 'TEST'],
    ['^(Finish|Reject)', 'FINISH'],
    ['', 'OTHER'],
  ]),
};

/** A database asked in SQL; the tool is the statement's first word. */
const SQL: Mapping = {
  name: 'sql',
  otherwise: 'tool',
  rules: createStateRules('tool', [
    ['^(select|with)$', 'QUERY'],
    ['^(show|desc|describe)$', 'SCHEMA'],
    ['^submit$', 'FINISH'],
    ['', 'OTHER'],
  ]),
};

/** A shell; the arguments are the command. */
const SHELL: Mapping = {
  name: 'shell',
  strip: '^(?:cd\\s+\\S+\\s*(?:&&|;)\\s*)+(?=\\S)',
  otherwise: 'tool',
  rules: createStateRules('args', [
    ['COMPLETE_TASK_AND_SUBMIT|^submit\\b', 'FINISH'],
    ['^sed\\s+-n', 'READ'],
    ['^cat\\b[^\\n]*(<<|>)', 'EDIT'],
    ['^(find|grep|rg|ls|tree|cd|pwd|find_file|search_dir|search_file)\\b', 'SEARCH'],
    ['^(cat|head|tail|nl|wc|awk|open|goto|scroll_down|scroll_up)\\b', 'READ'],
    ['^(sed|echo|rm|mv|cp|patch|mkdir|tee|touch|edit|create)\\b', 'EDIT'],
    ['^git\\b', 'VCS'],
    ['^(python3?|pytest|pip|make|tox|bash|sh|timeout)\\b', 'RUN'],
    ['^\\S*(python|test)', 'RUN'],
    ['', 'OTHER'],
  ]),
};

/** The phases of an agent that looks for something, thinks, decides and finishes. */
const PHASES_MAPPING: Mapping = {
  name: 'phases',
  otherwise: 'tool',
  rules: createStateRules('tool', [
    ['(?:^|[_.])(?:finish|submit|complete|final_answer|done|exit|stop)|^Finished$|^Rejected$', 'finishing'],
    ['^(?:think|reason|analy[sz]e|calculate|reflect|plan|summari[sz]e)', 'analyzing'],
    ['^say$', 'deciding'],
    ['', 'searching'],
  ]),
};

/** The source's own state; the tool's name without one. */
export const AS_THE_SOURCE_SAYS: Mapping = { name: 'source', rules: [], otherwise: 'source' };
/** Each tool a state. */
export const EACH_TOOL: Mapping = { name: 'tool', rules: [], otherwise: 'tool' };
/** Each agent or role a state. */
const EACH_AGENT: Mapping = { name: 'agent', rules: [], otherwise: 'agent' };

/** Mappings by name. */
export const MAPPINGS: Readonly<Record<string, Mapping>> = Object.fromEntries(
  [AS_THE_SOURCE_SAYS, EACH_TOOL, EACH_AGENT, PHASES_MAPPING, CODING, TAU, SHELL, SQL, MOATLESS].map(one => [
    one.name,
    one,
  ]),
);

/** Name of a mapping that was taken by its name; null for rules that were given in full. */
export const getMappingPreset = (mapping: Mapping): string | null =>
  MAPPINGS[mapping.name] === mapping ? mapping.name : null;
