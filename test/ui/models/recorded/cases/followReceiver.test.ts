import { expect, it } from 'vitest';
import { keepRuleReports } from '../../../../../src/ui/models/recorded/cases/followReceiver.ts';
import { RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import type { PageState } from '../../../../../src/ui/state/pageState.ts';

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
