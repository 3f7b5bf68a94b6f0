import {
  type ActionDefinition,
  type Block,
  type ChartDefinition,
  describeGuard,
  formatQuantity,
  type Guard,
  listTargetNames,
  parseNeighbourColumn,
  type StateDefinition,
  type TransitionDefinition,
  toNameList,
  type Written,
} from '../definition.ts';
import { roundMilliseconds } from '../formats/transitionReader.ts';
import { buildStateTree, isDescendantState, ROOT } from '../hierarchy/stateTree.ts';
import { EXTENSION } from './extension.ts';
import { joinScxmlNames } from './joinScxmlNames.ts';

/** A document of a chart, with what could not be said in it. */
export interface WrittenScxml {
  readonly text: string;
  /** "guard “unread mail” is a function, and stands as a name". */
  readonly notes: readonly string[];
}

type XmlAttributes = Readonly<Record<string, string | undefined>>;

/**
 * Writes a chart as SCXML. What SCXML has no words for stands in a namespace of our own, which `readScxml` knows: rates,
 * thresholds, columns. Functions stand by their names; a document with such is not read without them.
 * @param millisecondsPerTick of the delays
 */
export function writeScxml(definition: ChartDefinition, millisecondsPerTick = 1000): WrittenScxml {
  const { chart, notes } = joinScxmlNames(definition);
  const { text, notes: others } = new Writer(chart, millisecondsPerTick).write();
  return { text, notes: [...notes, ...others] };
}

class Writer {
  readonly #lines: string[] = ['<?xml version="1.0" encoding="UTF-8"?>'];
  readonly #notes = new Set<string>();
  readonly #from = new Map<string, TransitionDefinition[]>();

  constructor(
    readonly definition: ChartDefinition,
    readonly millisecondsPerTick: number,
  ) {
    const leaves = definition.states.flatMap(state => listScxmlLeaves(state));
    for (const transition of definition.transitions)
      for (const source of transition.source === '*' ? leaves : [transition.source])
        this.#from.set(source, [...(this.#from.get(source) ?? []), transition]);
  }

  write(): WrittenScxml {
    const { name, states, initial, setUp = [], parameters = [] } = this.definition;
    this.#open(0, 'scxml', {
      xmlns: 'http://www.w3.org/2005/07/scxml',
      'xmlns:sc': EXTENSION,
      version: '1.0',
      datamodel: 'ecmascript',
      binding: states.some(isLateBinding) ? 'late' : undefined,
      name,
      initial: toNameList(initial).join(' '),
    });
    for (const parameter of parameters) this.#open(1, 'sc:parameter', stringifyNumbers(parameter), '/>');
    this.#datamodel(1, setUp.flat().filter(isDataAction));
    for (const action of setUp.flat())
      if (!isDataAction(action)) this.#note(`what happens at first, ${getScxmlActionName(action)}`);
    for (const state of states) this.#state(1, state);
    this.#lines.push('</scxml>', '');
    if (this.definition.semantics === 'xstate')
      this.#notes.add('it was played as XState plays it; as SCXML it is played by SCXML’s rules');
    const text = this.#lines.join('\n');
    if (UNWRITABLE.test(JSON.stringify(this.definition).replaceAll('\\u0000', '\0')))
      this.#notes.add('characters that XML cannot hold are replaced');
    return {
      text: ONLY_IN_1_1.test(text) ? text.replace('version="1.0"', 'version="1.1"') : text,
      notes: [...this.#notes],
    };
  }

  /** True if a transition of XState's leads to states in its own, which it does not leave. */
  #staysInside({ reenter, source, target }: TransitionDefinition): boolean {
    if (this.definition.semantics !== 'xstate' || reenter || target === null) return false;
    const tree = buildStateTree(this.definition);
    const above = tree.numberOf.get(source) ?? ROOT;
    return toNameList(target).every(
      id => above !== ROOT && isDescendantState(tree, tree.numberOf.get(id)!, above),
    );
  }

  #startsOf(id: string): readonly string[] {
    const { ids, numberOf, initial } = buildStateTree(this.definition);
    return initial(numberOf.get(id)!).map(state => ids[state]);
  }

  #note(what: string): void {
    this.#notes.add(`${what} is a function, and stands as a name`);
  }

  #open(depth: number, name: string, attributes: XmlAttributes, end = '>'): void {
    const written = Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => ` ${key}="${escapeScxmlText(value!)}"`);
    this.#lines.push(`${'  '.repeat(depth)}<${name}${written.join('')}${end}`);
  }

  /** An element around parts; one that is empty closes itself. */
  #around(depth: number, name: string, parts: readonly (() => void)[], attributes: XmlAttributes = {}): void {
    if (parts.length === 0) this.#open(depth, name, attributes, '/>');
    else {
      this.#open(depth, name, attributes);
      for (const part of parts) part();
      this.#lines.push(`${'  '.repeat(depth)}</${name}>`);
    }
  }

  #state(depth: number, state: string | StateDefinition): void {
    const own: StateDefinition = typeof state === 'string' ? { id: state } : state;
    const { id, kind, states = [], initialActions = [], entry = [], exit = [], deep } = own;
    // A history of XState's may have no target; a document must have one.
    const initial = own.initial ?? (kind === 'history' ? this.#startsOf(id) : undefined);
    const threshold = this.definition.thresholds?.[id];
    const words = this.definition.words?.states[id];
    const isHistory = kind === 'history';
    const parts: (() => void)[] = [];
    const below = depth + 1;
    const variables = entry.flat().filter(isDataAction);
    if (variables.length > 0) parts.push(() => this.#datamodel(below, variables));
    for (const block of entry)
      if (!block.some(isDataAction)) parts.push(() => this.#block(below, 'onentry', block));
    for (const block of exit) parts.push(() => this.#block(below, 'onexit', block));
    const target =
      initial === undefined ? undefined : typeof initial === 'string' ? initial : initial.join(' ');
    if (isHistory) parts.push(() => this.#block(below, 'transition', initialActions, { target }));
    else if (initialActions.length > 0) {
      const first = target ?? getScxmlStateId(states[0]);
      const lead = () => this.#block(below + 1, 'transition', initialActions, { target: first });
      parts.push(() => this.#around(below, 'initial', [lead]));
    }
    if (own.doneWritten) parts.push(() => this.#element(below, own.doneWritten!));
    else if (own.done) this.#note(`data of “${id}”`);
    for (const transition of this.#from.get(id) ?? []) parts.push(() => this.#transition(below, transition));
    for (const child of states) parts.push(() => this.#state(below, child));
    this.#around(depth, kind ?? 'state', parts, {
      id,
      type: isHistory && deep ? 'deep' : undefined,
      initial: isHistory || initialActions.length > 0 ? undefined : target,
      'sc:timeout': threshold === undefined ? undefined : formatQuantity(threshold),
      'sc:asks': own.asks,
      'sc:label': words?.label === id ? undefined : words?.label,
      'sc:description': words?.description || undefined,
    });
  }

  /** Variables; those of a state are bound when it is entered first. */
  #datamodel(depth: number, variables: Block): void {
    if (variables.length === 0) return;
    this.#around(
      depth,
      'datamodel',
      variables.map(action => () => this.#action(depth + 1, action)),
    );
  }

  #transition(depth: number, transition: TransitionDefinition): void {
    const { trigger, on = [trigger], guard, rate, weight, isInternal, action, actions = [] } = transition;
    if (action) this.#note(`what “${trigger}” does`);
    const events = rate === undefined ? on.join(' ') : '';
    const isTimeout = trigger === 'timeout' && transition.on === undefined && rate === undefined;
    this.#block(depth, 'transition', actions, {
      event: events === '' ? undefined : events,
      ...this.#condition(guard),
      target: listTargetNames(transition).join(' ') || undefined,
      type: isInternal || this.#staysInside(transition) ? 'internal' : undefined,
      'sc:rate': rate === undefined ? undefined : formatQuantity(rate),
      'sc:per': transition.per,
      'sc:weight': weight === undefined ? undefined : formatQuantity(weight),
      'sc:after': isTimeout ? 'timeout' : undefined,
      'sc:restarts': transition.restarts ? 'true' : undefined,
      'sc:trigger': trigger === (events || 'always') ? undefined : trigger,
      'sc:label': transition.words?.label,
      'sc:description': transition.words?.description,
    });
  }

  #condition(guard: Guard | undefined): XmlAttributes {
    if (guard === undefined) return {};
    if (guard.kind === 'in') return { cond: `${guard.not ? '!' : ''}In('${guard.state}')` };
    if (guard.kind === 'compare') {
      const of = parseNeighbourColumn(guard.column);
      const left = of === null ? guard.column : `neighbours(${of})`;
      return { 'sc:cond': `${left} ${guard.op} ${formatQuantity(guard.value)}` };
    }
    if (guard.isExpression) return { cond: guard.name };
    this.#note(`guard “${guard.name}”`);
    return { 'sc:guard': describeGuard(guard) };
  }

  #block(depth: number, name: string, block: Block, attributes: XmlAttributes = {}): void {
    this.#around(
      depth,
      name,
      block.map(action => () => this.#action(depth + 1, action)),
      attributes,
    );
  }

  #action(depth: number, action: ActionDefinition): void {
    switch (action.kind) {
      case 'raise':
        this.#open(depth, 'raise', { event: action.event }, '/>');
        return;
      case 'cancel':
        this.#open(depth, 'cancel', { sendid: action.id }, '/>');
        return;
      case 'send': {
        const milliseconds = roundMilliseconds((action.after ?? 0) * this.millisecondsPerTick);
        const delay = milliseconds === 0 ? undefined : `${milliseconds}ms`;
        this.#open(depth, 'send', { event: action.event, id: action.id, delay }, '/>');
        return;
      }
      case 'function':
        if (action.written) this.#element(depth, action.written);
        else {
          this.#note(`action “${action.name}”`);
          this.#open(depth, 'sc:function', { name: action.name }, '/>');
        }
        return;
      default:
        this.#open(
          depth,
          `sc:${action.kind}`,
          { column: action.column, value: formatQuantity(action.value) },
          '/>',
        );
    }
  }

  #element(depth: number, { name, attributes, children, text }: Written): void {
    const known = Object.fromEntries(Object.entries(attributes).filter(([key]) => !key.includes(' ')));
    const parts: (() => void)[] = children.map(child => () => this.#element(depth + 1, child));
    if (text !== undefined) parts.push(() => void this.#lines.push(escapeScxmlText(text.trim())));
    this.#around(depth, name, parts, known);
  }
}

const stringifyNumbers = (values: object): XmlAttributes =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** True if an action binds a variable. */
const isDataAction = (action: ActionDefinition): boolean =>
  action.kind === 'function' && action.written?.name === 'data';

const isLateBinding = (state: string | StateDefinition): boolean =>
  typeof state !== 'string' &&
  ((state.entry ?? []).flat().some(isDataAction) || (state.states ?? []).some(isLateBinding));

const getScxmlStateId = (state: string | StateDefinition): string =>
  typeof state === 'string' ? state : state.id;

const listScxmlLeaves = (state: string | StateDefinition): readonly string[] => {
  if (typeof state === 'string') return [state];
  if (state.kind === 'history') return [];
  return state.states === undefined || state.states.length === 0
    ? [state.id]
    : state.states.flatMap(listScxmlLeaves);
};

const getScxmlActionName = (action: ActionDefinition): string =>
  action.kind === 'function' ? `“${action.name}”` : action.kind;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML: control characters as references, which version 1.1 allows; what no version can hold is replaced. */
const escapeScxmlText = (text: string): string =>
  text
    .replace(/[&<>"]/g, letter => ESCAPES[letter])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not allow.
    .replace(/[\u0000\ufffe\uffff]/g, '\ufffd')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are written as references.
    .replace(/[\u0001-\u001f]/g, letter => `&#${letter.charCodeAt(0)};`);

/** References to control characters that version 1.0 of XML forbids. */
const ONLY_IN_1_1 = /&#(?:[1-8]|1[124-9]|2\d|3[01]);/;
const UNWRITABLE = /[\0\ufffe\uffff]/;
