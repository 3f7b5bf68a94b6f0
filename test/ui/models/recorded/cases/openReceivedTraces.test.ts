import { expect, it } from 'vitest';
import {
  findCaseByName,
  keepRuleReports,
} from '../../../../../src/ui/models/recorded/cases/followReceiver.ts';
import { RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import type { PageState } from '../../../../../src/ui/state/pageState.ts';

it('a case is found again by its name, whatever its present number, and not found where several share the name', () => {
  const names = ['case 1: b…2', 'case 2: a…1', '↳ explore', '↳ explore', 'task 7'];
  expect(findCaseByName(names, 4, 'task 7')).toBe(4);
  expect(findCaseByName(names, 0, 'case 1: a…1')).toBe(1);
  expect(findCaseByName(['case 1: b…2', 'case 2: a…1 +3'], 0, 'case 1: a…1 +2')).toBe(1);
  expect(findCaseByName(names, 2, '↳ explore')).toBe(2);
  expect(findCaseByName(names, 1, '↳ explore')).toBeNull();
  expect(findCaseByName(names, 0, 'gone')).toBeNull();
});

it('reports on rules stay while traces come, without the stopped cases that have another number now', () => {
  const stopped = [0, 1, 2].map(agent => ({ agent, step: 3 }));
  const rule = { id: 'careful', stopped };
  const state = {
    run: { info: { names: ['cart', 'docs', 'deps'] } },
    modelParts: { recorded: { ...RECORDED.initial, rules: [{ id: 'careful' }], rule, mapping: {} } },
  } as unknown as PageState;
  expect(keepRuleReports(state, ['cart', 'early', 'deps', 'docs'])).toEqual({
    rules: [{ id: 'careful' }],
    rule: { id: 'careful', stopped: [stopped[0], stopped[2]] },
  });
  const none = { ...state, modelParts: {} } as PageState;
  expect(keepRuleReports(none, [])).toEqual({ rules: [], rule: null });
});
