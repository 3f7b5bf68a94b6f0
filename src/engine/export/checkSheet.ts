import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { ModelSpec } from '../model/model.ts';
import type { Setup } from '../setup/config.ts';
import { deriveStudentSeed } from '../setup/deriveStudentSeed.ts';
import type { StudentSheet } from './sheetFile.ts';

/** A scenario as `scenarios.json` holds it, as far as a sheet is compared with it. */
export interface SheetScenario {
  readonly id: string;
  readonly question: string;
  readonly tasks: readonly string[];
  /** The run's permalink, from `?` on. */
  readonly address: string;
  /** Null for a recording, which is the same in every world. */
  readonly asks: unknown;
}

/** A sheet, with the seed of its run and that of its student, and where its run and its questions are not the scenario’s. */
export interface SheetCheck extends StudentSheet {
  readonly seed: number;
  /** Null for a sheet without a name, and for a recording, whose seed counts for nothing. */
  readonly seed_of_student: number | null;
  /** False for a run with another seed than the student's, and for one of a sheet without a name. */
  readonly seed_as_expected: boolean;
  /** Where the set-up is another one than the scenario's: "preset sir in place of vaccination"; empty if nowhere. */
  readonly set_up_otherwise: readonly string[];
  /** The same of the questions. */
  readonly questions_otherwise: readonly string[];
}

/**
 * Compares the run and the questions of a sheet with its student and its scenario.
 * @param setup of the run
 * @param spec its model's
 * @param scenarios null if they could not be loaded
 */
export async function checkSheet(
  sheet: StudentSheet,
  setup: Setup,
  spec: ModelSpec,
  scenarios: readonly SheetScenario[] | null,
): Promise<SheetCheck> {
  const scenario = scenarios?.find(({ id }) => id === sheet.scenario);
  const isRecording = scenario?.asks === null;
  const seed_of_student = isRecording ? null : deriveStudentSeed(sheet.student);
  const unknown = scenarios === null ? 'its scenario could not be looked up' : 'its scenario is not known';
  return {
    ...sheet,
    seed: setup.seed,
    seed_of_student,
    seed_as_expected: isRecording || setup.seed === seed_of_student,
    set_up_otherwise: scenario ? await listSetupDifferences(setup, spec, scenario) : [unknown],
    questions_otherwise: scenario ? listQuestionDifferences(sheet, scenario) : [],
  };
}

/** Model, preset, network and parameters; a scenario leaves the number of agents to its network, and changes in mid-run to the student. */
async function listSetupDifferences(
  setup: Setup,
  spec: ModelSpec,
  scenario: SheetScenario,
): Promise<readonly string[]> {
  const address = new URLSearchParams(scenario.address);
  const model = address.get('model') ?? setup.model;
  if (model !== setup.model) return [`model ${setup.model} in place of ${model}`];
  const preset = address.get('preset') ?? spec.defaults.preset;
  const { parameters } = (await spec.addDeclared?.(spec, { preset, own: [] }, {})) ?? spec;
  const pairs = [
    ['preset', setup.preset, preset],
    ['network', setup.network, address.get('network') ?? spec.defaults.network],
    // A run decides by itself whether it follows the rule of an older version.
    ...parameters.flatMap(({ name, defaults, oldUntil }) => {
      if (oldUntil !== undefined) return [];
      const usual = defaults[preset];
      return [[name, setup.parameters[name] ?? usual, address.get(name) ?? usual] as const];
    }),
  ] as const;
  return pairs.flatMap(([name, is, was]) =>
    String(is) === String(was) ? [] : [`${name} ${is} in place of ${was}`],
  );
}

/** The sheet's question and its tasks, against those of the scenario. */
function listQuestionDifferences(sheet: StudentSheet, { question, tasks }: SheetScenario): readonly string[] {
  const asked = sheet.answers.map(answer => answer.question);
  const pairs = [
    ['the question', sheet.question, question] as const,
    ...Array.from(
      { length: Math.max(asked.length, tasks.length) },
      (_, at) => [`question ${at + 1}`, asked[at], tasks[at]] as const,
    ),
  ];
  return pairs.flatMap(([name, is, was]) => {
    if (is === was) return [];
    if (is === undefined) return [`${name} is missing`];
    const place = was === undefined ? ', which is not asked' : ` in place of ${quoteSheetText(was)}`;
    return [`${name} is ${quoteSheetText(is)}${place}`];
  });
}

/** Characters of a name that are shown. */
const MAX_NAME_LENGTH = 60;
/** Those of a difference, which may quote two texts. */
const MAX_FAULT_LENGTH = 200;

/** A text of the student's in quotes, which it cannot close: it may look like the rest of the line. */
const quoteSheetText = (text: string): string =>
  `“${formatQuotedText(text, MAX_NAME_LENGTH).replaceAll(/[“”]/g, '"')}”`;

/** `“Ada Lovelace”`, or "without a name" */
const describeStudent = (student: string): string =>
  student.trim() === '' ? 'without a name' : quoteSheetText(student);

/** "seed 7 as expected", "seed 7 in place of 8"; empty for a recording, whose seed counts for nothing. */
export function describeSheetSeed({ seed, seed_of_student, seed_as_expected }: SheetCheck): string {
  if (!seed_as_expected) return `seed ${seed} in place of ${seed_of_student ?? 'that of a name'}`;
  return seed_of_student === null ? '' : `seed ${seed} as expected`;
}

/** `“Ada Lovelace”, “threshold”, seed 7 as expected; preset sis in place of sir` */
export function describeSheetCheck(check: SheetCheck): string {
  const { student, scenario } = check;
  const run = [describeStudent(student), quoteSheetText(scenario), describeSheetSeed(check)];
  const otherwise = [...check.set_up_otherwise, ...check.questions_otherwise];
  return [
    run.filter(Boolean).join(', '),
    ...otherwise.map(one => formatQuotedText(one, MAX_FAULT_LENGTH)),
  ].join('; ');
}

/** True for a sheet whose run is its student's and the scenario's, with the scenario's questions. */
export const isSheetAsExpected = (check: SheetCheck): boolean =>
  check.seed_as_expected && check.set_up_otherwise.length === 0 && check.questions_otherwise.length === 0;
