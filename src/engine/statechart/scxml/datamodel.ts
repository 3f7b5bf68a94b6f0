import type { ChartAgent, ChartEvent } from '../definition.ts';
import { getAgentAddress, getAgentSessionId } from '../hierarchy/macrostep.ts';
import { evaluateScxmlExpression, type Scope } from './evaluateScxmlExpression.ts';
import { type Node, NotAnExpression, parseScxmlExpression } from './parseScxmlExpression.ts';

/** The only processor of events that there is; its name, and the short one. */
export const PROCESSOR = 'http://www.w3.org/TR/scxml/#SCXMLEventProcessor';
const SYSTEM = new Set(['_event', '_sessionid', '_name', '_ioprocessors', '_x', 'In']);
const DATA_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** An expression that was read with its document; one that could not be read fails when it is reached. */
export class Formula {
  readonly #node: Node | null;
  readonly mistake: string | null;

  constructor(readonly text: string) {
    let node: Node | null = null;
    let mistake: string | null = null;
    try {
      node = parseScxmlExpression(text);
    } catch (error) {
      if (!(error instanceof NotAnExpression)) throw error;
      mistake = error.message;
    }
    this.#node = node;
    this.mistake = mistake;
  }

  of(agent: ChartAgent, chart: string): unknown {
    if (this.#node === null) throw new SyntaxError(this.mistake!);
    const value = evaluateScxmlExpression(this.#node, new AgentScope(agent, chart));
    if (typeof value === 'object' && value !== null) agent.charge(checkValueSize(value));
    return value;
  }
}

/** Parts of a value, those within parts among them: lists that hold themselves double each time. */
const MAX_VALUE_PARTS = 100_000;
const MAX_VALUE_LEVELS = 64;
/** Parts that are walked for a unit of work. */
const PARTS_OF_UNIT = 16;

/** @returns the work of the look @throws RangeError for a value of too many parts or levels */
function checkValueSize(value: object): number {
  let parts = 0;
  let level: object[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_VALUE_LEVELS)
      throw new RangeError(`a value has more than ${MAX_VALUE_LEVELS} levels, or holds itself`);
    const next: object[] = [];
    for (const one of level)
      for (const part of Object.values(one)) {
        if (++parts > MAX_VALUE_PARTS) throw new RangeError(`a value has more than ${MAX_VALUE_PARTS} parts`);
        if (typeof part === 'object' && part !== null) next.push(part);
      }
    level = next;
  }
  return Math.ceil(parts / PARTS_OF_UNIT);
}

/** Names of an agent: its variables, and SCXML's system variables. */
class AgentScope implements Scope {
  constructor(
    readonly agent: ChartAgent,
    readonly chart: string,
  ) {}

  charge(units: number): void {
    this.agent.charge(units);
  }

  has(name: string): boolean {
    return SYSTEM.has(name) || Object.hasOwn(this.agent.data, name);
  }

  get(name: string): unknown {
    const { agent } = this;
    switch (name) {
      case '_event':
        return agent.event === null ? undefined : getEventObject(agent.event);
      case '_sessionid':
        return getAgentSessionId(agent.index);
      case '_name':
        return this.chart;
      case '_ioprocessors':
        return getIoProcessors(agent);
      case '_x':
        return createDataRecord({});
      case 'In':
        return (state: unknown) => isAgentInState(agent, String(state));
      default:
        return agent.data[name];
    }
  }
}

const createDataRecord = (of: Readonly<Record<string, unknown>>): unknown =>
  Object.assign(Object.create(null), of);

function isAgentInState(agent: ChartAgent, state: string): boolean {
  try {
    return agent.isIn(state);
  } catch {
    return false;
  }
}

const events = new WeakMap<ChartEvent, unknown>();

/** An event as expressions see it: the same object as long as it is answered. */
function getEventObject(event: ChartEvent): unknown {
  const known = events.get(event);
  if (known !== undefined) return known;
  const { name, kind, data, sendId, origin } = event;
  const origintype = origin === undefined ? undefined : PROCESSOR;
  const own = createDataRecord({
    name,
    type: kind,
    sendid: sendId,
    origin,
    origintype,
    invokeid: undefined,
    data,
  });
  events.set(event, own);
  return own;
}

const processors = new WeakMap<object, unknown>();

function getIoProcessors({ data, index }: ChartAgent): unknown {
  const known = processors.get(data);
  if (known !== undefined) return known;
  const location = getAgentAddress(index);
  const own = createDataRecord({
    [PROCESSOR]: createDataRecord({ location }),
    scxml: createDataRecord({ location }),
  });
  processors.set(data, own);
  return own;
}

/** Declares a variable, with or without a value. @throws Error when no variable can be called so */
export function declareVariable(agent: ChartAgent, name: string, value?: unknown): void {
  if (!DATA_NAME.test(name) || RESERVED.has(name) || SYSTEM.has(name))
    throw new Error(`“${name}” cannot be the name of a variable`);
  agent.data[name] = value;
}

const RESERVED = new Set(
  'break case catch class const continue debugger default delete do else export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

const DATA_PATH_STEP = /\.\s*([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(?:"([^"]*)"|'([^']*)'|(\d+))\s*\]/gu;

/** Assigns to a variable or to a part of one: `x`, `x.y`, `x[0]`. @throws Error for any other place */
export function assignVariable(agent: ChartAgent, location: string, value: unknown): void {
  const [, name = '', rest = ''] = /^\s*([\p{L}_$][\p{L}\p{N}_$]*)(.*)$/su.exec(location) ?? [];
  if (SYSTEM.has(name)) throw new Error(`“${name}” cannot be assigned to`);
  if (!Object.hasOwn(agent.data, name))
    throw new ReferenceError(`“${location.trim()}” is not a variable of the chart`);
  const keys = [...rest.matchAll(DATA_PATH_STEP)].map(
    ([, dotted, double, single, index]) => dotted ?? double ?? single ?? index,
  );
  if (rest.replace(DATA_PATH_STEP, '').trim() !== '')
    throw new Error(`“${location.trim()}” is not a place for a value`);
  const last = keys.pop();
  if (last === undefined) {
    agent.data[name] = value;
    return;
  }
  const whole = agent.data[name];
  let owner = whole;
  for (const key of keys) owner = getOwnPart(owner, key);
  if (typeof owner !== 'object' || owner === null || last === '__proto__')
    throw new TypeError(`“${location.trim()}” is not a place for a value`);
  const fields = owner as Record<string, unknown>;
  const [had, before] = [Object.hasOwn(fields, last), fields[last]];
  fields[last] = value;
  if (typeof value !== 'object' || value === null) return;
  try {
    // A part may hold the whole, and then has no end.
    agent.charge(checkValueSize(whole as object));
  } catch (error) {
    if (had) fields[last] = before;
    else delete fields[last];
    throw error;
  }
}

const getOwnPart = (owner: unknown, key: string): unknown =>
  typeof owner === 'object' && owner !== null && Object.hasOwn(owner, key)
    ? (owner as Record<string, unknown>)[key]
    : undefined;
