import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import type { StudentSheet } from '../../engine/export/sheetFile.ts';
import { deriveStudentSeed } from '../../engine/setup/deriveStudentSeed.ts';
import type { Recording } from '../../oracles/recording/recording.ts';

/** A sheet, with the seed of its run and that of its student. */
export interface SheetCheck extends StudentSheet {
  readonly seed: number;
  /** Null for a sheet without a name. */
  readonly seed_of_student: number | null;
}

/** Compares the seed of a run with that of the student on its sheet; null for a document without a sheet. */
export const checkSheet = ({ sheet, setup }: Recording): SheetCheck | null =>
  sheet && { ...sheet, seed: setup.seed, seed_of_student: deriveStudentSeed(sheet.student) };

/** Characters of a name that are printed. */
const MAX_NAME_LENGTH = 60;

/** "Ada Lovelace, threshold, seed 7 as expected" */
export function describeSheetCheck({ student, scenario, seed, seed_of_student }: SheetCheck): string {
  const who = student.trim() === '' ? 'without a name' : formatQuotedText(student, MAX_NAME_LENGTH);
  const fits =
    seed === seed_of_student ? 'as expected' : `in place of ${seed_of_student ?? 'that of a name'}`;
  return `${who}, ${formatQuotedText(scenario, MAX_NAME_LENGTH)}, seed ${seed} ${fits}`;
}
