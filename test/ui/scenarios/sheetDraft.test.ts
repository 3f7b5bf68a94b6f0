// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { isSheetDraftKept, readSheetDraft, writeSheetDraft } from '../../../src/ui/scenarios/sheetDraft.ts';

const KEY = 'statescope-sheets';
beforeEach(() => localStorage.clear());

it('keeps the name and the answers of each scenario', () => {
  expect(readSheetDraft()).toEqual({ student: '', answers: {} });
  const draft = { student: 'Ada', answers: { threshold: ['By chance.', ''], order: ['No.'] } };
  writeSheetDraft(draft);
  expect([readSheetDraft(), isSheetDraftKept()]).toEqual([draft, true]);
});

it('keeps what the browser has no room for as long as the page is open, until there is room', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const draft = { student: 'Ada', answers: { threshold: ['By chance.'] } };
  writeSheetDraft(draft);
  expect([readSheetDraft(), isSheetDraftKept()]).toEqual([draft, false]);
  full.mockRestore();
  writeSheetDraft(draft);
  expect([localStorage.getItem(KEY), isSheetDraftKept()]).toEqual([JSON.stringify(draft), true]);
});

it.each([
  ['{', { student: '', answers: {} }],
  ['[1]', { student: '', answers: {} }],
  ['{"student":7,"answers":{"a":["yes"],"b":[1],"c":"no"}}', { student: '', answers: { a: ['yes'] } }],
])('leaves out what is not of a sheet: %s', (kept, draft) => {
  localStorage.setItem(KEY, kept);
  expect(readSheetDraft()).toEqual(draft);
});
