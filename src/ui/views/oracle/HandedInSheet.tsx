import { describeSheetSeed, type SheetCheck } from '../../../engine/export/checkSheet.ts';
import { escapeInvisibleText } from '../../lib/formatCounts.ts';
import styles from './HandedInSheet.module.css';

/** The sheet that a run was handed in with, to read: whose it is, where it is not as expected, and its answers. */
export function HandedInSheet({ sheet }: { readonly sheet: SheetCheck }) {
  const { student, question, scenario, answers } = sheet;
  const faults = [...sheet.set_up_otherwise, ...sheet.questions_otherwise];
  const seed = describeSheetSeed(sheet);
  return (
    <section className={styles.sheet} aria-label="Sheet">
      <h3>
        {student.trim() === '' ? 'A sheet without a name' : `Sheet of ${escapeInvisibleText(student.trim())}`}
      </h3>
      <p className="label">
        {escapeInvisibleText(question)} (scenario {escapeInvisibleText(scenario)})
      </p>
      {seed !== '' && <p className={sheet.seed_as_expected ? 'label' : styles.fault}>S{seed.slice(1)}.</p>}
      {faults.map(fault => (
        <p key={fault} className={styles.fault}>
          {escapeInvisibleText(fault)}.
        </p>
      ))}
      <dl>
        {answers.map((answer, at) => (
          // Two questions may have the same words.
          <div key={at}>
            <dt>{escapeInvisibleText(answer.question)}</dt>
            <dd>{answer.answer.trim() === '' ? <i>no answer</i> : escapeInvisibleText(answer.answer)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
