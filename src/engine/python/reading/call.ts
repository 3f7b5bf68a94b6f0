import type { SyntaxNode } from '@lezer/common';
import type { Expression } from '../program.ts';
import { misplaced } from './display.ts';
import type { Reader } from './reader.ts';
import { refuse } from './refusal.ts';
import { isContext } from './subscript.ts';
import { partsOf } from './tree.ts';
import { type Arity, FOREIGN, FUNCTIONS, foreign, METHODS, PYTHON_NAMES } from './words.ts';

/** A call of a function or of a method. @throws Refusal for anything else that is called */
export function callOf(reader: Reader, node: SyntaxNode): Expression {
  const [callee, list] = partsOf(node);
  if (callee.name === 'VariableName') return functionOf(reader, node, callee, list);
  const [object, point, property] = partsOf(callee);
  if (callee.name !== 'MemberExpression' || point?.name !== '.')
    return refuse(node.from, 'only functions and methods can be called, by their names');
  return methodOf(reader, node, object, property, list);
}

function functionOf(reader: Reader, node: SyntaxNode, callee: SyntaxNode, list: SyntaxNode): Expression {
  const name = reader.name(callee);
  const arity = FUNCTIONS.get(name);
  if (arity === undefined) {
    const what = PYTHON_NAMES.has(name) ? `the function ${name}` : `a call of ${name.slice(0, 40)}`;
    return refuse(node.from, `${foreign(what)}, which has ${[...FUNCTIONS.keys()].join(', ')}`);
  }
  const { values, reverse } = valuesOf(reader, list, name === 'sorted');
  checkCount(node, name, values, arity);
  return { kind: 'call', at: reader.place(node), name, values, reverse };
}

function methodOf(
  reader: Reader,
  node: SyntaxNode,
  object: SyntaxNode,
  property: SyntaxNode,
  list: SyntaxNode,
): Expression {
  if (object.name === 'Number') refuse(object.from, 'a number has no methods; write a digit after the point');
  const name = reader.name(property);
  const arity = METHODS.get(name);
  if (arity === undefined || (isContext(reader, object) && name !== 'get'))
    return refuse(property.from, foreign(`the method ${name.slice(0, 40)}`));
  const { values } = valuesOf(reader, list, false);
  checkCount(property, name, values, arity);
  const at = reader.place(node);
  if (isContext(reader, object)) return { kind: 'get', at, key: values[0], fallback: values[1] ?? null };
  return { kind: 'method', at, object: reader.expression(object), name, values };
}

function checkCount(node: SyntaxNode, name: string, values: readonly unknown[], [fewest, most]: Arity): void {
  if (values.length >= fewest && values.length <= most) return;
  const range =
    fewest === most ? `${fewest}` : most === Infinity ? `${fewest} or more` : `${fewest} or ${most}`;
  refuse(node.from, `${name} takes ${range} values here, not ${values.length}`);
}

interface Values {
  readonly values: readonly Expression[];
  readonly reverse: Expression | null;
}

/** @param isSorted whether `reverse=` is allowed as the last argument */
function valuesOf(reader: Reader, list: SyntaxNode, isSorted: boolean): Values {
  const inside = partsOf(list).slice(1, -1);
  const keyword = inside.findIndex(part => part.name === 'AssignOp');
  if (keyword < 0) return { values: commaParted(reader, inside), reverse: null };
  const isReverse = isSorted && reader.text(inside[keyword - 1]) === 'reverse' && keyword >= 3;
  const isLast = inside.slice(keyword + 2).every(({ name }, at) => name === ',' && at === 0);
  if (!isReverse || !isLast || reader.text(inside[keyword]) !== '=')
    return refuse(inside[keyword - 1].from, foreign(FOREIGN[reader.text(inside[keyword])]));
  return {
    values: commaParted(reader, inside.slice(0, keyword - 1)),
    reverse: reader.expression(inside[keyword + 1]),
  };
}

function commaParted(reader: Reader, inside: readonly SyntaxNode[]): readonly Expression[] {
  return inside.flatMap((part, at) => {
    if (at % 2 === 0) return [reader.expression(part)];
    return part.name === ',' ? [] : misplaced(reader, part, 'call');
  });
}
