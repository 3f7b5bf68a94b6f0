import { describe, expect, it } from 'vitest';
import type { Block, ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { writeGraphviz } from '../../../../src/engine/statechart/formats/writeGraphviz.ts';
import { writeMermaidChart } from '../../../../src/engine/statechart/formats/writeMermaidChart.ts';

/** A text without the indentation of its first line. */
const picture = (text: string): string => {
  const lines = text.split('\n').slice(1, -1);
  const indent = /^ */.exec(lines[0])?.[0].length ?? 0;
  return `${lines.map(line => line.slice(indent)).join('\n')}\n`;
};

const lamp: ChartDefinition = {
  name: 'lamp',
  initial: 'off',
  states: [
    'off',
    {
      id: 'on',
      kind: 'parallel',
      states: [
        {
          id: 'light',
          states: ['dim', 'bright', { id: 'past', kind: 'history', deep: true, initial: 'dim' }],
        },
        { id: 'colour', states: ['white', { id: 'burnt', kind: 'final' }] },
      ],
    },
  ],
  transitions: [
    {
      trigger: 'power',
      source: 'off',
      target: 'on',
      guard: { kind: 'compare', column: 'volts', op: '>', value: 9 },
    },
    { trigger: 'power', source: 'on', target: 'off' },
    { trigger: 'resume', source: 'off', target: ['past', 'white'] },
    { trigger: 'turn', source: 'dim', target: 'bright', actions: [{ kind: 'raise', event: 'hum' }] },
    { trigger: 'burn', source: 'white', target: 'burnt', rate: 0.01 },
    { trigger: 'hum', source: 'on', target: null },
    { trigger: 'fuse', source: '*', target: 'off' },
  ],
};

describe('a picture for Mermaid', () => {
  it('nests states, separates regions by a line, and has its arrows after its states', () => {
    expect(writeMermaidChart(lamp)).toBe(
      picture(`
        stateDiagram-v2
          state "#42;" as any
          [*] --> s1
          state "off" as s1
          state "on" as s2 {
            state "light" as s3 {
              [*] --> s4
              state "dim" as s4
              state "bright" as s5
              state "H#42;" as s6
              note right of s6 : past, history of light
            }
            --
            state "colour" as s7 {
              [*] --> s8
              state "white" as s8
              state "burnt" as s9
              s9 --> [*]
            }
          }
          s6 --> s4
          s1 --> s2 : power [volts #62; 9]
          s2 --> s1 : power
          s1 --> s6 : resume
          s1 --> s8 : resume
          s4 --> s5 : turn / raise hum
          s8 --> s9 : burn / rate 0.01
          s2 --> s2 : hum (stays)
          any --> s1 : fuse
      `),
    );
  });

  it('notes that actions on starting, entering and leaving are not drawn, where there are some', () => {
    const plain: ChartDefinition = { name: 'c', states: ['a'], initial: 'a', transitions: [] };
    const block = [[{ kind: 'set', name: 'x', value: 1 }]] as unknown as readonly Block[];
    const inner = { ...plain, states: [{ id: 'a', states: [{ id: 'b', exit: block }] }] };
    const line = 'not drawn: actions on starting, entering and leaving';
    expect(writeMermaidChart(inner)).toContain(`stateDiagram-v2\n  %% ${line}\n`);
    expect(writeGraphviz({ ...plain, setUp: block })).toContain(`// ${line}\n`);
    expect(writeMermaidChart(plain) + writeGraphviz(plain)).not.toContain(line);
  });

  it('escapes marks with a meaning in Mermaid as numbers', () => {
    const odd = 'a"b: [*] -->\n%% c;';
    expect(writeMermaidChart({ name: 'odd', states: [odd], initial: odd, transitions: [] })).toBe(
      picture(`
        stateDiagram-v2
          [*] --> s1
          state "a#34;b#58; [#42;] #45;#45;#62;#10;#37;#37; c#59;" as s1
      `),
    );
  });
});

describe('a picture for Graphviz', () => {
  it('has a cluster for each state with states, and arrows that end at its border', () => {
    expect(writeGraphviz(lamp)).toBe(
      picture(`
        digraph "lamp" {
          compound=true;
          node [shape=box, style=rounded];
          any [label="*", shape=plaintext];
          start [shape=point, label="", width=0.12];
          start -> s1;
          s1 [label="off"];
          subgraph cluster_2 {
            label="on";
            style=rounded;
            s2 [shape=point, label="", style=invis];
            subgraph cluster_3 {
              label="light";
              style=dashed;
              s3 [shape=point, label="", width=0.12];
              s3 -> s4;
              s4 [label="dim"];
              s5 [label="bright"];
              s6 [label="H*", tooltip="past", shape=circle];
              s6 -> s4;
            }
            subgraph cluster_7 {
              label="colour";
              style=dashed;
              s7 [shape=point, label="", width=0.12];
              s7 -> s8;
              s8 [label="white"];
              s9 [label="burnt", shape=box, peripheries=2];
            }
          }
          s1 -> s2 [label="power [volts > 9]", lhead=cluster_2];
          s2 -> s1 [label="power", ltail=cluster_2];
          s1 -> s6 [label="resume"];
          s1 -> s8 [label="resume"];
          s4 -> s5 [label="turn / raise hum"];
          s8 -> s9 [label="burn / rate 0.01"];
          s2 -> s2 [label="hum (stays)"];
          any -> s1 [label="fuse"];
        }
      `),
    );
  });

  it('escapes whatever a name holds', () => {
    const odd = 'a"b\\n\n&lt;';
    expect(writeGraphviz({ name: 'odd', states: [odd], initial: odd, transitions: [] })).toContain(
      '  s1 [label="a\\"b\\\\n\\n&amp;lt;"];',
    );
  });
});
