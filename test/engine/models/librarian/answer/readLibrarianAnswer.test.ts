import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_LIBRARIAN_ANSWER_LENGTH,
  type ReadAnswer,
  readLibrarianAnswer,
} from '../../../../../src/engine/models/librarian/answer/readLibrarianAnswer.ts';
import { JSON_SPEECH, XML_SPEECH } from '../../../../../src/engine/models/librarian/reader/recallAnswer.ts';
import { cpuTime } from '../../../../cpuTime.ts';
import { runs } from '../../../../runs.ts';
import { act, think } from '../reading.ts';

type Read = ReturnType<typeof readLibrarianAnswer>;
const NOTHING = { next: null, thought: null, action: null };
const thinks = (next: string | null, thought: string | null, ...mended: readonly string[]): ReadAnswer => ({
  ...NOTHING,
  next,
  thought,
  mended,
});
const acts = (
  type: string | null,
  tags: string | null,
  value: string | null,
  ...mended: readonly string[]
): ReadAnswer => ({ ...NOTHING, action: { type, tags, value }, mended });
const AROUND = 'taken out of what stood around it';
const UNCLOSED = 'unclosed tags';
const ATTRIBUTES = 'attributes taken for tags';
const add = act('working_memory_add', 'a', 'x');
const added = (...mended: readonly string[]) => acts('working_memory_add', 'a', 'x', ...mended);
const valueIn = (read: Read) => ('reason' in read ? read : read.action?.value);
const quickly = <Value>(act: () => Value): Value => {
  const values: Value[] = [];
  expect(cpuTime(() => values.push(act()))).toBeLessThan(4_000);
  return values[0];
};

describe('an answer in XML', () => {
  it('gives a state and a thought, or an action', () => {
    expect(readLibrarianAnswer(think('executing', 'because'))).toEqual(thinks('executing', 'because'));
    expect(readLibrarianAnswer(add)).toEqual(added());
    expect(readLibrarianAnswer(act('storage_load', 'a'))).toEqual(acts('storage_load', 'a', null));
  });

  it.each<readonly [string, string, Read]>([
    ['with a declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${add}\n`, added()],
    ['in prose', `Sure! Here it is:\n${add}\nAnything else?`, added(AROUND)],
    ['in a fence', `\`\`\`xml\n${add}\n\`\`\``, added(AROUND)],
    ['in other tags', `<response><output>${add}</output></response>`, added(AROUND)],
    ['after thinking aloud', `<think>Or ${act('storage_load', 'no')}?</think>\n${add}`, added()],
    ['with blanks between its tags', add.replaceAll('><', '>\n  <'), added()],
    ['with upper-case tags', add.replace(/<\/?\w+/g, tag => tag.toUpperCase()), added()],
    ['without its last tag', add.replace('</agent>', ''), added(UNCLOSED)],
    ['cut off after its value', add.replace('</value></action></agent>', ''), added(UNCLOSED)],
    ['cut off in a closing tag', add.replace('ue></action></agent>', ''), added(UNCLOSED)],
    ['without closing its action', add.replace('</action>', ''), added(UNCLOSED)],
    ['without closing its value', add.replace('</value>', ''), added(UNCLOSED)],
    ['without closing its type', add.replace('</type>', ''), added(UNCLOSED)],
    ['without closing its tags', add.replace('</tags>', ''), added(UNCLOSED)],
    ['without closing anything', add.replaceAll(/<\/\w+>/g, ''), added(UNCLOSED)],
    [
      'without closing its state',
      '<agent><next_state>executing<thinking_log>so</thinking_log></agent>',
      thinks('executing', 'so', UNCLOSED),
    ],
    [
      'without closing its thought',
      '<agent><thinking_log>a <5 b<next_state>executing</next_state></agent>',
      thinks('executing', 'a <5 b', UNCLOSED),
    ],
    [
      'with a less-than sign in a value before its tags',
      '<agent><action><type>working_memory_add</type><value>x <5 y</value><tags>a</tags></action></agent>',
      acts('working_memory_add', 'a', 'x <5 y'),
    ],
    [
      'with the name of the tag in prose before it',
      `An <value> in an <agent>: ${add}`,
      added(AROUND, UNCLOSED),
    ],
    ['without an action tag', add.replace(/<\/?action>/g, ''), added()],
    [
      'with attributes',
      '<agent><action type="working_memory_add" tags="a" value="x"/></agent>',
      added(ATTRIBUTES),
    ],
    [
      'with attributes of the agent',
      '<agent next_state="thinking" thinking_log="a &amp; b"/>',
      thinks('thinking', 'a & b', ATTRIBUTES),
    ],
    ['with attributes that mean nothing', add.replace('<action', '<action id="1"'), added()],
    ['with an empty action', '<agent><action/></agent>', acts(null, null, null)],
    ['with an empty value', act('storage_save', 'a', ''), acts('storage_save', 'a', '')],
    ['with a list of tags', act('t', '<tag>a</tag>\n<tag>b c</tag>'), acts('t', 'a,b c', null)],
    ['with a comment', add.replace('<type>', '<!-- hm --><type>'), added()],
    ['twice', add + think('thinking', 'no'), added('agent 1 of 2')],
    ['after an empty one', `<agent></agent>${add}`, added('agent 2 of 2')],
    ['in another agent', `<agent>${add}</agent>`, added()],
    ['empty', '<agent></agent>', { ...NOTHING, mended: [] }],
    [
      'with a name twice',
      think('executing', 'a').replace('</agent>', '<next_state>x</next_state></agent>'),
      thinks('executing', 'a'),
    ],
  ])('is read %s', (_, said, read) => {
    expect(readLibrarianAnswer(said)).toEqual(read);
  });

  it.each([
    ['entities', 'Tom &amp; &lt;Alice&gt; &quot;&apos;', 'Tom & <Alice> "\''],
    ['numbered characters', '&#65;&#x42;&#128477;', 'AB🗝'],
    ['an entity once', '&amp;lt;', '&lt;'],
    ['no entity of its own', '&lol; & &nbsp;', '&lol; & &nbsp;'],
    ['no character that there is not', '&#0;&#xd800;&#x110000;', '&#0;&#xd800;&#x110000;'],
    ['CDATA', '<![CDATA[a < b & </value> &amp;]]>', 'a < b & </value> &amp;'],
    ['CDATA among text', 'x <![CDATA[<b>]]> &lt;y&gt;', 'x <b> <y>'],
    ['tags of its own', 'the <b>green</b> wax', 'the <b>green</b> wax'],
    ['less-than signs', '3 < 4 and 4 > 3', '3 < 4 and 4 > 3'],
    ['line breaks', 'one\n\ntwo', 'one\n\ntwo'],
    ['words that look like an answer', '&lt;agent&gt;', '<agent>'],
    ['an answer as it stands', think('executing', 'no'), think('executing', 'no')],
    ['a number after a less-than sign', 'below <5 degrees', 'below <5 degrees'],
    ['the end of a thought', 'x</think>y', 'x</think>y'],
    [
      'names of what objects inherit',
      '&toString; &valueOf; &constructor;',
      '&toString; &valueOf; &constructor;',
    ],
    ['no number in another notation', '&#1e3; &#0x41; &#x-4;', '&#1e3; &#0x41; &#x-4;'],
  ])('has in its value %s', (_, written, value) => {
    expect(valueIn(readLibrarianAnswer(act('working_memory_add', 'a', written)))).toBe(value);
  });

  it('has one line in its thought and its names, of a length that can be shown', () => {
    const read = readLibrarianAnswer(
      think(`executing${'x'.repeat(100)}`, `two\nlines \u202e${'y'.repeat(3_000)}`),
    );
    if ('reason' in read) throw new Error(read.reason);
    expect(read.next).toHaveLength(60);
    expect(read.thought).toHaveLength(2_000);
    expect(read.thought).toMatch(/^two lines y+…$/);
  });
});

describe('an answer in JSON instead', () => {
  const read = (mended: readonly string[] = []) => added('read as JSON', ...mended);
  const object = { agent: { action: { type: 'working_memory_add', tags: 'a', value: 'x' } } };
  const said = JSON.stringify(object);
  it.each<readonly [string, string, Read]>([
    ['in a whole', said, read()],
    ['without agent', JSON.stringify(object.agent), read()],
    ['in a fence', `\`\`\`json\n${said}\n\`\`\``, read(['taken out of a fence'])],
    ['in prose', `Here: ${said}!`, read([AROUND])],
    ['that was cut off', said.slice(0, -2), read(['its JSON was repaired'])],
    ['with other quotation marks', said.replaceAll('"', "'"), read(['its JSON was repaired'])],
    ['after another object', `{"note": 1} ${said}`, read([AROUND, 'object 2 of 2'])],
    ['after thinking aloud', `<think>{"agent": 1}</think>${said}`, read()],
    ['after the name of the tag in prose', `An <agent> tag is needed: ${said}`, read([AROUND])],
    [
      'with an answer in XML as its value',
      JSON.stringify({ action: { type: 't', tags: 'a', value: `${add}</think>` } }),
      acts('t', 'a', `${add}</think>`, 'read as JSON'),
    ],
    [
      'with a list of tags',
      '{"action": {"type": "t", "tags": ["a b", "c", 4]}}',
      acts('t', 'a b,c', null, 'read as JSON'),
    ],
    [
      'with numbers',
      '{"action": {"type": "t", "tags": 7, "value": 41}}',
      acts('t', '7', '41', 'read as JSON'),
    ],
    [
      'with a state',
      '{"agent": {"next_state": "Executing", "thinking_log": "so"}}',
      thinks('executing', 'so', 'read as JSON'),
    ],
    [
      'of a prototype',
      '{"__proto__": {"next_state": "executing"}}',
      { reason: 'no agent tag in it, and as JSON: neither next_state, thinking_log nor action' },
    ],
  ])('is read %s', (_, text, expected) => {
    expect(readLibrarianAnswer(text)).toEqual(expected);
  });

  it('is a plain value within XML', () => {
    expect(readLibrarianAnswer(act('t', 'a', said))).toEqual(acts('t', 'a', said));
  });
});

describe('an invalid answer', () => {
  it.each([
    ['nothing', '', 'no agent tag in it'],
    ['blanks', ' \n', 'no agent tag in it'],
    ['prose', 'I would rather not.', 'no agent tag in it'],
    ['another tag', '<agents>x</agents>', 'no agent tag in it'],
    ['only thinking', `<think>${add}</think>`, 'no agent tag in it'],
    ['a brace', 'so {', 'no agent tag in it, and as JSON: neither next_state, thinking_log nor action'],
    [
      'brackets 50,000 deep',
      '{'.repeat(50_000),
      'no agent tag in it, and as JSON: brackets more than 64 deep',
    ],
    ['tags 65 deep', `${'<a>'.repeat(64)}${add}`, 'tags more than 64 deep'],
    ['tags 300,000 deep', '<a>'.repeat(300_000), 'tags more than 64 deep'],
    ['2,001 tags', `<agent>${'<a/>'.repeat(2_000)}</agent>`, 'more than 2000 tags'],
    [
      'more than a million characters',
      'x'.repeat(1_000_001),
      'it has 1000001 characters; at most 1000000 are read',
    ],
  ])('%s is refused with its reason', (_, said, reason) => {
    expect(quickly(() => readLibrarianAnswer(said))).toEqual({ reason });
  });

  const LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY lol${i + 1} "${`&lol${i === 0 ? '' : i};`.repeat(10)}">`,
  ).join('')}]>`;
  it.each([
    ['a DOCTYPE', `<!DOCTYPE agent>${add}`],
    ['a DOCTYPE in another case', `<!doctype agent SYSTEM "file:///etc/passwd">${add}`],
    ['an entity bomb', `${LAUGHS}${act('working_memory_add', 'a', '&lol9;')}`],
    ['an external entity', `<!ENTITY x SYSTEM "file:///etc/passwd">${act('working_memory_add', 'a', '&x;')}`],
    ['a DOCTYPE behind the answer', `${add}<!DOCTYPE agent>`],
  ])('%s is refused, and nothing in it is expanded', (_, said) => {
    expect(quickly(() => readLibrarianAnswer(said))).toEqual({ reason: 'a DOCTYPE, which is not read' });
  });

  it('may have a DOCTYPE in a value, which is a text like any other', () => {
    const value = `<!DOCTYPE html><p>&lol9;</p>`;
    expect(valueIn(readLibrarianAnswer(act('storage_save', 'a', value)))).toBe(value);
  });
});

describe('a million characters', () => {
  const LONG = MAX_LIBRARIAN_ANSWER_LENGTH - 200;
  const filled = (piece: string, length = LONG) => piece.repeat(Math.floor(length / piece.length));
  it.each([
    ['of a value', act('working_memory_add', 'a', filled('x'))],
    ['of entities', act('working_memory_add', 'a', filled('&amp;'))],
    ['of ampersands', act('working_memory_add', 'a', filled('&'))],
    ['of CDATA', act('working_memory_add', 'a', filled('<![CDATA[x]]>'))],
    ['of CDATA that never ends', act('working_memory_add', 'a', filled('<![CDATA['))],
    ['of less-than signs', act('working_memory_add', 'a', filled('<'))],
    ['of tags', act('working_memory_add', 'a', filled('<b>'))],
    ['of closing tags', act('working_memory_add', filled('</b>'), filled('</b>', 10))],
    ['of closing value tags', act('working_memory_add', 'a', filled('</value>'))],
    ['of agents that are closed', filled('<agent></agent>')],
    ['of closing agents', `<agent>${filled('</agent>')}`],
    ['of attributes', `<agent ${filled('a="b" ')}>x</agent>`],
    ['of an attribute that never ends', `<agent type="${filled('<')}`],
    ['of blanks', `${filled(' ')}${add}${filled(' ', 100)}`],
    ['of blanks in a tag', `<agent${filled(' ')}>`],
    ['of tags in a list', act('t', filled('<tag>a</tag> '))],
    ['of commas', act('t', filled('a,'))],
    ['of comments', `<agent>${filled('<!---->')}</agent>`],
    ['of a comment that never ends', `<agent><!--${filled('-')}`],
    ['of a thought', think('thinking', filled('two \n'))],
    ['of braces', filled('{')],
    ['of closed braces', filled('{}')],
    ['of quotation marks', `{${filled('"')}`],
    ['of a JSON text', `{"agent": {"next_state": "thinking", "thinking_log": "${filled('x')}`],
    ['of declarations', `${filled('<?xml?>')}${add}`],
    ['of thinking', `${filled('<think></think>')}${add}`],
  ])('%s are read quickly', (_, said) => {
    expect(said.length).toBeGreaterThan(900_000);
    expect(said.length).toBeLessThanOrEqual(MAX_LIBRARIAN_ANSWER_LENGTH);
    quickly(() => readLibrarianAnswer(said));
  });
});

describe('any text as an answer', () => {
  const isSound = (read: Read): boolean =>
    'reason' in read
      ? read.reason.length > 0 && read.reason.length < 200 && !read.reason.includes('\n')
      : [read.next, read.thought, read.action?.type ?? null].every(
          text => text === null || (text !== '' && !/[\p{Cc}\p{Cs}]/u.test(text)),
        );

  const piece = fc.constantFrom(
    ...['<agent>', '</agent>', '<action>', '</action>', '<type>', '</type>', '<value', '</value>', '<tags>'],
    ...['</tags>', '<next_state>', '</next_state>', 'executing', '<![CDATA[', ']]>', '<!--', '-->', '&lt;'],
    ...['&#', '&#x41;', '{', '}', '"agent":', '"action":', ',', '"', '<?xml?>', '<think>', '</think>', '/>'],
    ...['=', "'", ' ', '\n', '\0', '\ud800', '<agent next_state="x"', '>', '`'],
  );
  it('does not throw, and is read or has a reason', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 200 }),
          fc.uint8Array({ maxLength: 200 }).map(bytes => new TextDecoder().decode(bytes)),
          fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join('')),
        ),
        said => isSound(readLibrarianAnswer(said)),
      ),
      runs(400),
    );
  });

  it('does not throw where a good answer has been damaged', () => {
    const good = [
      XML_SPEECH.thinks('executing', 'a < b & c'),
      XML_SPEECH.does('working_memory_add', 'a', 'x <y> &z;'),
      XML_SPEECH.moves(['a', 'b']),
      JSON_SPEECH.does('storage_save', 'a', '"x"'),
      act('storage_save', 'a', '<![CDATA[</value>]]>'),
    ];
    const damage = fc.record({
      at: fc.nat(),
      length: fc.nat({ max: 6 }),
      put: fc.oneof(piece, fc.constant('')),
    });
    fc.assert(
      fc.property(fc.constantFrom(...good), fc.array(damage, { minLength: 1, maxLength: 4 }), (said, all) => {
        let text = said;
        for (const { at, length, put } of all) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + put + text.slice(from + length);
        }
        return isSound(readLibrarianAnswer(text));
      }),
      runs(1_200),
    );
  });

  it('comes back as it was meant, when the built-in readers wrote it', () => {
    const text = fc
      .string({ unit: 'grapheme-composite', maxLength: 60 })
      .filter(said => !said.includes('</think>'));
    for (const speech of [XML_SPEECH, JSON_SPEECH])
      fc.assert(
        fc.property(text, fc.array(fc.constantFrom('a', 'b_c', 'd'), { minLength: 1 }), (value, tags) => {
          expect(valueIn(readLibrarianAnswer(speech.does('storage_save', 'a', value)))).toBe(value);
          const moved = readLibrarianAnswer(speech.moves(tags));
          expect('reason' in moved ? moved : moved.action?.tags).toBe(tags.join(', '));
        }),
      );
  });
});
