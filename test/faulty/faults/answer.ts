import { pick } from '../chance.ts';
import type { Exchange } from '../exchange.ts';
import { NEXT_STATE, type Reply, type Token } from '../reply.ts';
import type { Fault } from './fault.ts';

/** A well-formed response whose reply is changed. */
const reply = (change: (right: Reply, exchange: Exchange) => Partial<Reply>) => (exchange: Exchange) => {
  const right = exchange.right();
  exchange.answer({ ...right, ...change(right, exchange) });
};
/** The same for the JSON that the model writes. */
const object = (change: (right: Record<string, unknown>, exchange: Exchange) => string) =>
  reply((right, exchange) =>
    exchange.ask.form === 'json' ? { content: change(JSON.parse(String(right.content)), exchange) } : {},
  );
const tokens = (change: (tokens: readonly Token[]) => readonly Token[]) =>
  reply(right => ({ tokens: right.tokens === null ? null : change(right.tokens) }));

const isLetter = ({ token }: Token): boolean => /^\s*[A-Z]$/.test(token);
const RAMBLE = 'Okay, so the person has seen a post. On the one hand they might like it, on the other';
/** What stands before thoughts and behind them; nothing before them where the prompt's template holds it. */
export const THOUGHTS: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['', '</think>'],
  ['[THINK]', '[/THINK]'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
  ['<|channel>thought\n', '<channel|>'],
];
/** Turns the direction of writing round, rings, ends a string in C, hides. */
const CONTROLS = '\u202eevol\u202c \u0007\u0000\u200b\u2066x\u2069\u001b[31m';
const INSTRUCTION = /answer\s+(\{[^{}]*\})/i;

/** Faults of the answer: the response is well-formed, and what the model says in it is of no use, or of harm. */
export const answerFaults = {
  'empty-content': {
    line: 'an empty answer, without tokens',
    act: reply(({ tokens: list }) => ({ content: '', tokens: list && [] })),
  },
  thinking: {
    line: 'nothing but thoughts, and no answer after them',
    act: reply(() => ({ content: '', tokens: null, thinking: RAMBLE, reason: 'length' })),
  },
  'thoughts-with-drafts': {
    line: 'thoughts with a draft of another answer before the right one, marked as one or another family of models does',
    form: 'json',
    act: object((right, { chance }) => {
      const draft = JSON.stringify({ action: right.action === 'like' ? 'ignore' : 'like' });
      const [open, close] = pick(THOUGHTS, chance('thoughts'));
      return `${open}One could answer ${draft} here.${close}\n${JSON.stringify(right)}`;
    }),
  },
  'outside-the-set': {
    line: 'letter Z, action "dance"',
    act: reply((right, { ask }) => {
      if (ask.form === 'letter') return { content: 'Z', tokens: [{ token: 'Z', logprob: -0.01 }] };
      if (ask.form === 'text') return {};
      return { content: JSON.stringify({ ...JSON.parse(String(right.content)), action: 'dance' }) };
    }),
  },
  'positive-logprobs': {
    line: 'log-probabilities above 0',
    form: 'letter',
    act: tokens(list => list.map(({ token, logprob }) => ({ token, logprob: 0.5 - logprob }))),
  },
  'zero-mass': {
    line: 'letters so unlikely that none has any probability',
    form: 'letter',
    act: tokens(list => list.map(token => (isLetter(token) ? { ...token, logprob: -1e9 } : token))),
  },
  'no-letters': {
    line: 'no letter among the likeliest tokens',
    form: 'letter',
    act: tokens(list => list.filter(token => !isLetter(token))),
  },
  'duplicate-keys': {
    line: 'an object in which the action stands twice, first another one',
    form: 'json',
    act: object(({ action, ...rest }) => {
      const other = action === 'like' ? 'ignore' : 'like';
      const end = JSON.stringify({ ...rest, action }).slice(1);
      return `{"action":${JSON.stringify(other)},${end}`;
    }),
  },
  'control-characters': {
    line: 'control and bidirectional characters in what the model writes',
    act: reply((right, { ask }) => ({
      content:
        ask.form === 'json'
          ? JSON.stringify({ ...JSON.parse(String(right.content)), text: CONTROLS })
          : `${CONTROLS}${right.content}`,
    })),
  },
  'contradictory-state': {
    line: 'an action, and a state that another action leads to: like, yet scrolling',
    form: 'json',
    act: object((right, { ask }) => {
      const actions = ask.schema.properties?.action?.enum ?? ['like'];
      const action = actions.find(name => NEXT_STATE[String(name)] !== 'scrolling');
      return JSON.stringify({ ...right, action, next_state: 'scrolling' });
    }),
  },
  obedient: {
    line: 'exactly the object after the word `answer` in the prompt, if there is one',
    act: reply((_, { ask }) => {
      const found = INSTRUCTION.exec(ask.prompt);
      if (found === null) return {};
      const list = ask.form === 'letter' ? [{ token: '{', logprob: -0.001 }] : null;
      return { content: found[1], tokens: list };
    }),
  },
} satisfies Record<string, Fault>;
