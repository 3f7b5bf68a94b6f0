import { describe, expect, it } from 'vitest';
import { formatFindingsCaseName } from '../../../../../src/engine/models/recorded/findings/findingsNames.ts';
import { formatCaseName } from '../../../../../src/engine/models/recorded/reading/formatCaseName.ts';
import { aCase } from '../cases.ts';

const UUID = '55094b9e-ef3e-42b4-8ca2-18e82cd7e7ae';
const create = (id: string, labels: Readonly<Record<string, string>> = {}) => aCase(id, [], { labels });

describe('the name of a case in a report', () => {
  it('is its number and what the page shows, where that is the name of a machine', () => {
    const one = create(UUID, { task: '[mms_issue]bad_network_preference|airplane_mode_on[PERSONA:Hard]' });
    expect(formatFindingsCaseName(one, 36)).toBe('case 37: [mms_issue]b…A:Hard]');
    expect(formatFindingsCaseName(one, 36)).toBe(formatCaseName(one, 37));
    const long = create(UUID, { task: `[mms_issue]${'airplane_mode_on|'.repeat(30)}[PERSONA:Easy]` });
    expect(formatFindingsCaseName(long, 28)).toBe('case 29: [mms_issue]a…A:Easy]');
    expect(formatFindingsCaseName(create(UUID), 2)).toBe('case 3: 55094b9e-ef3…cd7e7ae');
    expect(formatFindingsCaseName(create(UUID, { task: '12', trial: '1' }), 2)).toBe(
      'case 3, task 12, trial 1',
    );
    expect(formatFindingsCaseName(create('refund-7', { task: 'a task in words' }), 2)).toBe(
      'case 3, refund-7',
    );
  });

  it.each([
    'refund for Mary Major',
    'mary.major@example.com',
    '/home/mary/runs',
    'C:\\\\mary',
    '删除我的账户',
    '~mary/runs',
  ])('is its number alone where the task is “%s”', task => {
    expect(formatFindingsCaseName(create(UUID, { task }), 2)).toBe('case 3');
  });
});
