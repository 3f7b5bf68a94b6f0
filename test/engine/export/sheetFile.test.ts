import { expect, it } from 'vitest';
import { type StudentSheet, splitSheetFile, writeSheetFile } from '../../../src/engine/export/sheetFile.ts';
import { detectFileKind } from '../../../src/engine/files/detectFileKind.ts';

const SHEET: StudentSheet = {
  student: 'Ada "A." Lovelace\n',
  scenario: 'threshold',
  question: 'When does an infection spread?',
  answers: [{ question: 'Why?', answer: 'Because\n"run":\n{}' }],
};
const DOCUMENT = '{\n"format": "statescope-run"\n}\n';
const FILE = writeSheetFile(SHEET, DOCUMENT);

it('holds a sheet and a run document, which come out again byte by byte', () => {
  expect(splitSheetFile('a.json', FILE)).toEqual({ sheet: SHEET, document: DOCUMENT });
  expect(JSON.parse(FILE)).toEqual({
    format: 'statescope-sheet',
    version: 1,
    sheet: SHEET,
    run: { format: 'statescope-run' },
  });
});

it('leaves a run document without a sheet as it is', () => {
  expect(splitSheetFile('a.json', DOCUMENT)).toEqual({ sheet: null, document: DOCUMENT });
});

it.each([
  [
    FILE.replace('"student"', '"pupil"'),
    'a.json: the first line, which is the sheet, was changed at sheet.student',
  ],
  [FILE.replace('"version":1', '"version":2'), 'was changed at version'],
  [FILE.replace('"run":\n', '"run":'), 'was changed at its end'],
  [FILE.slice(0, FILE.indexOf('\n') + 1), 'a.json is a sheet that was cut off'],
  [FILE.slice(0, -20), 'a.json is a sheet that was cut off'],
])('is refused in one line if it was changed or cut off: %#', (text, message) => {
  expect(() => splitSheetFile('a.json', text)).toThrow(message);
});

it('is opened as a run document is', () => {
  const { form, words } = detectFileKind('sheet.json', new TextEncoder().encode(FILE));
  expect([form, words]).toEqual(['run', 'a run document']);
});
