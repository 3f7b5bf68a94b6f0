import { isCollection, isMap, isScalar, type Node, type YAMLMap } from 'yaml';
import { findNearestWord } from '../../../core/findNearestWord.ts';
import { type FieldReader, formatYamlWord, type MapFields, type TextWithNode } from './fields.ts';
import { type Compound, HISTORIES, Nesting, TOP_LEVEL } from './nesting.ts';

const MAX_WORKFLOW_STATES = 200;
/** Lists of states one in the other. */
const MOST_LEVELS = 10;
/** Leaves times what histories remember; the engine numbers each that it meets. */
const MOST_SITUATIONS = 10_000;
const STATE_FIELDS = ['name', 'states', 'initial_state', 'history'];
const WHAT = 'a state with states in it';

/** The declared states, at all levels. */
export interface States {
  /** Numbers by name, in the order of the text. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly nesting: Nesting;
}

/** Reads `states`; null if they are unknown. */
export function readStateList(reader: FieldReader, fields: MapFields): States | null {
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
  if (nesting.situations > MOST_SITUATIONS)
    reader.error(
      node,
      `the histories remember too much: agents could be in ${nesting.situations} situations; at most ${MOST_SITUATIONS}`,
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
    if (level === MOST_LEVELS) {
      reader.error(fields.get('states'), `states stand more than ${MOST_LEVELS} deep in one another`);
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
