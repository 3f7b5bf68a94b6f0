import { describe, expect, it } from 'vitest';
import type { PlacedStep } from '../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import { NEVER_TICK } from '../../../../src/engine/models/recorded/schedule.ts';
import { PRESET_RULES } from '../../../../src/engine/rules/presetRules.ts';
import type { TraceStep } from '../../../../src/engine/traces/traces.ts';
import {
  describeCaseStatus,
  describeCaseTrace,
  describeFailedSteps,
  describeModelInput,
  describeStepUsage,
  formatCaseTitle,
} from '../../../../src/ui/models/recorded/cases/describeCaseTrace.ts';
import {
  formatPercentInterval,
  formatRuleTitle,
  formatUpperPercent,
} from '../../../../src/ui/models/recorded/cases/ruleWords.ts';
import { step } from '../../../engine/models/recorded/cases.ts';

const placed = (number: number, known: Parameters<typeof step>[1]): PlacedStep =>
  ({ number, step: step('call', known) }) as unknown as PlacedStep;

describe('the input of a step', () => {
  const steps = [
    placed(1, { prompt: 'find it', result: 'nothing' }),
    placed(2, { prompt: 'nothing', failed: true, error: 'no such file' }),
    placed(3, { prompt: 'no such file' }),
    placed(4, { prompt: null }),
  ];

  it('is a message, or what an earlier step returned', () => {
    expect(steps.map(one => describeModelInput(one, { steps }))).toEqual([
      'input: a message',
      'input: the result of step 1',
      'input: the error of step 2',
      'input: a message',
    ]);
  });
});

describe('an interval of shares', () => {
  it.each([
    [[0.2, 0.45], '20 to 45 %'],
    [[0.2, 0.25], '20.0 to 25.0 %'],
    [[0.0046, 0.553], '0.5 to 55.3 %'],
    [[0, 0.114], 'up to 11 %'],
    [[0, 0.0004], 'up to less than 0.1 %'],
  ] as const)('%o is “%s”: a lower end above nothing is not 0', (interval, words) => {
    expect(formatPercentInterval(interval)).toBe(words);
  });
});

describe('the title of a case', () => {
  const ids = ['3659713b-d3b2-4cb7-a658-6a2702eee21f', '3659713b-d3b2-4cb7-a658-6a2702eee99d'];

  it('has both ends of its id next to a name that others may have', () => {
    expect(ids.map(id => formatCaseTitle(id, 'task 38'))).toEqual([
      'task 38 · 3659713b-d3b2-4c…2eee21f',
      'task 38 · 3659713b-d3b2-4c…2eee99d',
    ]);
  });

  it('is only the name where that has the id', () => {
    expect(formatCaseTitle('run-7', 'run-7')).toBe('run-7');
    expect(formatCaseTitle('moat0617-sympy__sympy-23117', 'task sympy__sympy-23117')).toBe(
      'task sympy__sympy-23117',
    );
    expect(formatCaseTitle(ids[0]!, 'case 3: 3659713b-d3b…2eee21f')).toBe('case 3: 3659713b-d3b…2eee21f');
  });
});

describe('a share in the headline', () => {
  it('has a decimal where it is less than one per cent', () => {
    expect([0, 0.0004, 0.0042, 0.0099, 0.01, 0.503].map(formatUpperPercent)).toEqual([
      ...['0 %', '0.1 %', '0.4 %', '1.0 %', '1 %', '50 %'],
    ]);
  });
});

describe('a rule', () => {
  it('has a name of its own in plain words, the same on the command line', () => {
    const names = PRESET_RULES.map(({ label }) => label);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('clear loops');
    expect(names).toContain('back and forth between two calls, 2 times');
    expect(names).toContain('3 similar calls among the last 7');
    for (const name of names) expect(name).not.toMatch(/\bS\d\b|ABAB|J>|in_a_row/);
  });

  it('has in its title its exact meaning, and its name on the command line', () => {
    for (const rule of PRESET_RULES) {
      const title = formatRuleTitle(rule);
      expect(title).toContain(`--rule ${rule.id}: `);
      expect(JSON.parse(title.slice(title.indexOf(': {') + 2))).toEqual(rule.rule);
    }
  });
});

describe('a case', () => {
  const ended = (known: object, silentSince: number | null = null) =>
    describeCaseStatus(
      {
        steps: [],
        stepsInAll: 0,
        outcome: null,
        reward: null,
        end: null,
        ...known,
      } as never,
      silentSince,
    );

  it('is described by how it ended, and whether it succeeded where its source records that', () => {
    expect(ended({ outcome: 'failed', reward: 0, end: 'max_steps' })).toBe('Failed, reward 0, max_steps.');
    expect(ended({ end: 'interrupted' })).toBe('Interrupted. Whether it succeeded is unknown.');
    expect(ended({})).toBe('Its source does not say how it ended.');
    expect(ended({ outcome: 'failed', stepsInAll: 3 })).toBe('');
  });

  it('does not look finished while it is under way, though all its known steps are played', () => {
    expect(ended({ ends: NEVER_TICK })).toBe('Still under way.');
    expect(ended({ ends: NEVER_TICK }, new Date().setHours(14, 5, 6, 0))).toBe(
      'Under way, silent since 14:05:06.',
    );
    const trace = { id: 'cart', steps: [placed(1, {})], stepsInAll: 1, outcome: null, ends: NEVER_TICK };
    expect(describeCaseTrace(trace as never)).toContain('cart: under way; 1 of 1 step');
  });

  it('has failed steps where any step records a failure', () => {
    expect(describeFailedSteps([placed(1, { failed: true }), placed(2, { failed: null })])).toBe('1');
    expect(describeFailedSteps([placed(1, { failed: false })])).toBe('0');
    expect(describeFailedSteps([placed(1, { failed: null })])).toBe('unknown');
    expect(describeFailedSteps([])).toBe('0');
  });
});

it('the usage of a step says that it has that of a later call of the model, of which it is not known yet what it led to', () => {
  const usageOf = (modelCalls: TraceStep['modelCalls']) =>
    describeStepUsage({
      step: step('look', { at: 50, tokensIn: 90, tokensOut: 7, modelCalls }),
    } as PlacedStep);
  expect(usageOf(null)).toBe('90 in, 7 out');
  expect(usageOf([[10, 40]])).toBe('90 in, 7 out');
  expect(
    usageOf([
      [10, 40],
      [60, 70],
    ]),
  ).toBe('90 in, 7 out, a later call of the model included');
});
