import { isCollection, isMap, isScalar, type Node, type Scalar, type YAMLMap } from 'yaml';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import { parseConditionSource } from '../../../python/parse.ts';
import type { Condition as Expression, Parsed, Program } from '../../../python/program.ts';
import {
  type FieldReader,
  formatYamlWord,
  getNodeRange,
  type MapFields,
  type TextWithNode,
} from './fields.ts';
import { type Compound, HISTORIES, Nesting, TOP_LEVEL } from './nesting.ts';
import { resolveNestedPlace } from './promptTemplate.ts';
import type { Condition, Workflow, WorkflowEdge } from './workflow.ts';

/** Fields of an edge that say what it means, for people. */
const EDGE_WORDS = ['label', 'description'] as const;
const MAX_EDGES = 1_000;
/** Maximum number of transitions of the chart; a wildcard counts once per reachable state. */
const MAX_TRANSITIONS = 5_000;

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
  if (list.length > MAX_EDGES) {
    reader.error(fields.get('transitions'), `${list.length} transitions; at most ${MAX_EDGES}`);
    return [];
  }
  const edges = list.flatMap(item => readEdgeEntry(reader, item, numbers) ?? []);
  const transitions = edges.reduce((sum, { from }) => sum + (from === null ? nesting.leaves.length : 1), 0);
  if (transitions > MAX_TRANSITIONS)
    reader.error(
      fields.get('transitions'),
      `with a wildcard counted for each state there are ${transitions} transitions; at most ${MAX_TRANSITIONS}`,
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
  const rows = EDGE_WORDS.flatMap(field => {
    const found = fields.has(field) ? reader.name(fields.get(field), `“${field}”`) : null;
    return found === null ? [] : [[field, found.text] as const];
  });
  return Object.fromEntries(rows);
}

function readEdgeSource(reader: FieldReader, node: Node | null, numbers: ReadonlyMap<string, number>) {
  const name = reader.name(node, '“from”');
  if (name === null) return null;
  return name.text === '*' ? '*' : readStateNumber(reader, node, '“from”', numbers);
}

/** A condition, `always` if the text is `true`; null, after reporting it, if it does not parse. */
export function readYamlCondition(
  reader: FieldReader,
  node: Node | null,
  what: string,
): Condition | 'always' | null {
  if (isScalar(node) && node.value === true) return 'always';
  const found = reader.text(node, what);
  if (found === null) return null;
  const program = acceptParsedSource(reader, found.node, parseConditionSource(found.text, true));
  if (program === null) return null;
  return { ...reader.problems.anchorOf(found.node), text: found.text.trim(), program };
}

/** The program of a code step or an artifact; null, after reporting it, if it does not parse. */
export function readYamlCode(
  reader: FieldReader,
  node: Node | null,
  parse: (source: string) => Parsed<Program>,
): Program | null {
  const found = reader.text(node, '“code”');
  return found && acceptParsedSource(reader, found.node, parse(found.text));
}

/** The word with which a refused part of a source begins. */
const LEADING_WORD = /^[\p{L}\p{N}_]+/u;

function acceptParsedSource<Read extends Program | Expression>(
  reader: FieldReader,
  scalar: Scalar,
  result: Parsed<Read>,
): Read | null {
  if (result.kind === 'parsed') {
    reader.mentions.addPython(result.program, scalar);
    return result.program;
  }
  const at = reader.problems.anchorOf(scalar);
  const lines = String(scalar.value).split('\n');
  for (const { line, column, ...what } of result.problems) {
    const word = LEADING_WORD.exec(lines[line - 1]?.slice(column - 1) ?? '')?.[0] ?? '';
    const place = at.isExact
      ? { ...resolveNestedPlace(at, { line, column }), length: word.length }
      : reader.problems.findWord(at, word);
    reader.problems.put({ severity: 'error', ...place, ...what, meant: null });
  }
  return null;
}

const MAX_WORKFLOW_STATES = 200;
/** Lists of states one in the other. */
const MAX_LIST_LEVELS = 10;
/** Leaves times what histories remember; the engine numbers each that it meets. */
const MAX_SITUATIONS = 10_000;
const STATE_FIELDS = ['name', 'states', 'initial_state', 'history'];
const WHAT = 'a state with states in it';

/** The declared states, at all levels. */
interface States {
  /** Numbers by name, in the order of the text. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly nesting: Nesting;
}

/** Reads `states`; null if they are unknown. */
function readStateList(reader: FieldReader, fields: MapFields): States | null {
  if (fields.lacks('states')) reader.problems.error(fields.offset, 0, '“states” is missing');
  if (!fields.has('states')) return null;
  const node = fields.get('states');
  const list = reader.list(node, '“states”');
  if (list === null) return null;
  if (list.length === 0) reader.error(node, 'there is no state in the list');
  const declared = new Declared(reader);
  if (list.length <= MAX_WORKFLOW_STATES) declared.readList(list, TOP_LEVEL, 1);
  const count = Math.max(list.length, declared.numbers.size);
  if (count > MAX_WORKFLOW_STATES) {
    reader.error(node, `${count} states; at most ${MAX_WORKFLOW_STATES}`);
    return null;
  }
  const nesting = declared.nesting();
  if (nesting.situations > MAX_SITUATIONS)
    reader.error(
      node,
      `the histories remember too much: agents could be in ${nesting.situations} situations; at most ${MAX_SITUATIONS}`,
    );
  return declared.numbers.size === 0 ? null : { numbers: declared.numbers, nesting };
}

/** The states that were read so far. */
class Declared {
  readonly numbers = new Map<string, number>();
  readonly #parents: number[] = [];
  /** States with states in them, with what the text says of them: a state that it names may be declared further down. */
  readonly #open: { readonly number: number; readonly name: string; readonly fields: MapFields }[] = [];

  constructor(private readonly reader: FieldReader) {}

  readList(list: readonly (Node | null)[], parent: number, level: number): void {
    for (const item of list)
      if (isMap(item)) this.#readCompound(item, parent, level);
      else {
        const name = this.reader.name(item, "a state's name");
        if (name !== null) this.#declare(name, parent);
      }
  }

  nesting(): Nesting {
    const ofParents = new Nesting(this.#parents, new Map());
    const isIn = (state: number, around: number) =>
      state !== around && ofParents.around(state).includes(around);
    const compounds = this.#open.flatMap(({ number, name, fields }): [number, Compound][] => {
      const first = this.#parents.indexOf(number);
      const inside = [...this.numbers].filter(([, state]) => isIn(state, number));
      const initial = fields.has('initial_state')
        ? this.#readInitial(fields.get('initial_state'), name, new Map(inside))
        : null;
      const history = fields.has('history')
        ? this.reader.oneOf(fields.get('history'), '“history”', HISTORIES)
        : null;
      return first < 0 ? [] : [[number, { initial: initial ?? first, history }]];
    });
    return new Nesting(this.#parents, new Map(compounds));
  }

  #declare({ text, node }: TextWithNode, parent: number): number | null {
    const { reader, numbers } = this;
    if (text === '*') reader.error(node, '“*” stands for any state, and cannot be the name of one');
    else if (numbers.has(text)) {
      const isElsewhere = this.#parents[numbers.get(text)!] !== parent;
      const why = isElsewhere ? '; a name stands for one state at all levels' : '';
      reader.error(node, `state “${formatYamlWord(text)}” is listed twice${why}`);
    } else {
      numbers.set(text, numbers.size);
      this.#parents.push(parent);
      reader.mentions.declare(text, node);
      return numbers.size - 1;
    }
    return null;
  }

  #readCompound(node: YAMLMap, parent: number, level: number): void {
    const { reader } = this;
    if (!looksLikeStateFields(node)) {
      const [key = null] = node.items.length === 1 ? listMapKeys(node) : [];
      const why =
        key !== null && isCollection(node.items[0].value) ? ` “name: ${formatYamlWord(key)}” and` : '';
      const known = STATE_FIELDS.slice(why === '' ? 0 : 1).join(', ');
      reader.error(node, `a state's name is text, but this is a map; ${WHAT} has${why} ${known}`);
      return;
    }
    const fields = reader.fields(node, WHAT, STATE_FIELDS);
    if (fields === null) return;
    if (fields.lacks('name')) reader.problems.error(fields.offset, 0, `${WHAT} needs “name”`);
    if (fields.lacks('states'))
      reader.problems.error(fields.offset, 0, `${WHAT} needs “states”; one without is its name alone`);
    const name = fields.has('name') ? reader.name(fields.get('name'), "a state's name") : null;
    const number = name && this.#declare(name, parent);
    if (!fields.has('states')) return;
    const list = reader.list(fields.get('states'), '“states”');
    if (list === null) return;
    if (list.length === 0)
      reader.error(fields.get('states'), `there is no state in “${formatYamlWord(name?.text ?? '')}”`);
    if (level === MAX_LIST_LEVELS) {
      reader.error(fields.get('states'), `states stand more than ${MAX_LIST_LEVELS} deep in one another`);
      return;
    }
    if (name !== null && number !== null) this.#open.push({ number, name: name.text, fields });
    if (this.numbers.size <= MAX_WORKFLOW_STATES) this.readList(list, number ?? parent, level + 1);
  }

  #readInitial(node: Node | null, around: string, inside: ReadonlyMap<string, number>): number | null {
    const { reader, numbers } = this;
    const name = reader.name(node, '“initial_state”');
    if (name === null) return null;
    const { text } = name;
    const meant = findNearestWord(text, inside.keys());
    const number = inside.get(text);
    if (number !== undefined) {
      reader.mentions.add(text, name.node);
      return number;
    }
    if (numbers.has(text)) {
      const why = text === around ? 'is the state itself' : `does not stand in “${formatYamlWord(around)}”`;
      reader.error(node, `“${formatYamlWord(text)}” ${why}: it cannot begin there`, meant);
    } else {
      reader.mentions.strangers.push(name);
      reader.error(
        node,
        `no state in “${formatYamlWord(around)}” is called “${formatYamlWord(text)}”`,
        meant,
      );
    }
    return null;
  }
}

const listMapKeys = ({ items }: YAMLMap): readonly string[] =>
  items.flatMap(({ key }) => (isScalar(key) ? String(key.source ?? key.value) : []));

/** True if a map has any of the fields, or a misspelling of one. */
const looksLikeStateFields = (node: YAMLMap): boolean =>
  listMapKeys(node).some(key => STATE_FIELDS.includes(key) || findNearestWord(key, STATE_FIELDS) !== null);
