// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { readSheetDraft, writeSheetDraft } from '../../../src/ui/scenarios/sheetDraft.ts';

const KEY = 'statescope-sheets';
beforeEach(() => localStorage.clear());

it('keeps the name and the answers of each scenario', () => {
  expect(readSheetDraft()).toEqual({ student: '', answers: {} });
  const draft = { student: 'Ada', answers: { threshold: ['By chance.', ''], order: ['No.'] } };
  expect(writeSheetDraft(draft)).toBe(true);
  expect(readSheetDraft()).toEqual(draft);
});

it.each([
  ['{', { student: '', answers: {} }],
  ['[1]', { student: '', answers: {} }],
  ['{"student":7,"answers":{"a":["yes"],"b":[1],"c":"no"}}', { student: '', answers: { a: ['yes'] } }],
])('leaves out what is not of a sheet: %s', (kept, draft) => {
  localStorage.setItem(KEY, kept);
  expect(readSheetDraft()).toEqual(draft);
});
