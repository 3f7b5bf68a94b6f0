import type { Node } from 'yaml';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import { readYamlCondition } from './expressions.ts';
import {
  type FieldReader,
  formatYamlWord,
  getNodeRange,
  type MapFields,
  type TextWithNode,
} from './fields.ts';
import { readStateList, type States } from './readStateList.ts';
import type { Workflow, WorkflowEdge } from './workflow.ts';

/** Fields of an edge that say what it means, for people. */
const EDGE_WORDS = ['label', 'description'] as const;
const MOST_EDGES = 1_000;
/** Maximum number of transitions of the chart; a wildcard counts once per reachable state. */
const MOST_TRANSITIONS = 5_000;

/** A state machine as read from the text. */
export interface Machine {
  readonly chart: Pick<Workflow, 'states' | 'nesting' | 'descriptions' | 'initial' | 'edges'>;
  readonly numbers: ReadonlyMap<string, number>;
  /** True without mistakes, so that dependent parts can be checked. */
  readonly isWhole: boolean;
}

/** Reads `state_machine`; null if its states are unknown. */
export function readStateMachine(reader: FieldReader, workflow: MapFields): Machine | null {
  if (workflow.lacks('state_machine'))
    reader.problems.error(
      workflow.offset,
      0,
      '“state_machine” is missing: it says which states there are, and where agents begin',
    );
  if (!workflow.has('state_machine')) return null;
  const fields = reader.fields(workflow.get('state_machine'), '“state_machine”', [
    'states',
    'descriptions',
    'initial_state',
    'transitions',
  ]);
  if (fields === null) return null;
  const found = readStateList(reader, fields);
  if (found === null) return null;
  const { numbers, nesting } = found;
  const states = [...numbers.keys()];
  const descriptions = readDescriptions(reader, fields, numbers);
  const initial = readInitialState(reader, fields, numbers);
  const edges = readEdgeList(reader, fields, found);
  return {
    chart: { states, nesting, descriptions, initial: nesting.beginning(initial ?? 0), edges },
    numbers,
    isWhole: initial !== null && !reader.problems.hasErrors,
  };
}

/** Meanings of some states, by their names. */
function readDescriptions(
  reader: FieldReader,
  fields: MapFields,
  numbers: ReadonlyMap<string, number>,
): Workflow['descriptions'] {
  if (!fields.has('descriptions')) return {};
  const entries = reader.entries(fields.get('descriptions'), '“descriptions”') ?? [];
  const descriptions: Record<string, string> = {};
  for (const { key, value } of entries) {
    const text = reader.name(value, `the description of “${formatYamlWord(key.text)}”`);
    if (findStateNumber(reader, key, numbers) !== null && text !== null) descriptions[key.text] = text.text;
  }
  return descriptions;
}

function readInitialState(
  reader: FieldReader,
  fields: MapFields,
  numbers: ReadonlyMap<string, number>,
): number | null {
  if (fields.lacks('initial_state')) reader.problems.error(fields.offset, 0, '“initial_state” is missing');
  if (!fields.has('initial_state')) return null;
  return readStateNumber(reader, fields.get('initial_state'), '“initial_state”', numbers);
}

/** The number of a named state; null, after reporting it, if there is no such state. */
export function readStateNumber(
  reader: FieldReader,
  node: Node | null,
  what: string,
  numbers: ReadonlyMap<string, number>,
): number | null {
  const name = reader.name(node, what);
  return name && findStateNumber(reader, name, numbers);
}

function findStateNumber(
  reader: FieldReader,
  { text, node }: TextWithNode,
  numbers: ReadonlyMap<string, number>,
): number | null {
  const number = numbers.get(text);
  if (number !== undefined) {
    reader.mentions.add(text, node);
    return number;
  }
  reader.mentions.strangers.push({ text, node });
  reader.error(node, `no state is called “${formatYamlWord(text)}”`, findNearestWord(text, numbers.keys()));
  return null;
}

function readEdgeList(
  reader: FieldReader,
  fields: MapFields,
  { numbers, nesting }: States,
): readonly WorkflowEdge[] {
  if (!fields.has('transitions')) return [];
  const list = reader.list(fields.get('transitions'), '“transitions”') ?? [];
  if (list.length > MOST_EDGES) {
    reader.error(fields.get('transitions'), `${list.length} transitions; at most ${MOST_EDGES}`);
    return [];
  }
  const edges = list.flatMap(item => readEdgeEntry(reader, item, numbers) ?? []);
  const transitions = edges.reduce((sum, { from }) => sum + (from === null ? nesting.leaves.length : 1), 0);
  if (transitions > MOST_TRANSITIONS)
    reader.error(
      fields.get('transitions'),
      `with a wildcard counted for each state there are ${transitions} transitions; at most ${MOST_TRANSITIONS}`,
    );
  return edges;
}

function readEdgeEntry(
  reader: FieldReader,
  node: Node | null,
  numbers: ReadonlyMap<string, number>,
): WorkflowEdge | null {
  const fields = reader.fields(node, 'a transition', ['from', 'to', 'condition', ...EDGE_WORDS]);
  if (fields === null) return null;
  for (const name of ['from', 'to'])
    if (fields.lacks(name)) reader.problems.error(fields.offset, 0, `a transition needs “${name}”`);
  const from = fields.has('from') ? readEdgeSource(reader, fields.get('from'), numbers) : null;
  const to = fields.has('to') ? readStateNumber(reader, fields.get('to'), '“to”', numbers) : null;
  const condition = fields.has('condition')
    ? readYamlCondition(reader, fields.get('condition'), '“condition”')
    : null;
  const words = readEdgeWords(reader, fields);
  if (to === null || from === null) return null;
  if (fields.has('condition') && condition === null) return null;
  return {
    ...reader.problems.at(getNodeRange(node)[0]),
    from: from === '*' ? null : from,
    to,
    condition: condition === 'always' ? null : condition,
    words,
  };
}

function readEdgeWords(reader: FieldReader, fields: MapFields): WorkflowEdge['words'] {
  const told = EDGE_WORDS.flatMap(field => {
    const found = fields.has(field) ? reader.name(fields.get(field), `“${field}”`) : null;
    return found === null ? [] : [[field, found.text] as const];
  });
  return Object.fromEntries(told);
}

function readEdgeSource(reader: FieldReader, node: Node | null, numbers: ReadonlyMap<string, number>) {
  const name = reader.name(node, '“from”');
  if (name === null) return null;
  return name.text === '*' ? '*' : readStateNumber(reader, node, '“from”', numbers);
}
