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

/** Sheets that the browser had no room for, kept as long as the page is open. */
let unkept: SheetDraft | null = null;

/** The sheets as they were last written; of what this browser keeps without what is not of them, empty for none. */
export function readSheetDraft(): SheetDraft {
  if (unkept !== null) return unkept;
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

/** False if the browser does not keep the sheets, so that they end with the page. */
export const isSheetDraftKept = (): boolean => unkept === null;

/** Keeps them in the browser, or as long as the page is open. */
export function writeSheetDraft(draft: SheetDraft): void {
  unkept = writeStoredItem(KEY, JSON.stringify(draft)) ? null : draft;
}
