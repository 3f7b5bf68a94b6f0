import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readGovernedAnswer } from '../../../../../src/engine/models/governed/step/readGovernedAnswer.ts';
import { cpuTime } from '../../../../cpuTime.ts';

const TOOL =
  '{"action": "tool", "tool": "context.fts_search", "args": {"query": "port"}, "reasoning": "look"}';
const read = (text: string) => {
  const answer = readGovernedAnswer(text);
  if ('reason' in answer) throw new Error(answer.reason);
  return answer;
};
const toolOf = (text: string) => read(text).action;

describe('an answer', () => {
  it('is read unchanged', () => {
    expect(read(TOOL)).toEqual({
      action: { kind: 'tool', tool: 'context.fts_search', args: { query: 'port' }, next: null },
      reasoning: 'look',
      mended: [],
    });
    expect(read('{"action":"reason","reasoning":"so","next_state":"Deciding"}').action).toEqual({
      kind: 'reason',
      next: 'deciding',
    });
    expect(read('{"action":"finish","final":"8400"}').action).toEqual({
      kind: 'finish',
      final: '8400',
      next: null,
    });
  });

  it.each([
    ['in a fence', `\`\`\`json\n${TOOL}\n\`\`\``, 'taken out of a fence'],
    ['with prose around it', `Sure! Here it is: ${TOOL} Hope it helps.`, 'taken out of what stood around it'],
    [
      'in a fence with prose before it',
      `Sure:\n\`\`\`\n${TOOL}\n\`\`\``,
      'taken out of what stood around it',
    ],
    ['with single quotes', TOOL.replaceAll('"', "'"), 'its JSON was repaired'],
    [
      'with a comma too many',
      TOOL.replace('}}', '},}').replace('"look"', '"look",'),
      'its JSON was repaired',
    ],
    ['without its end', TOOL.slice(0, -12), 'its JSON was repaired'],
    ['after an object that says nothing', `{"thought": 1} ${TOOL}`, 'object 2 of 2'],
    ['before another', `${TOOL} {"action": "finish"}`, 'object 1 of 2'],
    ['without an action', TOOL.replace('"action": "tool", ', ''), 'no action: taken for tool'],
    [
      'with a text for its arguments',
      TOOL.replace('{"query": "port"}', '"port"'),
      'args was a text: taken for the query',
    ],
  ])('is read %s', (_, text, mended) => {
    expect(toolOf(text)).toMatchObject({ kind: 'tool', args: { query: 'port' } });
    expect(read(text).mended).toContain(mended);
  });

  it('whose tool is finish is a finish', () => {
    expect(toolOf('{"action":"tool","tool":"finish","args":{"answer":"42"}}')).toEqual({
      kind: 'finish',
      final: '42',
      next: null,
    });
  });

  it.each([
    ['I think the port is 8400.', 'no JSON object in it'],
    ['', 'no JSON object in it'],
    ['[1, 2]', 'no JSON object in it'],
    ['{"action": "dance"}', '"dance" is no action: tool, reason or finish'],
    ['{"hello": "world"}', 'it names no action'],
    ['{"action": "tool"}', 'a tool call that names no tool'],
    [`{"action":"tool","tool":"t","args":{"query":"${'x'.repeat(3000)}"}}`, 'arguments that are too long'],
    [`{"action":"tool","tool":"t","args":"${'x'.repeat(3000)}"}`, 'arguments that are too long'],
  ])('of %j is refused: %s', (text, reason) => {
    expect(readGovernedAnswer(text)).toEqual({ reason });
  });

  it('cannot reach a prototype', () => {
    const { action } = read(
      '{"action":"tool","tool":"t","args":{"__proto__":{"polluted":1},"constructor":1}}',
    );
    expect(action.kind === 'tool' && Object.keys(action.args)).toEqual(['constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(readGovernedAnswer('{"__proto__":{"action":"finish"}}')).toEqual({ reason: 'it names no action' });
  });

  it('loses control and bidirectional characters of its texts', () => {
    expect(read('{"action":"finish","final":"a\\u202eb\\u0000c\\nd"}').action).toMatchObject({
      final: 'abc d',
    });
    for (const args of ['{"query":"a\\u202eb\\u0000c\\nd"}', '"a\\u202eb\\u0000c\\nd"'])
      expect(toolOf(`{"action":"tool","tool":"t","args":${args}}`)).toMatchObject({
        args: { query: 'abc d' },
      });
  });

  it.each([
    ['deep nesting', `{"action":${'['.repeat(50_000)}`],
    ['open braces', '{'.repeat(50_000)],
    ['quotes', '{"'.repeat(20_000)],
    ['backslashes', `{"a":"${'\\'.repeat(40_000)}`],
    ['a megabyte', `{"action":"finish","final":"${'x'.repeat(1_000_000)}"}`],
  ])('made of %s is processed at once', (_, text) => {
    expect(cpuTime(() => readGovernedAnswer(text))).toBeLessThan(2000);
  });

  it('never throws, and gives either an action or a reason, whatever its text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map(json => `text ${json.slice(1)}`),
        ),
        text => {
          const answer = readGovernedAnswer(text);
          expect(
            'reason' in answer
              ? answer.reason !== ''
              : ['tool', 'reason', 'finish'].includes(answer.action.kind),
          ).toBe(true);
        },
      ),
    );
  });

  it('is found again in any prose without braces', () => {
    const prose = fc.string().map(text => text.replace(/[{}]/g, ''));
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        expect(toolOf(`${before}${TOOL}${after}`)).toMatchObject({ args: { query: 'port' } });
      }),
    );
  });
});

describe('an answer in another shape', () => {
  it.each([
    ['after a brace that is prose', `If x {then y: ${TOOL}`],
    ['after its own thoughts', `<think>maybe {"action":"finish","final":"no"}</think>${TOOL}`],
    ['with its query outside', '{"action":"tool","tool":"context.fts_search","query":"port"}'],
    ['as other protocols call tools', '{"name":"context.fts_search","arguments":{"query":"port"}}'],
    ['with arguments as a text of JSON', '{"tool":"context.fts_search","args":"{\\"query\\":\\"port\\"}"}'],
    ['with arguments in a list', '{"tool":"context.fts_search","args":["port"]}'],
    ['with the tool as its action', '{"action":"context.fts_search","args":{"query":"port"}}'],
  ])('is read %s', (_, text) => {
    expect(toolOf(text)).toMatchObject({ kind: 'tool', tool: 'context.fts_search', args: { query: 'port' } });
  });

  it('that finishes without a word is refused', () => {
    expect(readGovernedAnswer('{"action":"finish","final":" "}')).toEqual({
      reason: 'a finish that says nothing',
    });
  });

  it('is too deep by its own brackets, never by the stack of its reader', () => {
    const nested = (depth: number) => `{"action":"reason","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(read(nested(63)).action).toEqual({ kind: 'reason', next: null });
    expect(readGovernedAnswer(nested(64))).toEqual({ reason: 'brackets more than 64 deep' });
    expect(readGovernedAnswer(nested(2300))).toEqual({ reason: 'brackets more than 64 deep' });
  });
});
