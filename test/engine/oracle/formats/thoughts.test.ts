import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChoiceReply } from '../../../../src/engine/oracle/formats/parseChoiceReply.ts';
import { stripThoughts } from '../../../../src/engine/oracle/formats/thoughts.ts';

const DRAFT = '{"action":"like"}';
const ANSWER = '{"next_state":"scrolling","action":"ignore"}';
const OPTIONS = ['ignore', 'like'].map(action => ({
  ...{ action, meaning: action, nextState: action === 'ignore' ? 'scrolling' : 'liking', writes: false },
}));

/** What stands before the thoughts, between them and the answer, and behind it. */
const FORMS: readonly (readonly [family: string, open: string, close: string, after?: string])[] = [
  ['DeepSeek and most others', '<think>', '</think>'],
  ['prompts for Claude', '<thinking>', '</thinking>'],
  ['EXAONE', '<thought>', '</thought>'],
  ['a tag of its own', '<reasoning>', '</reasoning>'],
  ['Seed', '<seed:think>', '</seed:think>'],
  ['Magistral', '[THINK]', '[/THINK]'],
  ['Kimi', '◁think▷', '◁/think▷'],
  ['Sky-T1', '<|begin_of_thought|>', '<|end_of_thought|>'],
  ['Command A', '<|START_THINKING|>', '<|END_THINKING|>'],
  ['Apertus', '<|inner_prefix|>', '<|inner_suffix|>'],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>',
    '<|end|><|start|>assistant<|channel|>final<|message|>',
    '<|return|>',
  ],
  [
    'gpt-oss that answers in JSON',
    '<|channel|>analysis<|message|>',
    '<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>',
  ],
  ['gpt-oss without its marks', 'analysis', 'assistantfinal'],
  ['Gemma', '<|channel>thought\n', '<channel|>'],
  ['MedGemma', '<unused94>thought\n', '<unused95>'],
];

const chosen = (said: string) => {
  const read = parseChoiceReply(OPTIONS, said);
  return 'option' in read ? OPTIONS[read.option].action : read.reason;
};

describe.each(FORMS.map(([family, open, close, after = '']) => [family, open, close, after] as const))(
  'thoughts as %s marks them',
  (_, open, close, after) => {
    it('are not the answer, and neither are drafts in them', () => {
      for (const draft of [DRAFT, `First, ${DRAFT}. Or not?`, `\`\`\`json\n${DRAFT}\n\`\`\``])
        for (const answer of [ANSWER, `\n\n${ANSWER}`, `\`\`\`json\n${ANSWER}\n\`\`\``, `So: ${ANSWER}`])
          expect(chosen(`${open}${draft}${close}${answer}${after}`)).toBe('ignore');
    });

    it('are not the answer where they occur twice', () => {
      expect(chosen(`${open}${DRAFT}${close}Hm.${open}${DRAFT}${close}${ANSWER}`)).toBe('ignore');
    });

    it('leave no answer where they never end', () => {
      if (open !== 'analysis') expect(stripThoughts(`${open}I would ${DRAFT}`)).toBe('');
    });

    it('are recognised by their end alone, after a draft or other words', () => {
      if (open === 'analysis') return;
      expect(chosen(`Okay, ${DRAFT} would fit.\n${close}\n\n${ANSWER}`)).toBe('ignore');
      expect(chosen(`${DRAFT} would fit.${close}${ANSWER}`)).toBe('ignore');
    });

    it('are ordinary text where an object quotes their marks', () => {
      for (const text of [open, close, `${open}${close}`, `${close} ${open}`].map(one => one.trimEnd())) {
        const said = JSON.stringify({ action: 'ignore', text });
        for (const around of [said, `Sure: ${said}`, `{"none": 1} ${said}`, `\`\`\`\n${said}\n\`\`\``])
          expect(stripThoughts(around)).toBe(around);
      }
    });
  },
);

it('marks within an element are the answer’s own, whatever stands before it', () => {
  const answer = '<agent><action><value>a <think> of </think> it</value></action></agent>';
  for (const said of [answer, `Here it is:\n${answer}`]) expect(stripThoughts(said)).toBe(said);
  for (const draft of [
    `Or ${answer}?`,
    'An <agent> element, then.',
    'The <agent> tag: <next_state>no</next_state>.',
  ])
    expect(stripThoughts(`${draft}</think>${answer}`)).toBe(answer);
  expect(stripThoughts(`<think>Or ${answer.replaceAll('think', 'thinking')}?</think>${answer}`)).toBe(answer);
});

it('thoughts about a tag of thoughts end with their own', () => {
  expect(chosen(`<think>The tag <thinking> is ${DRAFT}. </think>${ANSWER}`)).toBe('ignore');
  expect(chosen(`<think>One <think>${DRAFT}</think>${DRAFT}</think>${ANSWER}`)).toBe('ignore');
});

it('thoughts may end with another tag than they began with', () => {
  for (const [open, close] of [
    ['<think>', '</thinking>'],
    ['<thinking>', '</think>'],
  ])
    expect(chosen(`${open}hm ${DRAFT}${close}\n${ANSWER}`)).toBe('ignore');
});

it('a call of a tool by gpt-oss is an answer, in whatever channel', () => {
  const thoughts = `<|channel|>analysis<|message|>${DRAFT}?<|end|><|start|>assistant`;
  for (const [head, tail] of [
    ['<|channel|>commentary to=functions.act <|constrain|>json<|message|>', '<|call|>'],
    ['<|channel|>commentary<|message|>', '<|end|>'],
    ['<|channel|>final\n', ''],
  ])
    expect(stripThoughts(`${thoughts}${head}${ANSWER}${tail}`).trim()).toBe(ANSWER);
});

it.each([
  'The HTML tag <thought> is unknown.',
  'Wrap it in <thinking> tags.',
  'analysis of the assistantFinal report, assistantfinal',
  `I use the <think> tag: ${ANSWER}`,
  `[think] maybe ${ANSWER}`,
])('a mention of a mark is not a thought: %s', said => {
  expect(stripThoughts(said)).toBe(said);
});

it('an answer is a part of the reply, for many marks and very long replies too', () => {
  const pieces = [
    '<think>',
    '</think>',
    '[THINK]',
    '[/THINK]',
    '{',
    '}',
    '"',
    '\\',
    'analysis',
    'assistantfinal',
    ' a ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), parts => {
      const said = parts.join('');
      expect(said).toContain(stripThoughts(said));
    }),
  );
  for (const piece of pieces) stripThoughts(piece.repeat(100_000));
  stripThoughts('{</think>'.repeat(50_000));
  stripThoughts('x{"</think>'.repeat(50_000));
});
