import { describe, expect, it } from 'vitest';
import type { Task } from '../../../../../src/engine/models/librarian/task/librarianTask.ts';
import {
  MAX_SOURCE_BYTES,
  readTaskSource,
} from '../../../../../src/engine/models/librarian/task/readTaskSource.ts';
import { cpuTime } from '../../../../cpuTime.ts';
import { failure } from '../../governed/failure.ts';
import { ATTIC, bytes } from '../own.ts';
import { openReaders, stateOf } from '../reading.ts';

const read = (text: string, name = 'text.md'): Task => readTaskSource(name, bytes(text));
const items = ({ items }: Task) => items.map(({ kind, index }) => `${kind[0]}${index + 1}`).join(' ');
const titles = ({ passages }: Task) => passages.map(({ title }) => title);
const FOX = 'The quick brown fox jumps over the lazy dog today.';
const sentence = (word: string) => `The ${word} stood beside the old stone bridge every morning.`;
const ANIMALS = ['heron', 'badger', 'squirrel', 'pheasant', 'hedgehog', 'nightingale'];

describe('a text with questions', () => {
  it('is its passages and questions in their order', () => {
    const task = read(ATTIC['attic.md']);
    expect(task).toEqual({
      title: 'The attic',
      passages: [
        {
          title: 'The letter',
          text: 'Alice finds a sealed letter in the attic. The wax on the letter is green.',
        },
        { title: 'The clock', text: 'Bob sets the clock in the hall seven minutes fast.' },
      ],
      questions: [
        {
          number: 1,
          text: 'What colour is the wax on the letter?',
          accepted: ['green', 'emerald'],
          kind: null,
        },
      ],
      items: [
        { kind: 'passage', index: 0 },
        { kind: 'passage', index: 1 },
        { kind: 'question', index: 0 },
      ],
    });
  });

  it('may have them between its sections, and text may follow them', () => {
    const task = read('## A\none\nQ: x?\nA: one\ntwo\n## B\nthree\nQ: y?\nA: three');
    expect(items(task)).toBe('p1 q1 p2 p3 q2');
    expect(task.passages.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    expect(titles(task)).toEqual(['A', 'Part 2', 'B']);
  });

  it('may name the kind of a question below its answer', () => {
    const { questions, passages } = read(
      'one\nQ: x?\nA: one\nK: joined\nQ: y?\nA: one\nK:\nQ: z?\nA: one\ntwo',
    );
    expect(questions.map(({ kind }) => kind)).toEqual(['joined', null, null]);
    expect(passages.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('has the same fingerprint whatever the names of the kinds', async () => {
    const shaOf = async (text: string) =>
      (await openReaders({ source: { 'a.md': text } })).config.inputInfo.source.sha256;
    const text = '# A\nx\nQ: x?\nA: x\n';
    expect(await shaOf(`${text}K: plain\n`)).toBe(await shaOf(text));
  });

  it('is the same with other line ends', () => {
    const text = ATTIC['attic.md'];
    for (const end of ['\r\n', '\r']) expect(read(text.replaceAll('\n', end))).toEqual(read(text));
    expect(read(`\ufeff${text}`)).toEqual(read(text));
  });

  it.each([
    ['Q: What?\n\nA: x', 'text.md, line 1: "Q: What?" is not followed by a line with A:'],
    ['## A\nx\nQ: What?', 'text.md, line 3: "Q: What?" is not followed by a line with A:'],
    ['x\nQ:\nA: x', 'text.md, line 2: Q: without a question'],
    ['x\nQ: What?\nA: | ,', 'text.md, line 3: A: without an answer'],
    ['', 'text.md has no text to read'],
    ['# Only a title\n\n## And a heading\n', 'text.md has no text to read'],
    ['Too short.', 'text.md has no questions (Q: …, A: …), and is too short to make any from'],
    ['a\0b', 'text.md is not text. What is read here: texts for librarians to read, .md or .txt'],
  ])('that cannot be used is refused with the place: %j', (text, message) => {
    expect(failure(() => read(text))).toBe(message);
  });

  it('in Latin-1 or of more than 5 MB is refused', () => {
    const latin = Uint8Array.from([0x63, 0x61, 0x66, 0xe9]);
    expect(failure(() => readTaskSource('latin.txt', latin))).toContain(
      'latin.txt, line 1: the letters of "café" cannot be read',
    );
    const large = new Uint8Array(MAX_SOURCE_BYTES + 100_000).fill(0x78);
    expect(failure(() => readTaskSource('large.txt', large))).toBe(
      'large.txt is 5.1 MB; at most 5 MB are read per text',
    );
  });
});

describe('a text without headings', () => {
  it('is split at its paragraphs, and has the name of its file', () => {
    const paragraphs = ANIMALS.map(word => Array(12).fill(sentence(word)).join(' '));
    const task = read(paragraphs.join('\n\n'), 'animals.txt');
    expect(task.title).toBe('animals');
    expect(titles(task)).toEqual(['Part 1', 'Part 2', 'Part 3']);
    expect(task.passages.map(({ text }) => text).join('\n\n')).toBe(paragraphs.join('\n\n'));
    for (const { text } of task.passages) expect(text.length).toBeLessThanOrEqual(1_800);
  });

  it('of one endless line is cut between words, without loss', () => {
    const line = Array(400).fill(FOX).join(' ');
    const task = read(line);
    for (const { text } of task.passages) expect(text.length).toBeLessThanOrEqual(3_000);
    expect(task.passages.map(({ text }) => text).join(' ')).toBe(line);
  });

  it('without a blank is cut as well, never inside a character', () => {
    const task = read(`🗝${'🗝'.repeat(5_000)}\nQ: x?\nA: y`);
    const whole = task.passages.map(({ text }) => text.replaceAll(/\s/g, '')).join('');
    expect(whole).toBe('🗝'.repeat(5_001));
    for (const { text } of task.passages) expect(text).not.toMatch(/\p{Cs}/u);
  });

  it('with a heading of spaces only is read quickly', () => {
    const text = `#${' '.repeat(200_000)}a\u2028b\n${FOX}\nQ: x?\nA: y`;
    expect(cpuTime(() => expect(read(text).questions).toHaveLength(1))).toBeLessThan(2_000);
  });

  it('of 5 MB is read quickly', () => {
    const text = `${sentence('heron')} `.repeat(MAX_SOURCE_BYTES / (sentence('heron').length + 1));
    const whole = cpuTime(() => expect(read(text).questions.length).toBeLessThanOrEqual(41));
    expect(whole).toBeLessThan(10_000);
    for (const blank of [' ', '\n', '\n \n']) {
      const empty = () => expect(() => read(blank.repeat(1_500_000))).toThrow('has no text to read');
      expect(cpuTime(empty)).toBeLessThan(10_000);
    }
  });
});

describe('a section that is too long', () => {
  it('becomes several passages of its title', () => {
    const paragraph = Array(20).fill(FOX).join(' ');
    const task = read(
      `## Fox\n${paragraph}\n\n${paragraph}\n\n${paragraph}\n\n${paragraph}\n## Dog\nx\nQ: x?\nA: x`,
    );
    expect(titles(task)).toEqual(['Fox, 1', 'Fox, 2', 'Fox, 3', 'Fox, 4', 'Dog']);
  });
});

describe('a text without questions', () => {
  const text = ANIMALS.map((word, i) => `## Part ${i}\n${sentence(word)}`).join('\n');
  it('is asked for left-out words, each question four passages after its sentence', () => {
    const task = read(text);
    expect(items(task)).toBe('p1 p2 p3 p4 p5 q1 p6 q2 q3 q4 q5 q6');
    expect(task.questions.map(({ accepted }) => accepted)).toEqual(ANIMALS.map(word => [word]));
    expect(task.questions[0].text).toBe(
      'Which word is missing: "The ____ stood beside the old stone bridge every morning."',
    );
  });

  it('is asked the same each time', () => {
    expect(read(text)).toEqual(read(text));
  });

  it('leaves out the word itself, not a part of another word', () => {
    const [{ text: asked, accepted }] = read(
      'The carpenter and his car went over the tall mountain on Monday.\nThe carpenter and the tall mountain.',
    ).questions;
    expect(accepted).toEqual(['monday']);
    expect(asked).toBe(
      'Which word is missing: "The carpenter and his car went over the tall mountain on ____."',
    );
  });

  it('of a thousand passages is asked forty times', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `## ${i}\n${sentence(`heron${i}`)}`).join('\n');
    expect(read(many).questions).toHaveLength(40);
  });
});

describe('texts of the user’s own', () => {
  it('are given to the agents in turn, in the order of their names', async () => {
    const source = { 'b.txt': `# B\nx\nQ: x?\nA: x`, 'a.md': `# A\nx\nQ: x?\nA: x` };
    const run = await openReaders({ source, setup: { agents: 6, preset: 'pairs' } });
    const { agents } = stateOf(run).ledger;
    expect(agents.map(({ task, strategy }) => `${task.title} ${strategy}`)).toEqual([
      'A careful',
      'B careful',
      'A careful',
      'A hasty',
      'B hasty',
      'A hasty',
    ]);
    expect(run.config.inputInfo.source).toMatchObject({ name: 'files', count: 2 });
  });

  it.each<readonly [string, Record<string, string>, string]>([
    ['not text', {}, 'this run used your own texts; drop them on the page'],
    ['no .md or .txt', { 'a.pdf': 'x' }, 'a.pdf is not a .md or .txt file; texts come from those'],
    [
      'a bad one among good ones',
      { ...ATTIC, 'bad.md': 'Q: x' },
      'bad.md, line 1: "Q: x" is not followed by a line',
    ],
  ])('that are %s are refused', async (_, source, words) => {
    await expect(openReaders({ source })).rejects.toThrow(words);
  });
});
