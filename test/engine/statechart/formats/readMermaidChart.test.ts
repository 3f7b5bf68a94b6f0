import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFileKind } from '../../../../src/engine/files/detectFileKind.ts';
import {
  type ChartDefinition,
  describeGuard,
  type StateDefinition,
} from '../../../../src/engine/statechart/definition.ts';
import { NAMES_ALONE } from '../../../../src/engine/statechart/formats/implementations.ts';
import { serializeTransition } from '../../../../src/engine/statechart/formats/parseChartJson.ts';
import { isMermaidDiagram } from '../../../../src/engine/statechart/formats/parseMermaidStatements.ts';
import { formatActionLabel } from '../../../../src/engine/statechart/formats/picture.ts';
import { decodeChartFile, readChart } from '../../../../src/engine/statechart/formats/readChart.ts';
import { readMermaidChart } from '../../../../src/engine/statechart/formats/readMermaidChart.ts';
import { writeMermaidChart } from '../../../../src/engine/statechart/formats/writeMermaidChart.ts';
import { runs } from '../../../runs.ts';
import { randomChart } from '../randomCharts.ts';

const read = (lines: string) =>
  readMermaidChart(`stateDiagram-v2\n${lines}`, { name: 'own', implementations: NAMES_ALONE });
const refusal = (lines: string): string => {
  try {
    read(lines);
    return 'it is read';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a state diagram of Mermaid', () => {
  it('has states, events, a start and an end', () => {
    expect(read('[*] --> idle\nidle --> busy : go\nbusy --> idle : stop\nbusy --> [*] : crash')).toEqual({
      definition: {
        name: 'own',
        initial: 'idle',
        states: ['idle', 'busy', { id: 'end', kind: 'final' }],
        transitions: [
          { trigger: 'go', source: 'idle', target: 'busy' },
          { trigger: 'stop', source: 'busy', target: 'idle' },
          { trigger: 'crash', source: 'busy', target: 'end' },
        ],
      },
      notes: [],
    });
  });

  it('ends where a state has only an arrow to the end', () => {
    expect(read('[*] --> a\na --> b : go\nb --> [*]').definition.states).toEqual([
      'a',
      { id: 'b', kind: 'final' },
    ]);
  });

  it('has nested states and adjacent regions', () => {
    const { definition } = read(`
      [*] --> Active
      state Active {
        [*] --> NumLockOff
        NumLockOff --> NumLockOn : press
        --
        [*] --> CapsOff
        CapsOff --> CapsOn : press
      }
      state First {
        [*] --> second
        second --> [*]
      }
      Active --> First : next
      First --> Active`);
    expect(definition.states).toEqual([
      {
        id: 'Active',
        kind: 'parallel',
        states: [
          { id: 'Active 1', initial: 'NumLockOff', states: ['NumLockOff', 'NumLockOn'] },
          { id: 'Active 2', initial: 'CapsOff', states: ['CapsOff', 'CapsOn'] },
        ],
      },
      { id: 'First', initial: 'second', states: [{ id: 'second', kind: 'final' }] },
    ]);
    expect(definition.transitions.at(-1)).toEqual({
      trigger: 'done.state.First',
      source: 'First',
      target: 'Active',
    });
  });

  it('has guards and actions in its labels', () => {
    const { definition } = read(
      '[*] --> a\na --> b : go [mood >= 2] / raise hum, mood += 1\nb --> a : back [isNight] / ring',
    );
    expect(definition.transitions).toMatchObject([
      {
        trigger: 'go',
        guard: { kind: 'compare', column: 'mood', op: '>=', value: 2 },
        actions: [
          { kind: 'raise', event: 'hum' },
          { kind: 'add', column: 'mood', value: 1 },
        ],
      },
      {
        trigger: 'back',
        guard: { kind: 'function', name: 'isNight' },
        actions: [{ kind: 'function', name: 'ring' }],
      },
    ]);
  });

  it.each([
    ['job[count > 0]/count += 1', 'job', 'count > 0', 'count += 1'],
    ['job [count>0] /count+=1', 'job', 'count > 0', 'count += 1'],
    ['[ready]', 'always', 'ready', ''],
    ['/ log', 'always', '', 'log'],
    ['go/log(f(a), b),ring', 'go', '', 'log(f(a), b), ring'],
    ['go/log(a, b), ring', 'go', '', 'log(a, b), ring'],
    ['go [jobs[0]]/ log', 'go', 'jobs[0]', 'log'],
  ])('has labels as UML spells them, with spaces and without: %s', (label, event, guard, effects) => {
    const [{ trigger, guard: when, actions = [] }] = read(`[*] --> a\na --> b : ${label}`).definition
      .transitions;
    expect([trigger, when ? describeGuard(when) : '', actions.map(formatActionLabel).join(', ')]).toEqual([
      event,
      guard,
      effects,
    ]);
  });

  it('follows the arrows from [*], and notes what of their labels is left out', () => {
    const { definition, notes } = read(`
      [*] --> Idle : start / count = 1
      Idle --> Busy : go
      state Busy {
        [*] --> first : / ring
      }`);
    expect(definition.setUp).toEqual([[{ kind: 'set', column: 'count', value: 1 }]]);
    expect(definition.states[1]).toMatchObject({ id: 'Busy', initialActions: [{ name: 'ring' }] });
    expect(notes).toEqual([
      'line 3: of “start / count = 1” only its actions are read: an arrow from [*] waits for nothing',
    ]);
  });

  it('notes an arrow that waits for the end of a state behind another, which is never taken', () => {
    const { definition, notes } = read(`
      [*] --> a
      state a {
        [*] --> b
        b --> [*] : stop
      }
      a --> c : [late]
      a --> d
      a --> e`);
    expect(definition.transitions.slice(1).map(({ trigger }) => trigger)).toEqual(
      Array(3).fill('done.state.a'),
    );
    expect(notes).toEqual([
      'line 10: this arrow is never taken: that of line 9 waits for the end of “a” as well, and comes first',
    ]);
  });

  it('is read out of its fence, with the lines of the text', () => {
    const text = '\n```mermaid\nstateDiagram-v2\n  [*] --> a\n  a --> b : go\n```\nthat is all\n';
    expect(isMermaidDiagram(text)).toBe(true);
    expect(readMermaidChart(text).definition.transitions).toHaveLength(1);
    expect(detectFileKind('notes.md', new TextEncoder().encode(text)).form).toBe('chart');
    expect(() => readMermaidChart(text.replace('-->', '==>'))).toThrow('line 4: “[*] ==> a” is not read');
  });

  it('is read out of the first fence with one in any place of a text, and others are noted', () => {
    const fenced = (diagram: string) => `\`\`\`mermaid\n${diagram}\n\`\`\`\n`;
    const text = `<h1>Ours</h1>\n\n${fenced('flowchart LR\n  x --> y')}\nAs a list:\n\n1. one\n\n   ${fenced('stateDiagram-v2\n   [*] --> a\n   a --> b : go')}\n`;
    const { definition, notes } = readChart(
      'readme.md',
      decodeChartFile('readme.md', new TextEncoder().encode(text)),
    );
    expect([definition.name, definition.states, notes]).toEqual(['readme', ['a', 'b'], []]);
    expect(() => readMermaidChart(text.replace('a -->', 'a ==>'))).toThrow(
      'line 15: “a ==> b : go” is not read',
    );
    const twice = `${text}\n${fenced('stateDiagram\n[*] --> c')}`;
    expect(readMermaidChart(twice).notes).toEqual([
      'the text has another state diagram; the first one is read',
    ]);
    expect(() => readChart('readme.md', text.replaceAll('stateDiagram-v2', 'classDiagram'))).toThrow(
      'another diagram of Mermaid than a state diagram',
    );
    const commented = `<scxml version="1.0"><!--\n${fenced('stateDiagram\n[*] --> c')}--></scxml>`;
    expect(isMermaidDiagram(commented)).toBe(false);
  });

  it('has names with an alias, and descriptions', () => {
    const { definition } = read(
      'state "On the way" as s1\n[*] --> s1\ns1 : no stop\ns1 --> s2 : arrive\ns2 --> s1 : leave',
    );
    expect(definition.states).toEqual(['On the way', 's2']);
    expect(definition.words?.states['On the way']).toEqual({ label: 'On the way', description: 'no stop' });
  });

  it('leaves a choice at once, by the labels of its arrows', () => {
    const { definition } = read(
      'state c <<choice>>\n[*] --> a\na --> c : go\nc --> b : if n < 0\nc --> d : [else]\nb --> a : x\nd --> a : x',
    );
    expect(definition.transitions.slice(1, 3)).toEqual([
      {
        trigger: 'always',
        on: [],
        source: 'c',
        target: 'b',
        guard: { kind: 'compare', column: 'n', op: '<', value: 0 },
      },
      { trigger: 'always', on: [], source: 'c', target: 'd' },
    ]);
  });

  it('leads by a fork to a state in each region', () => {
    const { definition } = read(`
      state f <<fork>>
      [*] --> off
      off --> f : go
      f --> b
      f --> d
      state p {
        [*] --> a
        a --> b : x
        --
        [*] --> c
        c --> d : x
      }`);
    expect(definition.states).toHaveLength(2);
    expect(definition.transitions[0]).toEqual({ trigger: 'go', source: 'off', target: ['b', 'd'] });
  });

  it('is read otherwise than Mermaid draws it with a note: a label with a semicolon, a state that a later one mentions', () => {
    const { definition, notes } = read(`
      [*] --> x
      a --> d : look; retry
      d --> a : #59; is a code
      state x {
        [*] --> a
        a --> b : go
      }
      state y {
        [*] --> c
        c --> b : back
      }`);
    expect(definition.transitions.map(({ trigger }) => trigger)).toContain('look; retry');
    expect(definition.states).toMatchObject([
      'd',
      { id: 'x', states: ['a', 'b'] },
      { id: 'y', states: ['c'] },
    ]);
    expect(notes).toEqual([
      'line 4: the label is read whole; Mermaid ends it at “;”, and takes the rest for states',
      'line 12: “b” is in “x”; Mermaid draws it in “y” from here on',
    ]);
  });

  it('notes the parts for the drawing alone, and what an arrow without a label waits for', () => {
    const { definition, notes } = readMermaidChart(
      `---
title: A lamp
---
%% a comment
stateDiagram-v2
  direction LR
  [*] --> off
  off --> on
  on --> off
  note right of on
    It is bright.
  end note
  classDef bright fill:yellow
  class on bright`,
    );
    expect(definition.name).toBe('A lamp');
    expect(definition.transitions).toEqual([
      { trigger: 'on', source: 'off', target: 'on' },
      { trigger: 'off', source: 'on', target: 'off' },
    ]);
    expect(notes).toEqual([
      'an arrow without a label waits for an event that is named after where it leads',
      'left out, since it is for the drawing alone: direction, classDef, class, notes',
    ]);
  });

  it.each([
    ['in one line', 'note right of a : hello'],
    ['in a block', 'note left of a\n  hello\n  there\nend note'],
    ['on their own', 'note "hello" as N1'],
    [
      'next to one that gives the kind of its history',
      'state a {\n[*] --> c\nc --> d : x\nstate "H" as h\nnote right of h : past, history of a\nnote left of h : hello\n}\nh --> c\nb --> h : back',
    ],
  ])('reports that notes are left out: %s', (_, lines) => {
    const { notes } = read(`[*] --> a\na --> b : go\nb --> a : go\n${lines}`);
    expect(notes).toEqual(['left out, since it is for the drawing alone: notes']);
  });

  it('does not report the notes by which a history is read', () => {
    const chart = readFileSync('public/charts/watch.scxml', 'utf8');
    const { definition } = readChart('watch.scxml', chart);
    const drawn = writeMermaidChart(definition);
    expect(drawn).toContain(', history of showing');
    const { notes } = readMermaidChart(drawn, { implementations: NAMES_ALONE });
    expect(notes.join('\n')).not.toContain('notes');
  });

  it.each([
    ['rate 0.6', '/ rate 0.6'],
    ['rate: .6', '/ rate 0.6'],
    ['Rate 0.1 per infected', '/ rate 0.1 per infected'],
    ['rate contagion per infected', '/ rate contagion per infected'],
    ['rate 0.6 [mood > 2] / ring', '[mood > 2] / rate 0.6, ring'],
  ])('refuses a rate in the place of an event, with the right form: %s', (label, form) => {
    const line = `line 3: “${label.replace(/ ?[[/].*$/, '')}” stands where the event stands; a rate is written ${form}`;
    expect(refusal(`[*] --> a\na --> infected : ${label}`)).toContain(line);
    const [{ rate, trigger }] = read(`[*] --> a\na --> infected : ${form}`).definition.transitions;
    expect([rate !== undefined, trigger]).toEqual([true, 'always']);
  });

  it.each(['after 3 s', 'after (3s)', 'AFTER 3', 'timeout: 3 ticks', 'delay 3 minutes'])(
    'refuses a delay in the place of an event, with what waits instead: %s',
    label => {
      expect(refusal(`[*] --> a\na --> b : ${label}`)).toContain(
        `line 3: “${label}” stands where the event stands, and an arrow has no delay; write / send late after 3 (in ticks) on the arrow that leads to this state, and late on this one`,
      );
    },
  );

  it('waits in the form that it suggests for a delay', () => {
    const { definition } = read('[*] --> a : / send late after 3\na --> b : late');
    expect(definition.setUp).toEqual([[{ kind: 'send', event: 'late', after: 3 }]]);
    expect(definition.transitions).toEqual([{ trigger: 'late', source: 'a', target: 'b' }]);
  });

  it.each([
    ['rate limit', 'a rate is written / rate limit'],
    ['0.6', 'a chance a tick is written / rate 0.6'],
    ['60 %', 'a chance a tick is written / rate 0.6'],
    ['3 s', 'an arrow has no delay; write / send late after 3 (in ticks)'],
    ['after.1500.a', 'the delay of a machine of XState is not in a drawing'],
  ])('takes as an event what may be one, and notes how the other is written: %s', (label, words) => {
    const { definition, notes } = read(`[*] --> a\na --> b : ${label}`);
    expect(definition.transitions).toEqual([{ trigger: label, source: 'a', target: 'b' }]);
    expect(notes).toEqual([expect.stringContaining(`line 3: “${label}” is read as an event`)]);
    expect(notes[0]).toContain(words);
  });

  it.each(['rate 0.6', 'after 3 s', '0.6', 'after.1500.a'])(
    'has a chart’s own event that is named like a rate or a delay, without a note: %s',
    trigger => {
      const drawn = writeMermaidChart({
        name: 'own',
        states: ['a', 'b'],
        initial: 'a',
        transitions: [{ trigger, source: 'a', target: 'b' }],
      });
      const { definition, notes } = readMermaidChart(drawn);
      expect([definition.transitions[0].trigger, notes]).toEqual([trigger, []]);
    },
  );

  it.each(['generate 5', 'rated', 'rate', 'after lunch', 'after 3 attempts', 'step 2', '404', '2'])(
    'has events that only resemble a rate or a delay, without a note: %s',
    trigger => {
      const { definition, notes } = read(`[*] --> a\na --> b : ${trigger}`);
      expect([definition.transitions[0].trigger, notes]).toEqual([trigger, []]);
    },
  );

  it.each([
    ['[*] --> a\na ==> b', 'line 3: “a ==> b” is not read'],
    ['state a {\n[*] --> b', 'a “{” is not closed'],
    ['[*] --> a\na --> b : go [x', 'line 3: “go [x” is not read; a label is event [guard] / action'],
    [
      Array.from({ length: 201 }, (_, i) => `state s${i} {`).join('\n'),
      'line 201: states are nested more than 199 deep',
    ],
    ['[*] --> a\n}', 'line 3: a “}” without its “{”'],
    ['[*] --> a\nnote left of a\na --> b : go', 'line 3: a note without its “end note”'],
    ['[*] --> a\naccDescr {\na --> b : go', 'line 3: a description without its “}”'],
    ['state j <<join>>\n[*] --> a\na --> j : go', 'line 2: a join is not read'],
    [
      '[*] --> a\n[*] --> b\na --> b : go',
      'line 3: the diagram starts in several states; it has one [*] -->',
    ],
    [
      'state f <<fork>>\n[*] --> a\na --> f : go\nf --> b\nf --> c',
      'targets "b" and "c" are never active at once',
    ],
  ])('is refused with its line: %j', (lines, words) => {
    expect(refusal(lines)).toContain(words);
  });

  it('is recognised by its first word, after comments and the text before them', () => {
    expect(isMermaidDiagram('%% x\nstateDiagram\n[*] --> a')).toBe(true);
    expect(isMermaidDiagram('flowchart TD\nA --> B')).toBe(false);
  });
});

const isHistory = (state: string | StateDefinition) => typeof state !== 'string' && state.kind === 'history';

/** Whether a chart has what a drawing tells otherwise: a parallel state of one region, or a history behind its regions. */
function isOdd(state: string | StateDefinition): boolean {
  if (typeof state === 'string') return false;
  const { kind, states = [] } = state;
  const count = states.filter(one => !isHistory(one)).length;
  return (kind === 'parallel' && (count < 2 || states.findLastIndex(isHistory) > 0)) || states.some(isOdd);
}

describe('a drawing of Statescope’s for Mermaid', () => {
  it('is the same drawing after it was read', () => {
    fc.assert(
      fc.property(randomChart(), ({ definition }) => {
        const chart: ChartDefinition = definition([]);
        fc.pre(!chart.states.some(isOdd));
        const drawn = writeMermaidChart(chart);
        const { definition: again, notes } = readMermaidChart(drawn, { implementations: NAMES_ALONE });
        // What was not drawn is not there to be left out again.
        expect(writeMermaidChart(again)).toBe(drawn.replace(/^ {2}%% not drawn: .*\n/m, ''));
        expect(notes.filter(note => note.includes('Mermaid'))).toEqual([]);
      }),
      runs(150),
    );
  });

  it('keeps names and meanings with marks that separate parts of a label', () => {
    const marks = fc
      .string({ unit: fc.constantFrom(...'a[]/:;,()<>"#x', '<br>', '\\n', ' ', '58') })
      .map(words => `e${words.replace(/\s+/g, ' ')}e`);
    fc.assert(
      fc.property(marks, marks, marks, fc.option(marks), (trigger, guard, action, description) => {
        const chart: ChartDefinition = {
          name: 'own',
          states: ['a', 'b'],
          initial: 'a',
          transitions: [
            {
              trigger,
              source: 'a',
              target: 'b',
              guard: { kind: 'function', name: `is ${guard}`, test: () => true },
              actions: [action, 'ring'].map(name => ({ kind: 'function', name, run: () => undefined })),
              ...(description !== null && { words: { description } }),
            },
          ],
        };
        const [again] = read(writeMermaidChart(chart).replace(/^.*\n/, '')).definition.transitions;
        expect(serializeTransition(again)).toEqual(serializeTransition(chart.transitions[0]));
      }),
      runs(300),
    );
  });
});
