import { checkText } from '../../core/checkOptions.ts';
import { cleanTextLine } from '../../core/cleanTextLine.ts';
import { InputErrors } from '../../core/errors.ts';
import type {
  Block,
  ChartAgent,
  ChartDefinition,
  ChartParameter,
  Guard,
  PlainWords,
  StateDefinition,
  TransitionDefinition,
} from '../definition.ts';
import { findChartMistakes } from '../findChartMistakes.ts';
import { findParameterMistakes } from '../findParameterMistakes.ts';
import type { ChartReading, Implementations } from '../formats/implementations.ts';
import { checkAttributes } from './checkAttributes.ts';
import { declareVariable } from './datamodel.ts';
import {
  EXTENSION,
  parseQuantity,
  readChartParameter,
  readPlainWords,
  readTransitionExtras,
} from './extension.ts';
import { NotAnExpression, parseScxmlExpression } from './parseScxmlExpression.ts';
import { type Element, parseXml } from './parseXml.ts';
import { Content, toWrittenElement } from './scxmlContent.ts';

/** Maximum length of a quoted value in UTF-16 units. */
const MAX_VARIABLE_LENGTH = 60;

/** The variables of an agent's that an expression reads, with their values: "count 3, colour "red""; of a mistaken one nothing. */
export function createVariableDescriber(expression: string): (agent: ChartAgent) => string {
  const names = listExpressionNames(expression);
  return ({ data }) =>
    names
      .filter(name => Object.hasOwn(data, name))
      .map(name => `${name} ${cleanTextLine(formatVariableValue(data[name]), MAX_VARIABLE_LENGTH)}`)
      .join(', ');
}

/** A value as JSON has it; a variable without a value is undefined. */
const formatVariableValue = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/**
 * Names in the order in which they stand there, each once; neither the content of texts nor names of parts
 * (`coins.size`).
 */
function listExpressionNames(expression: string): readonly string[] {
  const names = new Set<string>();
  const open: unknown[] = [tryParseExpression(expression)];
  while (open.length > 0) {
    const node = open.pop();
    if (Array.isArray(node)) open.push(...node.toReversed());
    if (typeof node !== 'object' || node === null || !('type' in node)) continue;
    const { type, name, computed, property, key, ...parts } = node as Record<string, unknown>;
    if (type === 'Identifier') names.add(String(name));
    if (computed === true) open.push(property);
    open.push(...Object.values(parts).toReversed());
  }
  return [...names];
}

function tryParseExpression(expression: string): unknown {
  try {
    return parseScxmlExpression(expression);
  } catch (error) {
    if (error instanceof NotAnExpression) return null;
    throw error;
  }
}

/** Elements of one name from outside the chart. */
interface Foreign {
  readonly first: Element;
  count: number;
}

/** A document without the elements of other namespaces, such as what an editor keeps of its drawing, and a note on each kind. */
function removeForeignElements(
  root: Element,
  known: readonly string[],
): { readonly root: Element; readonly notes: readonly string[] } {
  const found = new Map<string, Foreign>();
  const kept = (element: Element): Element => {
    const children: Element[] = [];
    for (const child of element.children) {
      if (known.includes(child.namespace)) children.push(kept(child));
      else {
        const key = `${child.namespace} ${child.name}`;
        const before = found.get(key);
        if (before === undefined) found.set(key, { first: child, count: 1 });
        else before.count++;
      }
    }
    return { ...element, children };
  };
  return { root: kept(root), notes: [...found.values()].map(describeForeignElements) };
}

const describeForeignElements = ({ first: { name, namespace, line, column }, count }: Foreign): string =>
  `line ${line}, column ${column}: <${name}> of “${namespace}” is left out${count > 1 ? `, ${count} times` : ''}`;

const NAMESPACE = 'http://www.w3.org/2005/07/scxml';
const DATAMODELS = new Set([undefined, 'null', 'ecmascript']);
const STATE_ELEMENTS = new Set(['state', 'parallel', 'final', 'history']);
const MAX_MISTAKES = 50;

/** Options for reading a document. */
export interface ScxmlOptions {
  /** Simulated milliseconds in a tick, for delays; a second by default. */
  readonly tick?: number;
  readonly implementations?: Implementations;
  /** Name of a document that has none of its own; "chart" by default. */
  readonly name?: string;
}

/**
 * Reads SCXML (W3C Recommendation of 2015) with the data model null or a part of ECMAScript; no scripts, no other
 * machines, nothing that is loaded from elsewhere.
 * @returns the chart, with notes on what will fail when it is reached: "line 3, column 5: …"
 * @throws InputErrors with every mistake, each with its line and column
 */
export function readScxml(text: string, options: ScxmlOptions = {}): ChartReading {
  checkText(text, 'readScxml', 'first');
  const whole = parseXml(text);
  // A root of another namespace is reported as such, and so is its content.
  const { root, notes } = removeForeignElements(whole, [NAMESPACE, '', EXTENSION, whole.namespace]);
  return new ScxmlReader(root, notes, options).read();
}

class ScxmlReader {
  readonly #mistakes: string[] = [];
  readonly #warnings: string[];
  readonly #transitions: TransitionDefinition[] = [];
  readonly #transitionAt: Element[] = [];
  readonly #stateAt = new Map<string, Element[]>();
  readonly #ids = new Map<Element, string>();
  readonly #setUp: Block[] = [];
  readonly #late = new Map<Element, Block[]>();
  readonly #parameters: ChartParameter[] = [];
  readonly #parameterAt: Element[] = [];
  readonly #thresholds: Record<string, number | { column: string }> = {};
  readonly #words: Record<string, PlainWords> = {};
  readonly #content: Content;
  readonly #implementations: Implementations;
  readonly #name: string;
  #hasDelays = false;

  constructor(
    readonly root: Element,
    notes: readonly string[],
    { tick = 1000, implementations = {}, name = 'chart' }: ScxmlOptions,
  ) {
    this.#warnings = [...notes];
    this.#implementations = implementations;
    this.#name = root.attributes.name ?? name;
    this.#content = new Content({
      chart: this.#name,
      implementations,
      tick,
      delayed: () => {
        this.#hasDelays = true;
      },
      refuse: (at, what) => this.#refuse(at, what),
      warn: (at, what) => void this.#warnings.push(formatElementMistake(at, what)),
    });
  }

  read(): ChartReading {
    const { root } = this;
    this.#checkRoot();
    if (root.name !== 'scxml') throw new InputErrors(formatMistakeList(this.#mistakes));
    checkAttributes(
      root,
      ['', NAMESPACE],
      (at, what) => this.#refuse(at, what),
      (at, what) => void this.#warnings.push(formatElementMistake(at, what)),
    );
    this.#nameStates(root);
    const states = this.#statesOf(root);
    const first = states.find(state => typeof state === 'string' || state.kind !== 'history');
    const initial = this.#names(root.attributes.initial) ?? [
      typeof first === 'object' ? first.id : (first ?? ''),
    ];
    const definition: ChartDefinition = {
      name: this.#name,
      states,
      initial,
      transitions: this.#transitions,
      ...(this.#setUp.length > 0 && { setUp: this.#setUp }),
      ...(Object.keys(this.#thresholds).length > 0 && { thresholds: this.#thresholds }),
      ...(this.#parameters.length > 0 && { parameters: this.#parameters }),
      ...(Object.keys(this.#words).length > 0 && { words: { states: this.#words, triggers: {} } }),
    };
    if (this.#mistakes.length === 0)
      this.#mistakes.push(
        ...[...findChartMistakes(definition), ...findParameterMistakes(definition)].map(mistake =>
          this.#located(mistake),
        ),
      );
    if (this.#mistakes.length > 0) throw new InputErrors(formatMistakeList(this.#mistakes));
    return { definition, notes: this.#warnings, hasDelays: this.#hasDelays };
  }

  #refuse(at: Element, what: string): void {
    this.#mistakes.push(formatElementMistake(at, what));
  }

  #checkRoot(): void {
    const { root } = this;
    const { datamodel, initial } = root.attributes;
    if (root.name !== 'scxml') {
      this.#refuse(root, `<${root.name}> is not SCXML, which begins with <scxml>`);
      return;
    }
    if (root.namespace !== NAMESPACE && root.namespace !== '')
      this.#refuse(root, `the namespace is “${root.namespace}”, SCXML’s is “${NAMESPACE}”`);
    if (!DATAMODELS.has(datamodel))
      this.#refuse(root, `data model “${datamodel}” is not read: null or ecmascript`);
    if (initial !== undefined && initial.trim() === '') this.#refuse(root, 'initial is empty');
  }

  /** Gives every state a name: its id, or one made from its place. Without recursion: nesting is not bounded yet. */
  #nameStates(root: Element): void {
    const open = [...root.children].reverse();
    while (open.length > 0) {
      const element = open.pop()!;
      if (!STATE_ELEMENTS.has(element.name)) continue;
      const id = element.attributes.id ?? `${element.name}_${element.line}_${element.column}`;
      this.#ids.set(element, id);
      this.#stateAt.set(id, [...(this.#stateAt.get(id) ?? []), element]);
      open.push(...[...element.children].reverse());
    }
  }

  #statesOf(parent: Element): (string | StateDefinition)[] {
    const states: (string | StateDefinition)[] = [];
    for (const child of parent.children) {
      if (STATE_ELEMENTS.has(child.name)) states.push(this.#state(child));
      else if (child.name === 'datamodel') this.#datamodel(child, parent);
      else if (parent === this.root && isParameterElement(child)) this.#parameter(child);
      else if (parent === this.root) this.#foreign(child);
    }
    return states;
  }

  #parameter(element: Element): void {
    const parameter = readChartParameter(element, (at, what) => this.#refuse(at, what));
    if (parameter === null) return;
    this.#parameters.push(parameter);
    this.#parameterAt.push(element);
  }

  #foreign(element: Element): void {
    if (isParameterElement(element)) this.#refuse(element, '<sc:parameter> stands right below <scxml>');
    else if (element.namespace === EXTENSION) this.#refuse(element, `<sc:${element.name}> is not known here`);
    else if (element.name === 'script' || element.name === 'invoke') this.#content.block([element]);
    else this.#refuse(element, `<${element.name}> does not belong here`);
  }

  #state(element: Element): StateDefinition {
    const id = this.#ids.get(element)!;
    const { attributes, children } = element;
    const entry: Block[] = [];
    const exit: Block[] = [];
    let initial: Pick<StateDefinition, 'initial' | 'initialActions'> = {};
    let done: Pick<StateDefinition, 'done' | 'doneWritten'> = {};
    for (const child of children) {
      if (child.name === 'onentry') entry.push(this.#content.block(child.children));
      else if (child.name === 'onexit') exit.push(this.#content.block(child.children));
      else if (child.name === 'initial') initial = this.#initial(child);
      else if (child.name === 'donedata')
        done = { done: this.#content.payload(child), doneWritten: toWrittenElement(child) };
      else if (child.name === 'transition') {
        if (element.name !== 'history') this.#transition(child, id);
      } else if (!STATE_ELEMENTS.has(child.name) && child.name !== 'datamodel') this.#foreign(child);
    }
    if (element.name === 'history') initial = this.#initial(element);
    else if (attributes.initial !== undefined) initial = { initial: this.#names(attributes.initial) ?? [] };
    const states = this.#statesOf(element);
    entry.unshift(...(this.#late.get(element) ?? []));
    const threshold = parseQuantity(attributes[`${EXTENSION} timeout`]);
    if (threshold !== undefined) this.#thresholds[id] = threshold;
    const { label = id, description = '' } = readPlainWords(element) ?? {};
    if (label !== id || description !== '') this.#words[id] = { label, description };
    const asks = attributes[`${EXTENSION} asks`];
    return {
      id,
      ...(element.name !== 'state' && { kind: element.name as 'parallel' | 'final' | 'history' }),
      ...(states.length > 0 && { states }),
      ...initial,
      ...(attributes.type === 'deep' && { deep: true }),
      ...(asks !== undefined && { asks }),
      ...(entry.length > 0 && { entry }),
      ...(exit.length > 0 && { exit }),
      ...done,
    };
  }

  /** The one transition of an `initial` or a history. */
  #initial(element: Element): Pick<StateDefinition, 'initial' | 'initialActions'> {
    const transitions = element.children.filter(({ name }) => name === 'transition');
    if (transitions.length !== 1) {
      this.#refuse(element, `<${element.name}> needs one transition, and has ${transitions.length}`);
      return { initial: [] };
    }
    const [{ attributes, children }] = transitions;
    if (attributes.event !== undefined || attributes.cond !== undefined)
      this.#refuse(transitions[0], `the transition of <${element.name}> has neither event nor cond`);
    const initialActions = this.#content.block(children);
    return {
      initial: this.#names(attributes.target) ?? [],
      ...(initialActions.length > 0 && { initialActions }),
    };
  }

  #names(text: string | undefined): readonly string[] | undefined {
    const names = text?.split(/\s+/).filter(name => name !== '');
    return names?.length === 0 ? undefined : names;
  }

  #transition(element: Element, source: string): void {
    const { attributes, children } = element;
    const { event, cond, type } = attributes;
    const targets = this.#names(attributes.target) ?? [];
    const on = this.#names(event) ?? [];
    const { guard, isTimeout, ...extras } = readTransitionExtras(element, this.#implementations, (at, what) =>
      this.#refuse(at, what),
    );
    const actions = this.#content.block(children);
    if (
      isTimeout &&
      ((event ?? 'timeout').trim() !== 'timeout' || (extras.trigger ?? 'timeout') !== 'timeout')
    )
      this.#refuse(element, 'comes after a timeout, which has no event and no other name');
    if (extras.rate !== undefined && on.length > 0)
      this.#refuse(element, 'has a rate and an event; needs one of the two');
    if (type !== undefined && type !== 'internal' && type !== 'external')
      this.#refuse(element, `type “${type}” is neither internal nor external`);
    if (on.length + targets.length + children.length === 0 && cond === undefined && guard === undefined)
      this.#refuse(element, '<transition> needs an event, a cond, a target or something to do');
    const own = guard ?? (cond === undefined ? undefined : this.#guard(element, cond));
    this.#transitionAt.push(element);
    this.#transitions.push({
      trigger: isTimeout ? 'timeout' : on.length > 0 ? on.join(' ') : 'always',
      ...(extras.rate === undefined && !isTimeout && { on }),
      source,
      target: targets.length === 0 ? null : targets.length === 1 ? targets[0] : targets,
      ...(type === 'internal' && targets.length > 0 && { isInternal: true }),
      ...(own && { guard: own }),
      ...(actions.length > 0 && { actions }),
      ...extras,
    });
  }

  #guard(element: Element, cond: string): Guard {
    const asked = /^\s*(!?)\s*In\(\s*(['"])([^'"]+)\2\s*\)\s*$/.exec(cond);
    if (asked !== null && this.#stateAt.has(asked[3]))
      return { kind: 'in', state: asked[3], ...(asked[1] === '!' && { not: true }) };
    const value = this.#content.formula(element, cond);
    const common = { kind: 'function', name: cond.trim(), isExpression: true } as const;
    return { ...common, test: agent => Boolean(value(agent)), reads: createVariableDescriber(cond) };
  }

  /** Variables; bound before the first state is entered, or with `binding="late"` when their state first is. */
  #datamodel(element: Element, parent: Element): void {
    const isLate = this.root.attributes.binding === 'late' && parent !== this.root;
    for (const data of element.children) {
      if (data.name !== 'data') {
        this.#refuse(data, `<${data.name}> does not belong in <datamodel>`);
        continue;
      }
      const { id = '', src } = data.attributes;
      if (src !== undefined) this.#refuse(data, 'data is not loaded from elsewhere');
      const value = this.#content.valueOf(data);
      const run = (agent: ChartAgent) => {
        if (isLate && Object.hasOwn(agent.data, id)) return;
        declareVariable(agent, id);
        agent.data[id] = value(agent);
      };
      const block: Block = [
        { kind: 'function', name: `declare ${id}`, run, written: toWrittenElement(data) },
      ];
      if (isLate) this.#late.set(parent, [...(this.#late.get(parent) ?? []), block]);
      else this.#setUp.push(block);
    }
  }

  /** A mistake of the chart with its place in the document. */
  #located(mistake: string): string {
    const numbered = /^(transition|parameter) (\d+) /.exec(mistake);
    if (numbered !== null) {
      const elements = numbered[1] === 'parameter' ? this.#parameterAt : this.#transitionAt;
      return formatElementMistake(
        elements[Number(numbered[2]) - 1],
        mistake.slice(mistake.indexOf(': ') + 2),
      );
    }
    const state = /"([^"]+)"/.exec(mistake);
    const elements = this.#stateAt.get(state?.[1] ?? '') ?? [];
    return formatElementMistake(elements.at(-1) ?? this.root, mistake);
  }
}

const isParameterElement = ({ name, namespace }: Element): boolean =>
  namespace === EXTENSION && name === 'parameter';

const formatElementMistake = ({ line, column }: Element, what: string) =>
  `line ${line}, column ${column}: ${what}`;

/** Several mistakes as the lines of one message; the first line says how many. */
function formatMistakeList(mistakes: readonly string[]): string {
  if (mistakes.length === 1) return mistakes[0];
  const shown = mistakes.slice(0, MAX_MISTAKES);
  const more = mistakes.length - shown.length;
  return [`${mistakes.length} mistakes:`, ...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
