import { type CST, type Document, isScalar, Parser, parseDocument, type Scalar, type YAMLError } from 'yaml';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import type { TextProblem } from '../../../core/textProblem.ts';
import type { WorkflowCheck } from '../reports/workflowDetail.ts';
import { compareAskedAnswers, hasAnswer } from './askedAnswers.ts';
import { checkVariableNames } from './checkVariableNames.ts';
import { checkWorkflowMoves } from './checkWorkflowMoves.ts';
import { FieldReader, formatYamlWord, getScalarRange } from './fields.ts';
import { findLayoutFault } from './findLayoutFault.ts';
import type { Mentions } from './mentions.ts';
import { MAX_PROBLEMS, Problems } from './problems.ts';
import { checkArtifactQuestions, readArtifactList } from './readArtifactList.ts';
import { type Machine, readStateMachine } from './readStateMachine.ts';
import { type ReadStep, readFailureDefaults, readStepList } from './readStepList.ts';
import { readTraitList } from './readTraitList.ts';
import type { Trait, Workflow, WorkflowStep } from './workflow.ts';

/** Places of a misspelled name that make its declaration the likelier mistake. */
const SEVERAL = 2;
/** Lines that a message lists. */
const MAX_LISTED_LINES = 5;

/**
 * An unused state, with a similar name in use at several places: the error is reported once, at the declaration, in
 * place of those at the uses.
 * @returns the intended names
 */
function checkDeclaredStates({ problems, mentions }: FieldReader): readonly string[] {
  const uses = new Map<string, Scalar[]>();
  for (const { text, node } of mentions.strangers) uses.set(text, [...(uses.get(text) ?? []), node]);
  const unused = new Map([...mentions.declared].filter(([state]) => !mentions.used.has(state)));
  const byUse = [...uses].sort(([, a], [, b]) => b.length - a.length);
  return byUse.flatMap(([name, nodes]) => {
    const state = findNearestWord(name, mentions.declared.keys());
    const declaration = state !== null && unused.get(state);
    if (nodes.length < SEVERAL || !declaration) return [];
    unused.delete(state);
    const offsets = nodes.map(node => getScalarRange(node)[0]);
    for (const offset of offsets) problems.takeBack(offset);
    const lines = [...new Set(offsets.map(offset => problems.at(offset).line))].sort((a, b) => a - b);
    const [from, to] = getScalarRange(declaration);
    const message = `no edge and no step uses “${formatYamlWord(state)}”; “${formatYamlWord(name)}” is used ${formatLineNumbers(lines)}`;
    problems.error(from, to - from, message, name);
    return [name];
  });
}

function formatLineNumbers(lines: readonly number[]): string {
  if (lines.length === 1) return `in line ${lines[0]}`;
  const more = lines.length - MAX_LISTED_LINES;
  const last = more > 0 ? `${more} more` : lines[lines.length - 1];
  return `in lines ${lines.slice(0, more > 0 ? MAX_LISTED_LINES : -1).join(', ')} and ${last}`;
}

/** UTF-16 units of a workflow's text. */
const MAX_WORKFLOW_LENGTH = 100_000;
/** Nested brackets and indents; a parser's own limit would depend on the stack that it runs on. */
const MAX_YAML_DEPTH = 64;

interface ReadWorkflow {
  /** The workflow; null if the text has errors. */
  readonly workflow: Workflow | null;
  readonly problems: readonly TextProblem[];
  /** The places that name states; null if some could not be read. */
  readonly mentions: Mentions | null;
}

/** Reads an agent's YAML. All problems are reported at once. */
export function readWorkflow(text: string): ReadWorkflow {
  const problems = new Problems(text);
  const parsed = text.length > MAX_WORKFLOW_LENGTH ? null : parseYamlDocument(text, problems);
  if (text.length > MAX_WORKFLOW_LENGTH)
    problems.error(0, 0, `the text has ${text.length} characters; at most ${MAX_WORKFLOW_LENGTH} are read`);
  // Text that is not YAML would be read as something it was not meant to be.
  if (parsed === null || problems.hasErrors)
    return { workflow: null, problems: problems.all, mentions: null };
  const reader = new FieldReader(problems, parsed);
  const read = readYamlRoot(reader, parsed);
  return {
    workflow: problems.hasErrors ? null : (read?.workflow ?? null),
    problems: problems.all,
    mentions: read?.isLegible ? reader.mentions : null,
  };
}

function parseYamlDocument(text: string, problems: Problems): Document | null {
  const deep = findTooDeepOffset(text);
  if (deep >= 0) {
    checkLineCount(text, problems);
    problems.error(deep, 1, `brackets or indents are more than ${MAX_YAML_DEPTH} deep`);
    return null;
  }
  const parsed = parseDocument(text, {
    lineCounter: problems.lines,
    // Duplicates are found while fields are read, in linear time.
    uniqueKeys: false,
    prettyErrors: false,
    stringKeys: false,
    // At a lower level a second document would go unnoticed.
    logLevel: 'error',
  });
  reportYamlFaults(problems, [...parsed.errors, ...parsed.warnings].slice(0, MAX_PROBLEMS));
  return parsed;
}

/** Faults that say nothing of the lines after them. */
const LOCAL_YAML_FAULTS: ReadonlySet<string> = new Set([
  'TAB_AS_INDENT',
  'TAG_RESOLVE_FAILED',
  'BAD_ALIAS',
  'MULTIPLE_DOCS',
]);

/** Reports YAML errors: of spreading ones, the first alone, at its cause rather than at the parser's position. */
function reportYamlFaults(problems: Problems, faults: readonly YAMLError[]): void {
  const inOrder = [...faults].sort((a, b) => a.pos[0] - b.pos[0]);
  const spreading = inOrder.find(({ code }) => !LOCAL_YAML_FAULTS.has(code));
  const cause = spreading && findLayoutFault(problems.text);
  const end = cause?.offset ?? spreading?.pos[0] ?? problems.text.length;
  const reported = new Set<number>();
  for (const fault of inOrder.filter(({ code, pos }) => LOCAL_YAML_FAULTS.has(code) && pos[0] <= end)) {
    const { line } = problems.at(fault.pos[0]);
    if (!reported.has(line)) problems.error(fault.pos[0], 0, describeYamlError(fault));
    reported.add(line);
  }
  if (cause) problems.error(cause.offset, 0, cause.message);
  else if (spreading && !reported.has(problems.at(end).line))
    problems.error(end, 0, describeYamlError(spreading));
}

interface ReadRoot {
  readonly workflow: Workflow;
  /** True if every place could be read, even if it names no declared state. */
  readonly isLegible: boolean;
}

function readYamlRoot(reader: FieldReader, yaml: Document): ReadRoot | null {
  const { contents } = yaml;
  const root = reader.resolve(contents);
  if (root === null || (isScalar(root) && root.value === null)) {
    reader.problems.error(0, 0, 'the text is empty; a workflow begins with “workflow:”');
    return null;
  }
  const fields = reader.fields(root, 'the text', ['workflow', 'artifacts', 'components'], 'workflow');
  if (fields === null) return null;
  if (fields.lacks('workflow')) reader.problems.error(fields.offset, 0, '“workflow” is missing');
  if (!fields.has('workflow')) return null;
  const inside = reader.fields(fields.get('workflow'), '“workflow”', [
    'state_machine',
    'steps',
    'default_on_failure',
    'default_max_retries',
  ]);
  if (inside === null) return null;
  const machine = readStateMachine(reader, inside);
  const defaults = readFailureDefaults(reader, inside);
  const read = readStepList(reader, inside, machine, defaults);
  const traits = fields.has('components') ? readTraitList(reader, fields.get('components'), read) : [];
  const artifacts = readArtifactList(reader, fields);
  const isLegible = reader.problems.errors === reader.mentions.strangers.length;
  const meant = machine === null ? [] : checkDeclaredStates(reader);
  if (machine !== null) checkWorkflowMoves(reader.problems, machine, read.steps);
  const steps = read.steps.map(({ step }) => step);
  if (machine !== null) checkComparedStates(reader, machine, steps, meant);
  checkAnswerKeys(reader.problems, read.steps, traits);
  // Code that could not be read may set what seems to be unset.
  const parts = { edges: machine?.chart.edges ?? [], steps, traits, artifacts: artifacts.readable };
  if (read.hasAllCode) checkVariableNames(reader.problems, parts);
  checkArtifactQuestions(reader.problems, parts, artifacts.names);
  return (
    machine && { workflow: { ...machine.chart, steps, traits, artifacts: artifacts.readable }, isLegible }
  );
}

/**
 * Warns of words that `state` is compared with and that name no state, or one in which agents never are by itself.
 * @param meant names of which it is known that their declaration is misspelled
 */
function checkComparedStates(
  { problems, mentions }: FieldReader,
  { numbers, chart: { states, nesting } }: Machine,
  steps: readonly WorkflowStep[],
  meant: readonly string[],
): void {
  const strangers = mentions.takeStrangers(numbers).filter(({ state }) => !meant.includes(state));
  // Code may give the name another meaning.
  if (steps.some(step => step.type === 'code' && step.program.sets.includes('state'))) return;
  for (const { state, from } of strangers)
    problems.warn(
      problems.at(from + 1),
      state.length,
      `no state is called “${formatYamlWord(state)}”: “state” is never that`,
      findNearestWord(state, numbers.keys()),
    );
  for (const { state, from, writing } of mentions.all) {
    const number = numbers.get(state)!;
    if (writing !== 'python' || !nesting.compounds.has(number)) continue;
    const leaves = nesting.within(number).map(leaf => `“${formatYamlWord(states[leaf])}”`);
    const text = leaves.length > 3 ? `${leaves.slice(0, 3).join(', ')} …` : leaves.join(', ');
    problems.warn(
      problems.at(from + 1),
      state.length,
      `“state” is never “${formatYamlWord(state)}”, but one of those in it: ${text}`,
    );
  }
}

/** Warns of keys that a transition step's prompts do not ask for, and of answers that they list and the map lacks. */
function checkAnswerKeys(problems: Problems, steps: readonly ReadStep[], traits: readonly Trait[]): void {
  for (const { step, keys } of steps) {
    if (step.type !== 'transition' || keys.length === 0) continue;
    const prompts = [step, ...traits.filter(({ injectInto }) => injectInto.includes(step.name))];
    const { strangers, missing } = compareAskedAnswers(
      prompts.map(({ prompt }) => prompt),
      keys.map(({ text }) => text),
    );
    for (const { key, meant } of strangers) {
      const [from, to] = getScalarRange(keys.find(({ text }) => text === key)!.node);
      const asked = meant === null ? '' : `asks for “${formatYamlWord(meant)}” and `;
      const message = `the prompt of “${formatYamlWord(step.name)}” ${asked}does not mention the key “${formatYamlWord(key)}”`;
      problems.warn(problems.at(from), to - from, message, meant);
    }
    for (const answer of missing)
      problems.warnAtWord(
        prompts.find(({ prompt }) => hasAnswer(prompt, answer))?.prompt.at ?? step,
        answer,
        `the prompt of “${formatYamlWord(step.name)}” asks for “${formatYamlWord(answer)}”, which is not a key of this map: that answer fails the step`,
      );
  }
}

/**
 * Offset of the first value that is nested too deeply; −1 if none is. Tokens are read without recursion, and so is this
 * check; their later use is recursive.
 */
function findTooDeepOffset(text: string): number {
  const open: (readonly [token: unknown, depth: number])[] = [];
  for (const token of new Parser().parse(text)) {
    open.push([token, 0]);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [found, depth] = next;
      if (typeof found !== 'object' || found === null) continue;
      const { offset, items, key, value } = found as Partial<CST.BlockMap & CST.CollectionItem>;
      const within = offset !== undefined && items !== undefined ? depth + 1 : depth;
      if (within > MAX_YAML_DEPTH) return offset ?? 0;
      for (const item of items ?? []) open.push([item, within]);
      open.push([key, depth], [value, depth]);
    }
  }
  return -1;
}

function checkLineCount(text: string, { lines }: Problems): void {
  lines.addNewLine(0);
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines.addNewLine(i + 1);
}

/** A parser's message in the words of someone who writes a workflow. */
function describeYamlError({ code, message }: YAMLError): string {
  switch (code) {
    case 'UNEXPECTED_TOKEN':
      return 'this cannot stand here; text with brackets, braces or quotation marks in it may need quotes';
    case 'BAD_INDENT':
      return 'wrong indent: this begins in another column than its neighbours';
    case 'TAB_AS_INDENT':
      return 'YAML indents with spaces, but this is a tab';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'a field inside the value of another: a wrong indent, or text with “: ” that needs quotes';
    case 'MULTILINE_IMPLICIT_KEY':
      return 'this is not a field: its “:” is missing, or the indent does not match the lines around it';
    case 'MISSING_CHAR':
      return /quote/.test(message) ? 'a quotation mark is not closed before this place' : message;
    case 'MULTIPLE_DOCS':
      return 'a second document begins here; only one is read';
    case 'TAG_RESOLVE_FAILED':
      return 'tags are not used here';
    default:
      return message.replace(/\s+/g, ' ').replace(/\.$/, '');
  }
}

/** Checks a workflow's text. */
export function checkWorkflowText(text: string): WorkflowCheck {
  const { workflow, problems, mentions } = readWorkflow(text);
  return {
    problems,
    states: workflow?.nesting.leaves.length ?? null,
    steps: workflow?.steps.length ?? null,
    mentions: mentions?.all.map(({ state, from, to }) => ({ state, from, to })) ?? [],
  };
}
