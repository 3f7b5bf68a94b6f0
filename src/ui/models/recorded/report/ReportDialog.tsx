import { useState } from 'react';
import { createLoadErrorHandler } from '../../../../engine/core/errors.ts';
import type { FindingsForm } from '../../../../engine/model/findings.ts';
import { describeRuleChange } from '../../../../engine/models/recorded/governance/describeRuleChange.ts';
import { describeExemptCall } from '../../../../engine/models/recorded/governance/exemptCases.ts';
import { Dialog } from '../../../controls/Dialog.tsx';
import { downloadFile } from '../../../controls/downloadFile.ts';
import { focusFirst } from '../../../controls/focusFirst.ts';
import { Modes } from '../../../controls/Modes.tsx';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { runWithRetry } from '../../../store/runWithRetry.ts';
import { formatByteSize } from '../../../words/sizes.ts';
import { getCurrentRuleId } from '../cases/bestRule.ts';
import { getCasesView } from '../casesView.ts';
import styles from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';

const FORMS: readonly (readonly [form: FindingsForm, word: string])[] = [
  ['html', 'HTML'],
  ['md', 'Markdown'],
];
const FILE_TYPES: Readonly<Record<FindingsForm, string>> = { html: 'text/html', md: 'text/markdown' };

/** The findings as a file for other people: its form, and the texts that go into it. */
export function ReportDialog({ onClose }: { readonly onClose: () => void }) {
  const store = usePageStore();
  const commands = useCommands();
  const rule = usePage(state => getCurrentRuleId(state));
  const looked = usePage(state => getRecordedPart(state).rule);
  const { ruleThreshold: threshold, exempt } = usePage(getCasesView);
  const change = looked === null ? '' : describeRuleChange(looked, exempt.map(describeExemptCall));
  const isTuned = usePage(state => {
    const { tuned } = getRecordedPart(state);
    return tuned !== null && tuned !== 'asked';
  });
  const isPair = usePage(state => state.pair !== null);
  const [form, setForm] = useState<FindingsForm>('html');
  const [hasTexts, setTexts] = useState(false);
  const [asksHoldOut, setHoldOut] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const hasHoldOut = asksHoldOut ?? isTuned;
  const write = async () => {
    const { writePageReport } = await import('./writePageReport.ts').catch(
      createLoadErrorHandler('the report'),
    );
    const report = await writePageReport(
      { store, commands },
      { form, rule, threshold, exempt, hasHoldOut, hasTexts },
    );
    if (report === null) return;
    const bytes = new TextEncoder().encode(report.text);
    downloadFile(report.name, [bytes], FILE_TYPES[form]);
    store.getState().notify('note', `${report.name} has been downloaded: ${formatByteSize(bytes.length)}.`);
    onClose();
  };
  const download = async () => {
    setBusy(true);
    await runWithRetry(store, write, () => void download());
    setBusy(false);
  };
  return (
    <Dialog title="Report for other people" onClose={onClose}>
      <p className={styles.said}>
        Costs, loops, the rule{looked === null ? '' : ` “${looked.name}”`} with its policy, and the limits
        {isPair ? ', of both sets with their differences' : ''}: one file that loads nothing. Its figures are
        of all recorded steps, however far they are played.
      </p>
      {change !== '' && (
        <p className={styles.said}>
          <b>The rule is changed</b>: {escapeInvisibleText(change)}.
        </p>
      )}
      <div className={styles.act}>
        <h3>Form</h3>
        <Modes<FindingsForm> modes={FORMS} chosen={form} onChoose={setForm} />
      </div>
      <p className={styles.act}>
        <label>
          <input type="checkbox" checked={hasHoldOut} onChange={({ target }) => setHoldOut(target.checked)} />{' '}
          with rules chosen on one half of the tasks and shown on the other
        </label>
      </p>
      <p className={styles.act}>
        <label>
          <input type="checkbox" checked={hasTexts} onChange={({ target }) => setTexts(target.checked)} />{' '}
          with texts: arguments of the loops
        </label>
      </p>
      <p className={styles.said}>
        {hasTexts
          ? 'Arguments may hold what is private: read the report before you hand it on.'
          : 'No prompt, answer, argument, result, error or path of the recordings is in it.'}
      </p>
      <div className={styles.ends}>
        <span className={`label ${styles.note}`}>Written here, sent nowhere.</span>
        <button
          ref={focusFirst}
          type="button"
          className={styles.use}
          disabled={isBusy}
          onClick={() => void download()}
        >
          {isBusy ? 'Writing…' : 'Download report'}
        </button>
      </div>
    </Dialog>
  );
}
