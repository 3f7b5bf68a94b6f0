import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CASES_QUESTIONS,
  type CasesView,
  checkCasesView,
  chooseCasesView,
  formatCasesView,
  getCasesView,
  parseCasesView,
} from '../../../../src/ui/models/recorded/casesView.ts';
import { openPage } from '../../page.tsx';

const views: fc.Arbitrary<CasesView> = fc.record({
  question: fc.constantFrom(null, ...CASES_QUESTIONS),
  ruleId: fc.constantFrom(null, 'roo-code', 'careful'),
  ruleThreshold: fc.constantFrom(null, 1, 20),
  exempt: fc.array(
    fc.record({
      tool: fc.constantFrom('^a:b$', '^grep\\.x$'),
      args: fc.constantFrom(null, '"command"\\s*:\\s*"g\\+t\\b'),
    }),
    { maxLength: 3 },
  ),
});

describe('the choices within recorded cases', () => {
  it('are the same after their text has been read again', () => {
    fc.assert(
      fc.property(views, view => {
        // A threshold or an exemption is that of a rule, and a text names one of both first.
        fc.pre(view.question !== null || view.ruleId !== null);
        expect(parseCasesView(formatCasesView(view) ?? '')).toEqual(view);
      }),
    );
  });

  it('have no text as long as nothing was chosen', () => {
    expect(formatCasesView({ question: null, ruleId: null, ruleThreshold: null, exempt: [] })).toBeNull();
    expect(formatCasesView({ question: 'clock', ruleId: null, ruleThreshold: null, exempt: [] })).toBe(
      'clock',
    );
  });

  it.each([
    '',
    'prices',
    'rules:roo code',
    'rules:a:many',
    'rules:a:0',
    'rules:a:5:{}',
    'rules:a:5:[["("]]',
    'rules:a:5:[["(",null]]',
    'rules:a:5:[["^(a+)$",null]]',
    'rules:a:5:[["^a$","a+"]]',
    `rules:a:5:[["${'x'.repeat(8_000)}",null]]`,
  ])('are refused with the form that they have: %j', text => {
    expect(checkCasesView(text)).toContain('must be one of cost, rules, states, clock');
  });

  it('are those of rules that there are', () => {
    expect(checkCasesView('rules:roo-code')).toBeNull();
    expect(checkCasesView('rules:nothing')).toBe('has no rule “nothing”');
  });

  it('change one at a time, and stay one object while they stay', async () => {
    const { store } = await openPage();
    chooseCasesView(store, { question: 'rules', ruleId: 'roo-code' });
    chooseCasesView(store, { ruleThreshold: 5 });
    expect(store.getState().view).toBe('rules:roo-code:5');
    const view = getCasesView(store.getState());
    expect(view).toMatchObject({ question: 'rules', ruleId: 'roo-code', ruleThreshold: 5, exempt: [] });
    store.getState().arrange({ rare: '0,0' });
    expect(getCasesView(store.getState())).toBe(view);
  });
});
