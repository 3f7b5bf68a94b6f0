import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import * as z from '../core/zod.ts';
import { validateShape } from '../statechart/formats/shape.ts';
import { CODING } from './codingMapping.ts';
import { MAPPED_FIELDS, type MappedField, type Mapping, OTHERWISE } from './createStateMapper.ts';
import { explainSlowExpression } from './explainSlowExpression.ts';

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

const MAPPING = z.strictObject({
  name: z.string(),
  rules: z.array(
    z.strictObject({ on: z.enum(MAPPED_FIELDS), match: z.string(), state: z.union([z.string(), z.null()]) }),
  ),
  strip: z.optional(z.string()),
  otherwise: z.enum(OTHERWISE),
});

/** Name of a mapping that was taken by its name; null for rules that were given in full. */
export const getMappingPreset = (mapping: Mapping): string | null =>
  MAPPINGS[mapping.name] === mapping ? mapping.name : null;

/** A mapping out of JSON, by its name (`{"preset": "tau"}`) or in full. @throws InputError for an unknown name or a mistake */
export function readMappingOrPreset(json: unknown): Mapping {
  const preset = typeof json === 'object' && json !== null && 'preset' in json ? json.preset : undefined;
  if (preset === undefined) return readStateMapping(json);
  if (typeof preset === 'string' && Object.hasOwn(MAPPINGS, preset)) return MAPPINGS[preset];
  throw new InputError(
    `preset ${formatQuotedText(JSON.stringify(preset))} is unknown; there are ${Object.keys(MAPPINGS).join(', ')}`,
  );
}

/** UTF-16 units of an expression. */
const MAX_EXPRESSION_LENGTH = 1_000;

/** Patterns of the known mappings are safe. */
const KNOWN_PATTERNS = new Set(Object.values(MAPPINGS).flatMap(({ strip }) => strip ?? []));

/** A mapping out of JSON. @throws InputError that names the rule and the place of the first mistake */
export function readStateMapping(json: unknown): Mapping {
  const mistakes: string[] = [];
  const mapping = validateShape(MAPPING, json, 'mapping', mistakes);
  if (mapping === undefined) throw new InputError(mistakes[0]);
  const name = `mapping “${formatQuotedText(mapping.name)}”`;
  if (mapping.strip !== undefined) checkRegularExpression(mapping.strip, `${name}, strip`);
  for (const [i, { match, state }] of mapping.rules.entries()) {
    checkRegularExpression(match, `${name}, rule ${i + 1}, match`);
    if (state?.trim() === '')
      throw new InputError(
        `${name}, rule ${i + 1} (“${formatQuotedText(match)}”): its state is empty; null ignores the step`,
      );
  }
  const { strip, ...others } = mapping;
  return { ...others, ...(strip !== undefined && { strip }) };
}

/** Checks a regular expression. @throws InputError naming the place, if it cannot be read or may take for ever */
export function checkRegularExpression(text: string, place: string): void {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new InputError(`${place}: ${text.length} characters, at most ${MAX_EXPRESSION_LENGTH}`);
  try {
    new RegExp(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^.*: /, '') : 'not understood';
    throw new InputError(`${place}: “${formatQuotedText(text)}” is not a regular expression: ${why}`, {
      cause,
    });
  }
  const slow = KNOWN_PATTERNS.has(text) ? null : explainSlowExpression(text);
  if (slow !== null)
    throw new InputError(`${place}: “${formatQuotedText(text)}” ${slow}, which may take for ever`);
}
