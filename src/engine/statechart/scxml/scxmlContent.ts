import {
  type Action,
  type ActionDefinition,
  ActionFailure,
  type Block,
  type ChartAgent,
  type Written,
} from '../definition.ts';
import type { Implementations } from '../formats/implementations.ts';
import { describeOffTickDelay, formatDuration, roundMilliseconds } from '../formats/transitionReader.ts';
import { copyWithoutPrototype } from '../hierarchy/chartVariables.ts';
import { getAgentAddress } from '../hierarchy/macrostep.ts';
import { ChartOverload } from '../hierarchy/workMeter.ts';
import { assignVariable, declareVariable, Formula, PROCESSOR } from './datamodel.ts';
import { readExtensionAction } from './extension.ts';
import type { Element } from './parseXml.ts';

const TIME = /^\s*(\d*\.?\d+)\s*(ms|s|m|h|d)?\s*$/;
const DELAY_UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** A time that an event waits. */
interface Delay {
  readonly milliseconds: number;
  /** Without a unit it counts seconds. */
  readonly hasUnit: boolean;
}

/** The time that a delay is; null for a text that is none. */
function parseDelay(text: string): Delay | null {
  const found = TIME.exec(text);
  if (found === null) return null;
  const [, count, unit] = found;
  return {
    milliseconds: roundMilliseconds(Number(count) * DELAY_UNITS_MS[unit ?? 's']),
    hasUnit: unit !== undefined,
  };
}

/** The reader that content belongs to. */
interface ContentReading {
  /** Name of the chart, for `_name`. */
  readonly chart: string;
  readonly implementations: Implementations;
  /** Milliseconds of a tick. */
  readonly tick: number;
  /** Notes that an event is sent with a delay. */
  delayed(): void;
  /** Notes a mistake at an element. */
  refuse(at: Element, what: string): void;
  /** Notes what will fail when it is reached. */
  warn(at: Element, what: string): void;
}

type AgentValue = (agent: ChartAgent) => unknown;

const MAX_LOOP_ROUNDS = 10_000;
const PROCESSORS = new Set([
  '',
  'scxml',
  PROCESSOR,
  'http://www.w3.org/TR/scxml/',
  'http://www.w3.org/TR/scxml',
]);

/** An element as it was written. */
export const toWrittenElement = ({ name, attributes, children, text }: Element): Written => ({
  name,
  attributes: { ...attributes },
  children: children.map(toWrittenElement),
  ...(text.trim() !== '' && { text }),
});

/** Executable content, compiled: what a chart does, as functions over an agent. */
export class Content {
  constructor(readonly reading: ContentReading) {}

  block(elements: readonly Element[]): Block {
    return elements.flatMap(element => this.#action(element) ?? []);
  }

  formula(at: Element, text: string): AgentValue {
    const formula = new Formula(text);
    if (formula.mistake !== null) this.reading.warn(at, formula.mistake);
    return agent => formula.of(agent, this.reading.chart);
  }

  /** The value of an attribute, or of the attribute that computes it. */
  #either(at: Element, plain: string, computed: string): AgentValue | null {
    const text = at.attributes[computed];
    if (text !== undefined) return this.formula(at, text);
    const value = at.attributes[plain];
    return value === undefined ? null : () => value;
  }

  #action(element: Element): ActionDefinition | null {
    const extra = readExtensionAction(element, this.reading.implementations);
    if (typeof extra === 'string') this.reading.refuse(element, extra);
    if (extra !== null) return typeof extra === 'string' ? null : extra;
    if (element.name === 'send') this.#noteDelay(element);
    const data = convertContentToData(element, this.reading);
    if (data !== null) return data;
    const run = this.#run(element);
    return (
      run && {
        kind: 'function',
        name: element.name,
        run: placeOverloads(run, element),
        written: toWrittenElement(element),
      }
    );
  }

  #run(element: Element): Action | null {
    switch (element.name) {
      case 'raise': {
        const { event } = element.attributes;
        if (event === undefined) this.reading.refuse(element, '<raise> needs an event');
        return agent => agent.raise(event);
      }
      case 'assign': {
        const { location = '' } = element.attributes;
        if (location === '') this.reading.refuse(element, '<assign> needs a location');
        const value = this.valueOf(element);
        return agent => assignVariable(agent, location, value(agent));
      }
      case 'log': {
        const { expr } = element.attributes;
        const value = expr === undefined ? () => undefined : this.formula(element, expr);
        return agent => void value(agent);
      }
      case 'if':
        return this.#if(element);
      case 'foreach':
        return this.#foreach(element);
      case 'send':
        return this.#send(element);
      case 'cancel': {
        const id = this.#either(element, 'sendid', 'sendidexpr');
        if (id === null) this.reading.refuse(element, '<cancel> needs a sendid');
        return agent => agent.cancel(String(id?.(agent)));
      }
      default:
        this.reading.refuse(element, `<${element.name}> is not read here${WHY[element.name] ?? ''}`);
        return null;
    }
  }

  /** Value of an element by `expr`, or by its text: JSON, or words. */
  valueOf(element: Element): AgentValue {
    const { expr } = element.attributes;
    if (expr !== undefined) return this.formula(element, expr);
    const text = element.text.trim();
    if (text === '') return () => undefined;
    try {
      const value = JSON.parse(text);
      return () => copyWithoutPrototype(value);
    } catch {
      const words = text.replace(/\s+/g, ' ');
      return () => words;
    }
  }

  #if(element: Element): Action {
    const arms: { test: AgentValue; elements: Element[] }[] = [];
    const test = (at: Element) => this.formula(at, at.attributes.cond ?? '');
    arms.push({ test: test(element), elements: [] });
    for (const child of element.children) {
      if (child.name === 'elseif') arms.push({ test: test(child), elements: [] });
      else if (child.name === 'else') arms.push({ test: () => true, elements: [] });
      else arms[arms.length - 1].elements.push(child);
    }
    const compiled = arms.map(arm => ({ test: arm.test, block: this.block(arm.elements) }));
    return agent => {
      const arm = compiled.find(({ test: holds }) => Boolean(holds(agent)));
      if (arm !== undefined) agent.run(arm.block);
    };
  }

  #foreach(element: Element): Action {
    const { array = '', item = '', index } = element.attributes;
    const list = this.formula(element, array);
    const block = this.block(element.children);
    return agent => {
      const values = list(agent);
      if (!Array.isArray(values)) throw new TypeError(`“${array}” is not a list`);
      if (values.length > MAX_LOOP_ROUNDS)
        throw new RangeError(`“${array}” is longer than ${MAX_LOOP_ROUNDS}`);
      for (const name of index === undefined ? [item] : [item, index])
        if (!Object.hasOwn(agent.data, name)) declareVariable(agent, name);
      for (const [i, value] of [...values].entries()) {
        agent.charge(1);
        assignVariable(agent, item, value);
        if (index !== undefined) assignVariable(agent, index, i);
        agent.run(block);
      }
    };
  }

  #send(element: Element): Action {
    const { attributes } = element;
    const event = this.#either(element, 'event', 'eventexpr');
    const target = this.#either(element, 'target', 'targetexpr');
    const type = this.#either(element, 'type', 'typeexpr');
    const delay = this.#either(element, 'delay', 'delayexpr');
    const payload = this.payload(element);
    const { id, idlocation } = attributes;
    if (event === null && !element.children.some(({ name }) => name === 'content'))
      this.reading.refuse(element, '<send> needs an event');
    return agent => {
      const sendId = idlocation === undefined ? id : createNextSendId(agent);
      if (idlocation !== undefined) assignVariable(agent, idlocation, sendId);
      const fail = (name: string, why: string): never => {
        throw new ActionFailure(why, name, sendId);
      };
      const name = String(event?.(agent) ?? '');
      const way = String(type?.(agent) ?? '');
      if (!PROCESSORS.has(way)) fail('error.execution', `events cannot be sent by “${way}”`);
      const to = String(target?.(agent) ?? '');
      const after = this.#delay(String(delay?.(agent) ?? '0s'), fail);
      const data = payload(agent);
      if (to === '#_internal') agent.raise(name, data);
      else if (to === '' || to === getAgentAddress(agent.index))
        agent.send(name, { after, ...(sendId !== undefined && { id: sendId }), data });
      else if (to.startsWith('#_')) fail('error.communication', `nobody is at “${to}”`);
      else fail('error.execution', `“${to}” is not an address`);
    };
  }

  #delay(text: string, fail: (name: string, why: string) => never): number {
    const delay = parseDelay(text);
    return delay === null
      ? fail('error.execution', describeInvalidDelay(text))
      : delay.milliseconds / this.reading.tick;
  }

  /** Says of a delay that is known what becomes of it on the run's clock. */
  #noteDelay(element: Element): void {
    const { delay, delayexpr, event, eventexpr } = element.attributes;
    const say = (what: string) => this.reading.warn(element, `“${event ?? eventexpr}” ${what}`);
    if (delayexpr !== undefined) this.reading.delayed();
    if (delay === undefined || delayexpr !== undefined) return;
    const found = parseDelay(delay);
    if (found === null) {
      say(`is never sent, and its agent gets error.execution: ${describeInvalidDelay(delay)}`);
      return;
    }
    const { milliseconds, hasUnit } = found;
    if (milliseconds > 0) this.reading.delayed();
    if (milliseconds > 0 && !hasUnit)
      say(`has a delay without a unit, “${delay.trim()}”, which is read as ${formatDuration(milliseconds)}`);
    const note = describeOffTickDelay(milliseconds, this.reading.tick);
    if (note !== null) say(note);
  }

  /** Data of an event: `namelist`, params, or content. */
  payload(element: Element): AgentValue {
    const content = element.children.find(({ name }) => name === 'content');
    if (content !== undefined) return this.valueOf(content);
    const parts: [name: string, value: AgentValue][] = (element.attributes.namelist ?? '')
      .split(/\s+/)
      .filter(name => name !== '')
      .map(name => [name, this.formula(element, name)]);
    for (const param of element.children) {
      if (param.name !== 'param') continue;
      const { name = '', expr, location } = param.attributes;
      if (name === '') this.reading.refuse(param, '<param> needs a name');
      parts.push([name, this.formula(param, expr ?? location ?? '')]);
    }
    if (parts.length === 0) return () => undefined;
    return agent => {
      const data: Record<string, unknown> = Object.create(null);
      for (const [name, value] of parts) data[name] = value(agent);
      return data;
    };
  }
}

/** Names the innermost element at which a chart computed too much. */
const placeOverloads =
  (run: Action, { line }: Element): Action =>
  (agent, context) => {
    try {
      run(agent, context);
    } catch (error) {
      if (error instanceof ChartOverload) error.placeAt(line);
      throw error;
    }
  };

const WHY: Readonly<Record<string, string>> = {
  script: ': charts have no code of their own; use <assign>',
  invoke: ': no other machine is started by a chart',
};

const describeInvalidDelay = (text: string): string => `“${text}” is not a time, such as 2s or 500ms`;

/** Ids that nobody gave are numbered for each agent. */
function createNextSendId(agent: ChartAgent): string {
  const sent = Number(agent.data._sent ?? 0) + 1;
  agent.data._sent = sent;
  return `send_${sent}`;
}

/** Content that needs no evaluation, as data. */
function convertContentToData(element: Element, reading: ContentReading): ActionDefinition | null {
  const { name, attributes, children, text } = element;
  const isBare = children.length === 0 && text.trim() === '';
  const has = (...names: string[]) => Object.keys(attributes).every(key => names.includes(key));
  if (!isBare) return null;
  if (name === 'raise' && attributes.event) return { kind: 'raise', event: attributes.event };
  if (name === 'cancel' && attributes.sendid) return { kind: 'cancel', id: attributes.sendid };
  if (name !== 'send' || !attributes.event || !has('event', 'delay', 'id')) return null;
  const delay = parseDelay(attributes.delay ?? '0s');
  if (delay === null) return null;
  const after = delay.milliseconds / reading.tick;
  return { kind: 'send', event: attributes.event, after, ...(attributes.id && { id: attributes.id }) };
}
