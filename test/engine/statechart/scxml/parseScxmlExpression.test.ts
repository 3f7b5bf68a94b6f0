import { describe, expect, it } from 'vitest';
import {
  evaluateScxmlExpression,
  type Scope,
} from '../../../../src/engine/statechart/scxml/evaluateScxmlExpression.ts';
import { parseScxmlExpression } from '../../../../src/engine/statechart/scxml/parseScxmlExpression.ts';

const VARIABLES: Readonly<Record<string, unknown>> = {
  x: 3,
  list: [1, 2, 3],
  text: 'a,b',
  o: { y: { z: 1 } },
};
const scope: Scope = {
  has: name => Object.hasOwn(VARIABLES, name),
  get: name => VARIABLES[name],
  charge: () => {},
};
const value = (text: string) => evaluateScxmlExpression(parseScxmlExpression(text), scope);

describe('expressions', () => {
  it.each<[string, unknown]>([
    ['x + 1', 4],
    ['-x % 2', -1],
    ["'x:' + x", 'x:3'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the chart's own.
    ['`${x}!`', '3!'],
    ['x > 2 && x !== 4 ? list[1] : 0', 2],
    ['list.length', 3],
    ['text.slice(0, 1).toUpperCase()', 'A'],
    ['list.indexOf(2)', 1],
    ["list.concat([4]).join('-')", '1-2-3-4'],
    ['o.y.z', 1],
    ["'y' in o", true],
    ["typeof nothing === 'undefined'", true],
    ['Math.max(x, 7.5)', 7.5],
    ['JSON.stringify({ a: [x] })', '{"a":[3]}'],
    ["x == '3'", true],
    ['null == undefined', true],
    ['(x | 4) ^ 1', 6],
    ['undefined ?? x', 3],
  ])('%s', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each([
    ['x = 4', 'an assignment; use <assign>'],
    ['x++', '++ or --; use <assign>'],
    ['() => 1', 'a function'],
    ['new Date()', 'new'],
    ['this', 'this'],
    ['/^(a+)+$/', 'a regular expression'],
    ['[...list]', '...'],
    ['x, 1', 'a comma'],
    ['return', 'it cannot be read'],
    ['', 'an expression is missing'],
    ['10n', 'a BigInt'],
    ['2 ** 10', '**'],
    ['{ get a() { return 1 } }', 'an accessor'],
    [`${'('.repeat(9000)}1`, 'is not an expression'],
    ['1'.repeat(10_001), 'longer than 10000 letters'],
  ])('%s is refused', (text, why) => {
    expect(() => parseScxmlExpression(text)).toThrow(why);
  });

  it.each([
    'nothing',
    'constructor',
    'toString()',
    "'a'.constructor.constructor('return 1')()",
    "o['__proto__']",
    '({}).hasOwnProperty',
    'o.nothing.more',
    "list['const' + 'ructor']",
    'globalThis',
    'process.exit()',
    'Math.random()',
    'Date.now()',
    "'a'.replace('a', 'b')",
    "'a'.repeat(1000000)",
    "fetch('/')",
  ])('%s reaches nothing', text => {
    let got: unknown;
    try {
      got = value(text);
    } catch {
      got = undefined;
    }
    expect(got).toBeUndefined();
  });

  it('are as long as they are written, and their texts do not grow without end', () => {
    const sum = Array.from({ length: 900 }, () => 'x').join('+');
    expect(value(sum)).toBe(3 * 900);
    const nested = Array.from({ length: 18 }).reduce<string>(inner => `JSON.stringify(${inner})`, "'\"'");
    expect(() => value(nested)).toThrow('a text is longer than 100000 letters');
  });
});
