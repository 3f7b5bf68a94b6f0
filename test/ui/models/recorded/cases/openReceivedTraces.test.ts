import { expect, it } from 'vitest';
import { findCaseByName } from '../../../../../src/ui/models/recorded/cases/openReceivedTraces.ts';

it('a case is found again by its name, whatever its present number, and not found where several share the name', () => {
  const names = ['case 1: b…2', 'case 2: a…1', '↳ explore', '↳ explore', 'task 7'];
  expect(findCaseByName(names, 4, 'task 7')).toBe(4);
  expect(findCaseByName(names, 0, 'case 1: a…1')).toBe(1);
  expect(findCaseByName(['case 1: b…2', 'case 2: a…1 +3'], 0, 'case 1: a…1 +2')).toBe(1);
  expect(findCaseByName(names, 2, '↳ explore')).toBe(2);
  expect(findCaseByName(names, 1, '↳ explore')).toBeNull();
  expect(findCaseByName(names, 0, 'gone')).toBeNull();
});
