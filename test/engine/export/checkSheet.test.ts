import { describe, expect, it } from 'vitest';
import {
  checkSheet,
  describeSheetCheck,
  isSheetAsExpected,
  type SheetScenario,
} from '../../../src/engine/export/checkSheet.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { getAgentModelEntry } from '../../../src/engine/models/index.ts';
import { deriveStudentSeed } from '../../../src/engine/setup/deriveStudentSeed.ts';

const SCENARIO: SheetScenario = {
  ...{ id: 'evening', question: 'What is an ordinary evening?', tasks: ['Which post?', 'How far?'] },
  ...{ address: `?model=${DEFAULT_SETUP.model}&seed=1`, asks: {} },
};
const seed = deriveStudentSeed('Ada') ?? 0;
const SHEET = {
  ...{ student: 'Ada', scenario: 'evening', question: SCENARIO.question },
  answers: SCENARIO.tasks.map(question => ({ question, answer: 'Few.' })),
};

async function check(
  part: Partial<typeof SHEET>,
  scenarios: readonly SheetScenario[] | null = [SCENARIO],
  setup = { ...DEFAULT_SETUP, seed },
) {
  const spec = await getAgentModelEntry(setup.model).spec();
  return checkSheet({ ...SHEET, ...part }, setup, spec, scenarios);
}

describe('a sheet', () => {
  it('is as expected with the seed of its student, the set-up and the questions of its scenario', async () => {
    const found = await check({});
    expect(describeSheetCheck(found)).toBe(`“Ada”, “evening”, seed ${seed} as expected`);
    expect(isSheetAsExpected(found)).toBe(true);
  });

  it('under another name has another seed in place of that of the name', async () => {
    const found = await check({ student: 'Béla' });
    expect(found).toMatchObject({ seed_as_expected: false, seed_of_student: deriveStudentSeed('Béla') });
    expect(isSheetAsExpected(found)).toBe(false);
  });

  it('of a recording has no seed of a student, whatever the seed of its run', async () => {
    const found = await check({ student: 'Béla' }, [{ ...SCENARIO, asks: null }]);
    expect(found).toMatchObject({ seed_as_expected: true, seed_of_student: null });
    expect(describeSheetCheck(found)).toBe('“Béla”, “evening”');
  });

  it('names questions that are missing, changed or added', async () => {
    const answers = [{ question: 'Which user?', answer: '' }];
    expect((await check({ question: 'What?', answers })).questions_otherwise).toEqual([
      'the question is “What?” in place of “What is an ordinary evening?”',
      'question 1 is “Which user?” in place of “Which post?”',
      'question 2 is missing',
    ]);
    const more = [...SHEET.answers, { question: 'Why?', answer: '' }];
    expect((await check({ answers: more })).questions_otherwise).toEqual([
      'question 3 is “Why?”, which is not asked',
    ]);
  });

  it('is not as expected where its scenario is unknown, or could not be looked up', async () => {
    const unknown = await check({ scenario: 'none' });
    expect([unknown.set_up_otherwise, isSheetAsExpected(unknown)]).toEqual([
      ['its scenario is not known'],
      false,
    ]);
    expect((await check({}, null)).set_up_otherwise).toEqual(['its scenario could not be looked up']);
  });
});
