import type { CallExpression, MemberExpression, Property, Super } from 'acorn';
import { copyWithoutPrototype } from '../hierarchy/chartVariables.ts';
import type { Node } from './parseScxmlExpression.ts';

/** Lookup of names. */
export interface Scope {
  has(name: string): boolean;
  get(name: string): unknown;
  /** Takes the work of an expression: its parts, and the items of lists that are read. */
  charge(units: number): void;
}

const MAX_TEXT_LENGTH = 100_000;
const MAX_LIST_LENGTH = 10_000;

type Call = (...values: readonly unknown[]) => unknown;

/** Functions that give the same in every browser: no sines, no roots of anything but two, no chance, no clock. */
const GLOBALS: Readonly<Record<string, unknown>> = {
  undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
};
const FUNCTIONS: Readonly<Record<string, Call>> = {
  Number: value => Number(toPrimitiveOperand(value)),
  String: value => toExpressionText(value),
  Boolean: value => Boolean(value),
  isNaN: value => Number.isNaN(Number(toPrimitiveOperand(value))),
  parseInt: (value, radix) => Number.parseInt(toExpressionText(value), Number(radix ?? 10)),
  parseFloat: value => Number.parseFloat(toExpressionText(value)),
};
const createNumericCall =
  (of: (...numbers: number[]) => number): Call =>
  (...values) =>
    of(...values.map(value => Number(toPrimitiveOperand(value))));
const NAMESPACES: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  Math: {
    abs: createNumericCall(Math.abs),
    ceil: createNumericCall(Math.ceil),
    floor: createNumericCall(Math.floor),
    max: createNumericCall(Math.max),
    min: createNumericCall(Math.min),
    round: createNumericCall(Math.round),
    sign: createNumericCall(Math.sign),
    sqrt: createNumericCall(Math.sqrt),
    trunc: createNumericCall(Math.trunc),
  },
  JSON: {
    stringify: value => JSON.stringify(value),
    parse: value => copyWithoutPrototype(JSON.parse(toExpressionText(value))),
  },
  Array: { isArray: value => Array.isArray(value) },
  Object: { keys: value => Object.keys(value as object) },
};
const TEXT_METHODS = new Set(
  'charAt endsWith includes indexOf lastIndexOf slice startsWith substring toLowerCase toUpperCase trim'.split(
    ' ',
  ),
);
const LIST_METHODS = new Set('concat includes indexOf join lastIndexOf slice'.split(' '));
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** A value that operators can take: objects are their JSON's name. */
const toPrimitiveOperand = (value: unknown) =>
  Array.isArray(value)
    ? value.join()
    : typeof value === 'object' && value !== null
      ? '[object Object]'
      : value;

const toExpressionText = (value: unknown): string => String(toPrimitiveOperand(value));

/**
 * Evaluates an expression: without loops, so it takes as many steps as it has parts.
 * @throws Error as the language would, or if a text or a list grows too long
 */
export function evaluateScxmlExpression(node: Node, scope: Scope): unknown {
  const evaluation = new Evaluation(scope);
  const value = evaluation.of(node);
  scope.charge(evaluation.work);
  return value;
}

/** Items of a list that are read for a unit of work. */
const ITEMS_OF_UNIT = 16;

class Evaluation {
  work = 0;

  constructor(readonly scope: Scope) {}

  of(node: Node | Super): unknown {
    this.work++;
    switch (node.type) {
      case 'Literal':
        return node.value;
      case 'Identifier':
        return this.#name(node.name);
      case 'ParenthesizedExpression':
        return this.of(node.expression);
      case 'TemplateLiteral': {
        const parts = node.quasis.map((quasi, i) => {
          const value = node.expressions[i];
          return (quasi.value.cooked ?? '') + (value === undefined ? '' : toExpressionText(this.of(value)));
        });
        return checkValueBounds(parts.join(''));
      }
      case 'ArrayExpression':
        return node.elements.map(one => (one === null ? undefined : this.of(one as Node)));
      case 'ObjectExpression': {
        const own: Record<string, unknown> = Object.create(null);
        for (const property of node.properties as Property[]) {
          const key =
            property.key.type === 'Identifier' ? property.key.name : String(this.of(property.key as Node));
          own[key] = this.of(property.value);
        }
        return own;
      }
      case 'MemberExpression':
        return this.#member(node);
      case 'CallExpression':
        return this.#call(node);
      case 'UnaryExpression': {
        if (
          node.operator === 'typeof' &&
          node.argument.type === 'Identifier' &&
          !this.#isKnown(node.argument.name)
        )
          return 'undefined';
        return evaluateUnary(node.operator, this.of(node.argument));
      }
      case 'LogicalExpression': {
        const left = this.of(node.left);
        if (node.operator === '&&') return left ? this.of(node.right) : left;
        if (node.operator === '||') return left ? left : this.of(node.right);
        return left ?? this.of(node.right);
      }
      case 'ConditionalExpression':
        return this.of(node.test) ? this.of(node.consequent) : this.of(node.alternate);
      case 'BinaryExpression':
        return checkValueBounds(
          evaluateBinary(node.operator, this.of(node.left as Node), this.of(node.right)),
        );
      default:
        throw new Error(`${node.type} is not in the subset`);
    }
  }

  #isKnown(name: string): boolean {
    return this.scope.has(name) || [GLOBALS, FUNCTIONS, NAMESPACES].some(all => Object.hasOwn(all, name));
  }

  #name(name: string): unknown {
    if (this.scope.has(name)) return this.scope.get(name);
    if (Object.hasOwn(GLOBALS, name)) return GLOBALS[name];
    throw new ReferenceError(`“${name}” is not a variable of the chart`);
  }

  #key(node: MemberExpression): string {
    const { property } = node;
    const key = node.computed
      ? toExpressionText(this.of(property as Node))
      : (property as { name: string }).name;
    if (FORBIDDEN.has(key)) throw new Error(`“${key}” is not in the subset`);
    return key;
  }

  #member(node: MemberExpression): unknown {
    const owner = this.of(node.object);
    const key = this.#key(node);
    if (owner === undefined || owner === null)
      throw new TypeError(`“${key}” of ${owner === null ? 'null' : 'undefined'}`);
    if (typeof owner === 'string') return key === 'length' ? owner.length : owner[Number(key)];
    if (typeof owner !== 'object') return undefined;
    if (Array.isArray(owner) && key === 'length') return owner.length;
    return Object.hasOwn(owner, key) ? (owner as Record<string, unknown>)[key] : undefined;
  }

  #call(node: CallExpression): unknown {
    const values = node.arguments.map(one => this.of(one as Node));
    const { callee } = node;
    if (callee.type === 'Identifier') {
      const { name } = callee;
      const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
      const own = this.scope.has(name) ? this.scope.get(name) : known;
      if (typeof own === 'function') return checkValueBounds((own as Call)(...values));
      throw new TypeError(`“${name}” is not a function that charts may call`);
    }
    if (callee.type !== 'MemberExpression') throw new TypeError('only a function with a name can be called');
    const key = this.#key(callee);
    if (callee.object.type === 'Identifier' && !this.scope.has(callee.object.name)) {
      const { name } = callee.object;
      const space = Object.hasOwn(NAMESPACES, name) ? NAMESPACES[name] : {};
      if (Object.hasOwn(space, key)) return checkValueBounds(space[key](...values));
    }
    const owner = this.of(callee.object);
    if (typeof owner === 'string' && TEXT_METHODS.has(key))
      return (owner as unknown as Record<string, Call>)[key](...values.map(toPrimitiveOperand));
    if (Array.isArray(owner)) this.work += Math.ceil(owner.length / ITEMS_OF_UNIT);
    if (Array.isArray(owner) && LIST_METHODS.has(key))
      return checkValueBounds((owner as unknown as Record<string, Call>)[key](...values));
    throw new TypeError(`“${key}” is not a function that charts may call`);
  }
}

function evaluateUnary(operator: string, value: unknown): unknown {
  switch (operator) {
    case '!':
      return !value;
    case '-':
      return -Number(toPrimitiveOperand(value));
    case '+':
      return Number(toPrimitiveOperand(value));
    case '~':
      return ~Number(toPrimitiveOperand(value));
    case 'typeof':
      return typeof value;
    default:
      return undefined;
  }
}

type Operand = string & number;

function evaluateBinary(operator: string, left: unknown, right: unknown): unknown {
  const [a, b] = [toPrimitiveOperand(left) as Operand, toPrimitiveOperand(right) as Operand];
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return isLooselyEqual(left, right);
    case '!=':
      return !isLooselyEqual(left, right);
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '>>>':
      return a >>> b;
    default: {
      if (typeof right !== 'object' || right === null) throw new TypeError('“in” asks an object');
      return Object.hasOwn(right, toExpressionText(left));
    }
  }
}

/** `==`: objects are equal to themselves, and to a text as their own. */
function isLooselyEqual(left: unknown, right: unknown): boolean {
  const areObjects = typeof left === 'object' && typeof right === 'object';
  if (areObjects || left === null || right === null || left === undefined || right === undefined)
    return left === right || ((left ?? null) === null && (right ?? null) === null);
  // biome-ignore lint/suspicious/noDoubleEquals: it is what is asked for.
  return toPrimitiveOperand(left) == toPrimitiveOperand(right);
}

function checkValueBounds<T>(value: T): T {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH)
    throw new RangeError(`a text is longer than ${MAX_TEXT_LENGTH} letters`);
  if (Array.isArray(value) && value.length > MAX_LIST_LENGTH)
    throw new RangeError(`a list is longer than ${MAX_LIST_LENGTH}`);
  return value;
}
