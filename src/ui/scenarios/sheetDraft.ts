import { readStoredJson, writeStoredItem } from '../lib/storedItems.ts';

/** A student's sheets: the name on all of them, and answers by scenario. */
interface SheetDraft {
  readonly student: string;
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

const KEY = 'statescope-sheets';

const isText = (value: unknown): value is string => typeof value === 'string';
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The sheets that this browser keeps; empty for none, and without what is not of them. */
export function readSheetDraft(): SheetDraft {
  const kept = readStoredJson(KEY);
  const { student, answers } = isRecord(kept) ? kept : {};
  const rows = isRecord(answers) ? Object.entries(answers) : [];
  return {
    student: isText(student) ? student : '',
    answers: Object.fromEntries(
      rows.flatMap(([id, texts]) => (Array.isArray(texts) && texts.every(isText) ? [[id, texts]] : [])),
    ),
  };
}

/** Keeps them; a browser that forbids storage keeps them as long as the sheet is open. */
export const writeSheetDraft = (draft: SheetDraft): boolean => writeStoredItem(KEY, JSON.stringify(draft));
