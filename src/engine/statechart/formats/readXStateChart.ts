import {
  type Block,
  type ChartDefinition,
  type ChartParameter,
  listTargetNames,
  type StateDefinition,
  type TransitionDefinition,
} from '../definition.ts';
import { findChartMistakes } from '../findChartMistakes.ts';
import { findParameterMistakes } from '../findParameterMistakes.ts';
import {
  type ChartReading,
  type Implementations,
  isKeyedObject,
  type Json,
  throwChartMistakes,
  wrapInArray,
} from './implementations.ts';
import { Binder } from './parseChartJson.ts';
import { PartReader } from './partReader.ts';
import {
  validateShape,
  writtenParameters,
  writtenThresholds,
  writtenTransition,
  writtenWords,
} from './shape.ts';
import { type Delay, type Numbered, TransitionReader } from './transitionReader.ts';
import {
  collectXStateNodes,
  findDescendantNode,
  formatJsonExcerpt,
  resolveXStateTarget,
  splitXStatePath,
  type XStateNode,
} from './xstateNodes.ts';
import { getStatescopeMeta, OF_ROOT, TICK } from './xstateParts.ts';

/** Statescope's notes in a machine for which XState has no words. */
class Extras {
  readonly #own: Json;
  readonly #binder: Binder;
  readonly #mistakes: string[];

  constructor(own: Json, binder: Binder, mistakes: string[]) {
    this.#own = own;
    this.#binder = binder;
    this.#mistakes = mistakes;
  }

  /** Transitions in the chart's own order, with those that XState cannot take. */
  ordered(transitions: readonly Numbered[]): TransitionDefinition[] {
    const hidden = wrapInArray(this.#own.transitions).flatMap((given, i): Numbered[] => {
      const { order = null, ...others } = isKeyedObject(given) ? given : {};
      const place = `meta.statescope.transitions[${i}]`;
      const written = validateShape(writtenTransition, others, place, this.#mistakes);
      if (written === undefined) return [];
      const transition = this.#binder.transition(place, written);
      return [{ order: typeof order === 'number' ? order : null, transition }];
    });
    const last = Number.MAX_SAFE_INTEGER;
    const all = [...transitions, ...hidden].sort((a, b) => (a.order ?? last) - (b.order ?? last));
    const merged: Numbered[] = [];
    for (const one of all) {
      const before = merged.at(-1);
      if (before === undefined || one.order === null || before.order !== one.order) merged.push(one);
      else
        merged[merged.length - 1] = {
          ...before,
          transition: mergeTransitions(before.transition, one.transition),
        };
    }
    return merged.map(({ transition }) => transition);
  }

  thresholds(): Pick<ChartDefinition, 'thresholds'> {
    const { thresholds: given } = this.#own;
    if (given === undefined) return {};
    const thresholds = validateShape(writtenThresholds, given, 'meta.statescope.thresholds', this.#mistakes);
    return thresholds === undefined ? {} : { thresholds };
  }

  parameters(): Pick<ChartDefinition, 'parameters'> {
    const { parameters: given } = this.#own;
    if (given === undefined) return {};
    const parameters = validateShape(writtenParameters, given, 'meta.statescope.parameters', this.#mistakes);
    return parameters === undefined ? {} : { parameters: parameters as readonly ChartParameter[] };
  }

  /** The chart's own words, else the descriptions of the states. */
  words(nodes: readonly XStateNode[]): ChartDefinition['words'] {
    if (this.#own.words !== undefined)
      return validateShape(writtenWords, this.#own.words, 'meta.statescope.words', this.#mistakes);
    const states = nodes.flatMap(({ id, json: { description } }) =>
      typeof description === 'string' ? [[id, { label: id, description }] as const] : [],
    );
    return states.length > 0 ? { states: Object.fromEntries(states), triggers: {} } : undefined;
  }
}

/** One transition that stands in several places, for several events or several sources. */
function mergeTransitions(one: TransitionDefinition, other: TransitionDefinition): TransitionDefinition {
  const on = [...new Set([...(one.on ?? []), ...(other.on ?? [])])];
  return one.on === undefined ? one : { ...one, on };
}

/** Options of a reader in addition to the file. */
export interface XStateOptions {
  readonly implementations?: Implementations;
  /** Milliseconds of a tick. */
  readonly tick?: number;
}

const XSTATE_NODE_TYPES = ['parallel', 'final', 'history', 'compound', 'atomic'];
const KNOWN_NODE_FIELDS = new Set(
  'id type initial states on always onDone after entry exit history target description meta'.split(' '),
);

/**
 * Reads the configuration of an XState 5 machine, as far as it is data. A machine that does more than hold states
 * becomes a state around them.
 * @throws InputErrors with every mistake, by its JSON path
 */
export function readXStateChart(json: unknown, options: XStateOptions = {}): ChartReading {
  if (!isKeyedObject(json)) throwChartMistakes('', [`it is ${formatJsonExcerpt(json)}, needs an object`]);
  return new XStateReader(isKeyedObject(json) ? json : {}, options).read();
}

class XStateReader {
  readonly #mistakes: string[] = [];
  readonly #notes: string[] = [];
  readonly #nodes: readonly XStateNode[];
  readonly #root: XStateNode;
  readonly #own: Json;
  readonly #tick: number;
  /** True for a chart of Statescope's with SCXML's semantics, written for XState. */
  readonly #isScxml: boolean;
  readonly #binder: Binder;
  readonly #parts: PartReader;
  readonly #extras: Extras;
  readonly #transitions: Numbered[] = [];
  readonly #delays = new Map<XStateNode, readonly Delay[]>();

  constructor(machine: Json, { implementations = {}, tick = TICK }: XStateOptions) {
    this.#nodes = collectXStateNodes(machine, this.#mistakes);
    this.#root = this.#nodes[0];
    this.#own = getStatescopeMeta(machine);
    this.#isScxml = this.#own.semantics === 'scxml';
    this.#tick = tick;
    this.#binder = new Binder(implementations, this.#mistakes);
    this.#parts = new PartReader(this.#binder, this.#mistakes, this.#notes);
    this.#extras = new Extras(this.#own, this.#binder, this.#mistakes);
  }

  read(): ChartReading {
    const root = this.#root;
    const name = typeof this.#own.name === 'string' ? this.#own.name : root.key;
    // Nesting beyond the limit is not walked.
    throwChartMistakes(name, this.#mistakes);
    for (const node of this.#nodes) this.#lookAt(node);
    const isPlain =
      root.json.type !== 'parallel' &&
      root.json.type !== 'final' &&
      OF_ROOT.every(key => root.json[key] === undefined) &&
      this.#transitions.every(({ transition }) => !listTargetNames(transition).includes(root.id)) &&
      root.children.every(child => this.#kind(child) !== 'history');
    const { initial } = root.json;
    const first = isPlain && isKeyedObject(initial) ? initial.actions : undefined;
    const setUp = this.#parts.blocks('initial.actions', first, this.#own.setUp);
    const words = this.#extras.words(this.#nodes);
    const definition: ChartDefinition = {
      name,
      ...(!this.#isScxml && { semantics: 'xstate' as const }),
      ...(!this.#isScxml && !isPlain && { machine: root.id }),
      states: isPlain ? root.children.map(child => this.#state(child)) : [this.#state(root)],
      initial: isPlain ? unwrapSingleId(this.#initialOf(root)) : root.id,
      ...(setUp.length > 0 && { setUp }),
      transitions: this.#extras.ordered(this.#transitions),
      ...this.#extras.thresholds(),
      ...this.#extras.parameters(),
      ...(words && { words }),
    };
    throwChartMistakes(name, this.#mistakes);
    throwChartMistakes(name, [...findChartMistakes(definition), ...findParameterMistakes(definition)]);
    const hasDelays = [...this.#delays.values()].some(delays => delays.some(({ after }) => after > 0));
    return { definition, notes: this.#notes, hasDelays };
  }

  #kind({ json, children }: XStateNode): unknown {
    return json.type ?? (children.length > 0 ? 'compound' : json.history ? 'history' : 'atomic');
  }

  /** Checks for functions, unknown fields, and transitions. */
  #lookAt(node: XStateNode): void {
    const { json } = node;
    const at = (key: string) => [node.place, key].filter(Boolean).join('.');
    for (const key of Object.keys(json))
      if (key === 'invoke') this.#mistakes.push(`${at(key)}: invoked actors are code, no part of a chart`);
      else if (!KNOWN_NODE_FIELDS.has(key)) this.#notes.push(`${at(key)} is left out`);
    if (!XSTATE_NODE_TYPES.includes(String(this.#kind(node))))
      this.#mistakes.push(
        `${at('type')} is ${formatJsonExcerpt(json.type)}, needs one of ${XSTATE_NODE_TYPES.join(', ')}`,
      );
    for (const key of ['on', 'after'])
      if (json[key] !== undefined && !isKeyedObject(json[key]))
        this.#mistakes.push(`${at(key)} is ${formatJsonExcerpt(json[key])}, needs an object`);
    const reader = new TransitionReader(node, {
      nodes: this.#nodes,
      parts: this.#parts,
      tick: this.#tick,
      mistakes: this.#mistakes,
      notes: this.#notes,
      isScxml: this.#isScxml,
      initialOf: one => this.#initialOf(one),
    });
    this.#transitions.push(...reader.all());
    this.#delays.set(node, reader.delays);
  }

  #state(node: XStateNode): string | StateDefinition {
    const { json, children, id, place } = node;
    const kind = this.#kind(node);
    const own = getStatescopeMeta(json);
    const blocks = (key: 'entry' | 'exit', more: readonly Block[]) => {
      const all = [
        ...this.#parts.blocks([place, key].filter(Boolean).join('.'), json[key], own[key]),
        ...more,
      ];
      return all.length > 0 ? { [key]: all } : {};
    };
    const delays = this.#delays.get(node) ?? [];
    const more = {
      ...((kind === 'parallel' || kind === 'final' || kind === 'history') && { kind }),
      ...(kind === 'history' && this.#history(node)),
      ...(children.length > 0 && { states: children.map(child => this.#state(child)) }),
      ...(kind === 'compound' && { initial: unwrapSingleId(this.#initialOf(node)), ...this.#initial(node) }),
      ...blocks(
        'entry',
        delays.map(({ event, after }): Block => [{ kind: 'send', event, after, id: event }]),
      ),
      ...blocks(
        'exit',
        delays.map(({ event }): Block => [{ kind: 'cancel', id: event }]),
      ),
      ...(own.done === true && this.#binder.done(place, id)),
    } as Partial<StateDefinition>;
    return Object.keys(more).length === 0 ? id : { id, ...more };
  }

  /** Ids of the states in which a compound state starts. */
  #initialOf(node: XStateNode): readonly string[] {
    const deep = getStatescopeMeta(node.json).initial;
    if (Array.isArray(deep)) return deep.map(String);
    const { initial } = node.json;
    const key = isKeyedObject(initial) ? initial.target : initial;
    const child = node.children.find(one => one.key === key);
    if (child !== undefined) return [child.id];
    const place = [node.place, 'initial'].filter(Boolean).join('.');
    this.#mistakes.push(
      key === undefined
        ? `${place} is missing`
        : `${place} is ${formatJsonExcerpt(key)}, needs one of its states`,
    );
    return [];
  }

  #initial({ json, place }: XStateNode): { readonly initialActions?: Block } {
    const actions = isKeyedObject(json.initial) ? json.initial.actions : undefined;
    const initialActions = this.#parts.block([place, 'initial.actions'].filter(Boolean).join('.'), actions);
    return initialActions.length > 0 ? { initialActions } : {};
  }

  #history(node: XStateNode): Partial<StateDefinition> {
    const { json, parent, place } = node;
    const targets = wrapInArray(json.target).flatMap(target => {
      const name = String(target);
      const found = name.startsWith('#')
        ? resolveXStateTarget(name, node, this.#nodes)
        : findDescendantNode(parent ?? undefined, splitXStatePath(name));
      if (found === null)
        this.#mistakes.push(`${place}.target: there is no state ${formatJsonExcerpt(target)}`);
      return found === null ? [] : [found.id];
    });
    const initialActions = this.#parts.block(
      `${place}.meta.statescope.actions`,
      getStatescopeMeta(json).actions,
    );
    return {
      ...(json.history === 'deep' && { deep: true }),
      ...(json.target !== undefined && { initial: unwrapSingleId(targets) }),
      ...(json.target === undefined && this.#isScxml && { initial: unwrapSingleId(this.#defaultOf(parent)) }),
      ...(initialActions.length > 0 && { initialActions }),
    };
  }

  /** Default target of a history: as if its state had been entered. */
  #defaultOf(parent: XStateNode | null): readonly string[] {
    if (parent === null) return [];
    if (this.#kind(parent) !== 'parallel') return this.#initialOf(parent);
    return parent.children.filter(child => this.#kind(child) !== 'history').map(({ id }) => id);
  }
}

const unwrapSingleId = (ids: readonly string[]): string | readonly string[] =>
  ids.length === 1 ? ids[0] : ids;
