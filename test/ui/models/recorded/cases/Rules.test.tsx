import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import {
  buildRuleReport,
  buildRuleRows,
  type RuleRequest,
} from '../../../../../src/engine/models/recorded/reports/governanceReport.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { PageContext } from '../../../../../src/ui/hooks/hooks.ts';
import { loadModelPlugin } from '../../../../../src/ui/model/registered.ts';
import { RuleEvidence } from '../../../../../src/ui/models/recorded/cases/RuleEvidence.tsx';
import { Rules } from '../../../../../src/ui/models/recorded/cases/Rules.tsx';
import { formatCasesView } from '../../../../../src/ui/models/recorded/casesView.ts';
import { RECORDED } from '../../../../../src/ui/models/recorded/recordedPart.ts';
import { ReportDialog } from '../../../../../src/ui/models/recorded/report/ReportDialog.tsx';
import { aCase, runOf, step } from '../../../../engine/models/recorded/cases.ts';
import { openPage } from '../../../page.tsx';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

const loop = (id: string, outcome: TraceCase['outcome']): TraceCase =>
  aCase(
    id,
    Array.from({ length: 9 }, () => step('poll', { args: '{}', argsHash: 'a', resultHash: 'r' })),
    { outcome },
  );

/** Shows a part of the page that looks at a rule. */
async function show(part: ReactNode, request: RuleRequest, outcome: TraceCase['outcome'] = 'failed') {
  const { state } = await runOf([loop('a', outcome), loop('b', outcome)]);
  const recorded = state as unknown as RecordedState;
  const [rules, rule] = [
    await buildRuleRows(recorded, undefined, request.exempt),
    await buildRuleReport(recorded, request),
  ];
  const page = await openPage();
  const run = page.store.getState().run!;
  const { id: ruleId, threshold: ruleThreshold, exempt } = request;
  page.store.setState({
    run: { ...run, setup: { ...run.setup, model: 'recorded' } },
    view: formatCasesView({ question: 'rules', ruleId, ruleThreshold, exempt }),
    modelParts: { recorded: { ...RECORDED.initial, rules, rule } },
  } as object);
  render(<PageContext value={page}>{part}</PageContext>);
  await act(async () => undefined);
}

const POLL = { tool: '^poll$', args: null };

describe('the rule that is looked at', () => {
  it('says in the list from which threshold it was changed, so that it is not taken for another preset', async () => {
    await show(<Rules />, { id: 'roo-code', threshold: 5, exempt: [] });
    const named = screen.getAllByRole('rowheader', { name: /^the same call 5 times in a row/ });
    expect(named.map(one => one.textContent).toSorted()).toEqual([
      'the same call 5 times in a row',
      'the same call 5 times in a row (changed from 3)',
    ]);
  });

  it('says of an exempt call what it would stop without the exemption', async () => {
    await show(<RuleEvidence />, { id: 'roo-code', threshold: null, exempt: [POLL] }, null);
    const box = screen.getByRole('checkbox', { name: /would stop 2 cases if it counted$/ });
    expect(box).toBeChecked();
    expect(box.closest('label')?.title).toMatch(/^poll: without the exemption the rule would stop /);
  });

  it('says of a call that counts what it stops', async () => {
    await show(<RuleEvidence />, { id: 'roo-code', threshold: null, exempt: [] }, null);
    expect(screen.getByRole('checkbox', { name: /stops 2 cases$/ })).not.toBeChecked();
  });

  it('names in words for which choice its interval allows', async () => {
    await show(<RuleEvidence />, { id: 'roo-code', threshold: 5, exempt: [] });
    expect(
      screen.getByText('of all steps saved, interval too narrow, as the rule was changed on these cases'),
    ).toBeVisible();
  });
});

describe('the dialog of the report', () => {
  it('names threshold and exemptions before the report is made, and says how much of the run it is about', async () => {
    await show(<ReportDialog onClose={() => undefined} />, { id: 'roo-code', threshold: 4, exempt: [POLL] });
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'The rule is changed: with threshold 4 instead of 3, not counting poll.',
    );
    expect(screen.getByRole('dialog')).toHaveTextContent('all recorded steps, however far they are played');
  });

  it('has the focus on its download, so that R and Enter are enough', async () => {
    await show(<ReportDialog onClose={() => undefined} />, { id: 'roo-code', threshold: null, exempt: [] });
    expect(screen.getByRole('button', { name: 'Download report' })).toHaveAttribute('autofocus');
  });

  it('names no change of a rule as it is offered', async () => {
    await show(<ReportDialog onClose={() => undefined} />, { id: 'roo-code', threshold: null, exempt: [] });
    expect(screen.getByRole('dialog')).toHaveTextContent('the rule “the same call 3 times in a row”');
    expect(screen.getByRole('dialog')).not.toHaveTextContent('The rule is changed');
  });
});
