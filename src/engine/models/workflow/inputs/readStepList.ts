import { isMap, isScalar, type Node, type Scalar } from 'yaml';
import { parseCodeStep } from '../../../python/parse.ts';
import type { Place } from '../../../python/sourcePlace.ts';
import { type FailurePolicy, POLICIES, STEP_TYPES, type StepType } from '../workflowTerms.ts';
import {
  type FieldReader,
  formatYamlWord,
  getNodeRange,
  type MapFields,
  type TextWithNode,
} from './fields.ts';
import type { Problems } from './problems.ts';
import { parsePromptTemplate, type Template } from './promptTemplate.ts';
import { type Machine, readStateNumber, readYamlCode, readYamlCondition } from './readStateMachine.ts';
import type { Condition, TransitionStep, WorkflowStep } from './workflow.ts';

const MAX_STEPS = 500;
const NO_STEPS = 'there are no steps: agents only follow the edges whose conditions hold';
const MAX_RETRIES = 1_000;
/** Default policy of a step, if neither it nor the workflow names one. */
const DEFAULT_STEP_POLICY = { onFailure: 'retry', maxRetries: 3 } as const;

const STEP_FIELDS: Readonly<Record<StepType, readonly string[]>> = {
  llm: ['prompt', 'transition_to'],
  code: ['code', 'transition_to'],
  transition: ['prompt', 'transition_map'],
};
const COMMON = ['name', 'type', 'in_state', 'run_if', 'on_failure', 'max_retries'];
const ALL = [...COMMON, 'prompt', 'code', 'transition_to', 'transition_map'];

/** The failure policy of steps that name none. */
interface Defaults {
  readonly onFailure: FailurePolicy;
  readonly maxRetries: number;
}

/** A step with the places of its parts, for later checks. */
export interface ReadStep {
  readonly step: WorkflowStep;
  /** States that it asks for with their places, in the order of `listTargetNames`. */
  readonly targets: readonly (readonly [to: number, node: Node | null])[];
  /** Keys of its map with their places; empty for a step without one. */
  readonly keys: readonly TextWithNode[];
  /** True without mistakes, so that its consequences are known. */
  readonly isWhole: boolean;
}

/** Reads the workflow's defaults: retry, three times, if it has none. */
export function readFailureDefaults(reader: FieldReader, workflow: MapFields): Defaults {
  return readFailurePolicies(
    reader,
    workflow,
    ['default_on_failure', 'default_max_retries'],
    DEFAULT_STEP_POLICY,
  );
}

function readFailurePolicies(
  reader: FieldReader,
  fields: MapFields,
  [policy, most]: readonly [string, string],
  otherwise: Defaults,
): Defaults {
  const onFailure = fields.has(policy) ? reader.oneOf(fields.get(policy), `“${policy}”`, POLICIES) : null;
  const maxRetries = fields.has(most) ? reader.whole(fields.get(most), `“${most}”`, 0, MAX_RETRIES) : null;
  return {
    onFailure: onFailure ?? otherwise.onFailure,
    maxRetries: maxRetries ?? otherwise.maxRetries,
  };
}

/** The steps of a workflow, as far as they could be read. */
export interface ReadSteps {
  /** Steps that could be read; mistakes in the others have been reported. */
  readonly steps: readonly ReadStep[];
  /** Names of all steps, readable or not. */
  readonly names: ReadonlySet<string>;
  /** True if all code was read, so that the set variables are known. */
  readonly hasAllCode: boolean;
}

/** Reads `steps`; every mistake is reported to the reader. A null machine leaves states unchecked. */
export function readStepList(
  reader: FieldReader,
  workflow: MapFields,
  machine: Machine | null,
  defaults: Defaults,
): ReadSteps {
  const names = new Set<string>();
  if (!workflow.has('steps')) {
    const isAbsent = workflow.lacks('steps');
    if (isAbsent) reader.problems.warn(reader.problems.at(workflow.offset), 0, NO_STEPS);
    return { steps: [], names, hasAllCode: isAbsent };
  }
  const list = reader.list(workflow.get('steps'), '“steps”') ?? [];
  if (list.length === 0) reader.problems.warn(reader.problems.at(workflow.offset), 0, NO_STEPS);
  if (list.length > MAX_STEPS) {
    reader.error(workflow.get('steps'), `${list.length} steps; at most ${MAX_STEPS}`);
    return { steps: [], names, hasAllCode: false };
  }
  const read = list.map(item => readStepEntry(reader, item, machine, defaults, names));
  const steps = read.flatMap(step => (step === 'asks' || step === 'unknown' ? [] : step));
  warnOfLateCode(
    reader.problems,
    steps.map(({ step }) => step),
  );
  return {
    steps,
    names,
    hasAllCode: !read.includes('unknown'),
  };
}

/** A step; if it cannot be read, true if it is known to ask and to set nothing. */
function readStepEntry(
  reader: FieldReader,
  node: Node | null,
  machine: Machine | null,
  defaults: Defaults,
  names: Set<string>,
): ReadStep | 'asks' | 'unknown' {
  const before = reader.problems.errors;
  const fields = reader.fields(node, 'a step', ALL);
  if (fields === null) return 'unknown';
  const type = readStepType(reader, fields);
  const name = readStepName(reader, fields, names);
  if (type !== null) checkStepFields(reader, fields, type);
  const states = fields.has('in_state') ? readStepStates(reader, fields.get('in_state'), machine) : null;
  const runIf = fields.has('run_if') ? readYamlCondition(reader, fields.get('run_if'), '“run_if”') : 'always';
  const policies = readFailurePolicies(reader, fields, ['on_failure', 'max_retries'], defaults);
  const base: Base = {
    ...reader.problems.at(getNodeRange(node)[0]),
    name: name ?? '',
    inState: states,
    runIf: runIf === 'always' ? null : runIf,
    ...policies,
  };
  if (type === null) return 'unknown';
  const body = readStepBody(reader, fields, type, base, machine);
  if (body === null) return type === 'code' ? 'unknown' : 'asks';
  return { ...body, isWhole: reader.problems.errors === before };
}

type Base = Place & Defaults & Pick<WorkflowStep, 'name' | 'inState'> & { readonly runIf: Condition | null };

function readStepBody(
  reader: FieldReader,
  fields: MapFields,
  type: StepType,
  base: Base,
  machine: Machine | null,
): Omit<ReadStep, 'isWhole'> | null {
  if (type === 'transition') {
    const prompt = readStepPrompt(reader, fields, type);
    const map = fields.has('transition_map')
      ? readTransitionMap(reader, fields.get('transition_map'), machine)
      : null;
    if (prompt === null || map === null) return null;
    return {
      step: { ...base, type, prompt, map: map.map(({ key, to }) => ({ key, to })) },
      targets: map.map(({ to, node }) => [to, node] as const),
      keys: map.map(({ key, keyNode }) => ({ text: key, node: keyNode })),
    };
  }
  const node = fields.get('transition_to');
  const to =
    fields.has('transition_to') && machine !== null
      ? readStateNumber(reader, node, '“transition_to”', machine.numbers)
      : null;
  const targets = to === null ? [] : [[to, node] as const];
  if (type === 'llm') {
    const prompt = readStepPrompt(reader, fields, type);
    return prompt && { step: { ...base, type, prompt, transitionTo: to }, targets, keys: [] };
  }
  const program = fields.has('code') ? readYamlCode(reader, fields.get('code'), parseCodeStep) : null;
  const body = fields.get('code');
  const codeAt = isScalar(body) ? reader.problems.anchorOf(body) : { ...base, isExact: false };
  return program && { step: { ...base, type, program, codeAt, transitionTo: to }, targets, keys: [] };
}

function readStepType(reader: FieldReader, fields: MapFields): StepType | null {
  if (fields.has('type')) return reader.oneOf(fields.get('type'), "a step's “type”", STEP_TYPES);
  if (fields.lacks('type'))
    reader.problems.error(fields.offset, 0, 'a step needs “type”: llm, code or transition');
  return null;
}

function readStepName(reader: FieldReader, fields: MapFields, names: Set<string>): string | null {
  if (fields.lacks('name')) reader.problems.error(fields.offset, 0, 'a step needs “name”');
  if (!fields.has('name')) return null;
  const name = reader.name(fields.get('name'), "a step's “name”");
  if (name === null) return null;
  if (names.has(name.text)) reader.error(name.node, `two steps are called “${formatYamlWord(name.text)}”`);
  names.add(name.text);
  return name.text;
}

/** Checks the fields that a type needs, and those it has no use for. */
function checkStepFields(reader: FieldReader, fields: MapFields, type: StepType): void {
  const own = STEP_FIELDS[type];
  const needed = type === 'transition' ? own : own.slice(0, 1);
  const article = type === 'llm' ? 'an' : 'a';
  for (const name of needed)
    if (fields.lacks(name))
      reader.problems.error(fields.offset, 0, `${article} ${type} step needs “${name}”`);
  for (const name of ALL)
    if (fields.has(name) && !COMMON.includes(name) && !own.includes(name))
      reader.error(fields.get(name), `${article} ${type} step has no “${name}”`);
}

function readStepPrompt(reader: FieldReader, fields: MapFields, type: StepType): Template | null {
  if (!fields.has('prompt')) return null;
  const prompt = reader.text(fields.get('prompt'), '“prompt”');
  if (prompt === null) return null;
  if (prompt.text.trim() === '') reader.error(prompt.node, `the prompt of this ${type} step is empty`);
  return parsePromptTemplate(prompt.text, reader.problems.anchorOf(prompt.node));
}

/** One state or several: the leaves in them. */
function readStepStates(
  reader: FieldReader,
  node: Node | null,
  machine: Machine | null,
): readonly number[] | null {
  if (machine === null) return null;
  const several = node !== null && 'items' in node;
  const items = several ? (reader.list(node, '“in_state”') ?? []) : [node];
  if (several && items.length === 0)
    reader.error(node, '“in_state” names no state: the step would never run');
  const { nesting } = machine.chart;
  const states = items.flatMap(item => {
    const state = readStateNumber(reader, item, '“in_state”', machine.numbers);
    return state === null ? [] : nesting.within(state);
  });
  return [...new Set(states)].sort((a, b) => a - b);
}

function readTransitionMap(reader: FieldReader, node: Node | null, machine: Machine | null) {
  const entries = reader.entries(node, '“transition_map”');
  if (entries === null) return null;
  if (isMap(node) && node.items.length === 0) reader.error(node, 'the transition map is empty');
  const keys = new Set<string>();
  const map: (TransitionStep['map'][number] & { readonly node: Node | null; readonly keyNode: Scalar })[] =
    [];
  for (const { key, value } of entries) {
    const folded = key.text.toLowerCase();
    if (keys.has(folded))
      reader.error(key.node, `key “${formatYamlWord(key.text)}” is already there, in upper or lower case`);
    keys.add(folded);
    const to = machine && readStateNumber(reader, value, `“${formatYamlWord(key.text)}”`, machine.numbers);
    if (to !== null) map.push({ key: key.text, to, node: value, keyNode: key.node });
  }
  return map;
}

/** Warns of code that is written after a step that asks in the same state: it runs before the question. */
function warnOfLateCode(problems: Problems, steps: readonly WorkflowStep[]): void {
  for (const [at, step] of steps.entries()) {
    if (step.type !== 'code') continue;
    const asking = steps.slice(0, at).find(other => other.type !== 'code' && canShareState(step, other));
    if (asking !== undefined)
      problems.warnAtWord(
        step,
        step.name,
        `the code of “${step.name}” runs before “${asking.name}” asks: all code of a state comes first`,
      );
  }
}

/** True if both may run in one state. */
const canShareState = ({ inState }: WorkflowStep, other: WorkflowStep): boolean =>
  inState === null || other.inState === null || inState.some(state => other.inState?.includes(state));
