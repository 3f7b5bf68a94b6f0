import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/engine/core/errors.ts';
import { createStateMapper, MAX_MATCHED_LENGTH } from '../../../src/engine/stateMapping/createStateMapper.ts';
import { MAPPINGS } from '../../../src/engine/stateMapping/knownMappings.ts';
import type { Mapping } from '../../../src/engine/stateMapping/mapping.ts';
import { readStateMapping } from '../../../src/engine/stateMapping/stateMappings.ts';
import { aStep, recordedSet, traceFixture } from '../models/recorded/recordedRuns.ts';

const PRESETS: Readonly<Record<string, string>> = {
  tau: 'tau',
  moatless_1117: 'moatless',
  sql: 'sql',
  shell: 'shell',
};
interface Written {
  readonly sets: readonly string[];
  readonly on: string;
  readonly strip?: string;
  readonly rules: readonly (readonly [string, string])[];
}
const written = Object.entries(JSON.parse(traceFixture('mappings.json')) as Record<string, Written>);
const mapping = (rules: readonly object[], more: object = {}) => ({
  name: 'm',
  rules,
  otherwise: 'tool',
  ...more,
});
const mistakeIn = (json: unknown): string => {
  try {
    readStateMapping(json);
  } catch (error) {
    if (error instanceof InputError) return error.message;
  }
  return '';
};

describe('a mapping', () => {
  it.each(written)('of the presets equals the one in the data: %s', (name, { on, strip, rules }) => {
    const preset = MAPPINGS[PRESETS[name]];
    expect(preset.rules).toEqual(rules.map(([match, state]) => ({ on, match, state })));
    expect(preset.strip).toBe(strip);
  });

  it.each(written.flatMap(([name, { sets }]) => sets.map(set => [set, PRESETS[name]])))(
    'gives every state of %s',
    (set, preset) => {
      const named = createStateMapper(MAPPINGS[preset]);
      const steps = recordedSet(set).flatMap(one => one.steps);
      const wrong = steps.filter(step => named(step) !== step.state);
      expect(steps.length).toBeGreaterThan(500);
      expect(wrong).toEqual([]);
    },
  );

  it('covers fourteen sets', () => {
    expect(written.flatMap(([, { sets }]) => sets)).toHaveLength(14);
  });

  it('takes the first rule that matches, and ignores a step by a rule without a state', () => {
    const named = createStateMapper(
      readStateMapping(
        mapping([
          { on: 'tool', match: '^ping$', state: null },
          { on: 'agent', match: 'critic', state: 'REVIEW' },
          { on: 'tool args', match: '^edit .*test', state: 'TEST' },
          { on: 'state', match: '^plan', state: 'PLAN' },
        ]),
      ),
    );
    expect(named(aStep({ tool: 'ping', agent: 'critic' }))).toBeNull();
    expect(named(aStep({ tool: 'edit', agent: 'the critic' }))).toBe('REVIEW');
    expect(named(aStep({ tool: 'edit', args: 'a test' }))).toBe('TEST');
    expect(named(aStep({ tool: 'edit', state: 'planning' }))).toBe('PLAN');
    expect(named(aStep({ tool: 'edit' }))).toBe('edit');
  });

  it('names an unmatched step by its tool, its agent or its source, or ignores it', () => {
    const step = aStep({ tool: 't', agent: 'a', state: 's' });
    const by = (otherwise: Mapping['otherwise'], one = step) =>
      createStateMapper({ name: 'm', rules: [], otherwise })(one);
    expect([by('tool'), by('agent'), by('source'), by('ignored')]).toEqual(['t', 'a', 's', null]);
    expect([by('agent', aStep({ tool: 't' })), by('source', aStep({ tool: 't' }))]).toEqual(['t', 't']);
  });

  it.each([
    ['find_user', 'searching'],
    ['think', 'analyzing'],
    ['say', 'deciding'],
    ['submit_answer', 'finishing'],
  ])('has phases: %s is %s', (tool, state) => {
    expect(createStateMapper(MAPPINGS.phases)(aStep({ tool }))).toBe(state);
  });

  it('reads only the beginning of a long text', () => {
    const named = createStateMapper(readStateMapping(mapping([{ on: 'args', match: 'end$', state: 'END' }])));
    const long = `${'x'.repeat(MAX_MATCHED_LENGTH)}end`;
    expect(named(aStep({ args: long }))).toBe('tool');
    expect(named(aStep({ args: 'the end' }))).toBe('END');
  });

  it('survives JSON unchanged', () => {
    for (const preset of Object.values(MAPPINGS))
      expect(readStateMapping(JSON.parse(JSON.stringify(preset)))).toEqual(preset);
  });

  it.each([
    [
      mapping([
        { on: 'tool', match: 'a', state: 'A' },
        { on: 'tool', match: '(b', state: 'B' },
      ]),
      /^mapping “m”, rule 2, match: “\(b” is not a regular expression: /,
    ],
    [mapping([{ on: 'tool', match: 'a', state: ' ' }]), /^mapping “m”, rule 1 \(“a”\): its state is empty/],
    [mapping([{ on: 'tools', match: 'a', state: 'A' }]), /^mapping\.rules\[0\]\.on/],
    [mapping([], { strip: '[' }), /^mapping “m”, strip: “\[” is not a regular expression/],
    [
      mapping([{ on: 'tool', match: 'x'.repeat(2000), state: 'A' }]),
      /rule 1, match: 2000 characters, at most/,
    ],
    [mapping([], { extra: 1 }), /extra/],
    [null, /^mapping/],
  ])('is refused with the rule and the place of a mistake', (json, message) => {
    expect(mistakeIn(json)).toMatch(message);
  });
});
