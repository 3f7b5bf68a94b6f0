import { pick } from '../chance.ts';
import type { Exchange } from '../exchange.ts';
import type { Fault } from './fault.ts';

const DEPTH = 50_000;
/** Stands in a text for bytes that no text has. */
const MARK = '\ue000';
const CONTENT = /"content":"(?:[^"\\]|\\.)*"/g;
const TOP_LOGPROBS = /"top_logprobs":\[[^\]]*\]/;
const LOGPROB = /"logprob":[^,}]+/g;

const body = (change: (text: string, exchange: Exchange) => string | Buffer) => (exchange: Exchange) =>
  exchange.send(200, change(exchange.text(), exchange));

/** Faults of the body: not JSON, not text, or JSON that no parser for answers expects. */
export const bodyFaults = {
  truncated: {
    line: 'half of the JSON, with the right length for it',
    act: body(text => text.slice(0, Math.floor(text.length / 2))),
  },
  'trailing-object': {
    line: 'the same JSON object twice in one body',
    act: body(text => text + text),
  },
  'invalid-utf8': {
    line: 'bytes that are not UTF-8 in the midst of what the model says',
    act: exchange => {
      const right = exchange.right();
      const mark = (text: string) => `${text.slice(0, text.length / 2)}${MARK}${text.slice(text.length / 2)}`;
      const tokens = right.tokens?.map(({ token, logprob }) => ({ token: mark(token), logprob })) ?? null;
      exchange.send(
        200,
        withoutUtf8(exchange.text({ ...right, tokens, content: mark(String(right.content)) })),
      );
    },
  },
  'nan-logprobs': {
    line: 'the bare word NaN for log-probabilities, which is not JSON',
    form: 'letter',
    act: body(text => text.replace(LOGPROB, '"logprob":NaN')),
  },
  'null-logprobs': {
    line: 'null for log-probabilities',
    form: 'letter',
    act: body(text => text.replace(LOGPROB, '"logprob":null')),
  },
  'string-logprobs': {
    line: 'the text "NaN" for log-probabilities',
    form: 'letter',
    act: body(text => text.replace(LOGPROB, '"logprob":"NaN"')),
  },
  'infinite-logprobs': {
    line: '-1e999 for log-probabilities, which is JSON and reads as −∞',
    form: 'letter',
    act: body(text => text.replace(LOGPROB, '"logprob":-1e999')),
  },
  'wrong-types': {
    line: 'a number or an array for the text of the answer, a number for the list of tokens',
    act: body((text, { chance }) => {
      const content = pick(['42', '["A"]', '[{"action":"like"}]'], chance('type'));
      return text.replace(CONTENT, `"content":${content}`).replace(TOP_LOGPROBS, '"top_logprobs":7');
    }),
  },
  'deep-envelope': {
    line: 'a body of 50,000 arrays in each other',
    act: body(() => '['.repeat(DEPTH) + ']'.repeat(DEPTH)),
  },
  'deep-answer': {
    line: 'an answer of 50,000 objects in each other',
    act: exchange =>
      exchange.answer({
        ...exchange.right(),
        tokens: null,
        content: `${'{"action":'.repeat(DEPTH)}"like"${'}'.repeat(DEPTH)}`,
      }),
  },
} satisfies Record<string, Fault>;

function withoutUtf8(text: string): Buffer {
  const mark = Buffer.from(MARK).toString('latin1');
  return Buffer.from(Buffer.from(text).toString('latin1').replaceAll(mark, '\xff\xfe'), 'latin1');
}
