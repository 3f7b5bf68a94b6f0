import { useId } from 'react';
import type { ServerReport } from '../../../engine/oracle/oracleReport.ts';
import type { AskingSetup, ModelSetup } from '../../../engine/oracle/oracleSetup.ts';
import { isRemoteOracle } from '../../../engine/oracle/oracleSetup.ts';
import { usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import styles from './OraclePanel.module.css';

interface FormFieldsProps {
  readonly oracle: ModelSetup;
  readonly reports: readonly ServerReport[];
  readonly onChange: (part: Partial<AskingSetup>) => unknown;
}

/** Answer form of a language model; there is no choice if it writes texts. */
export function FormFields({ oracle, reports, onChange }: FormFieldsProps) {
  const id = useId();
  const { asks, asksKinds } = usePage(getCurrentAppearance);
  if (asks === 'completion')
    return <p className="label">It answers in JSON; what cannot be read is mended or refused.</p>;
  const answering = reports.filter(report => report.kind === 'answers');
  const probed =
    answering.length === 0 ? '' : answering.every(report => report.letters) ? ': letter' : ': JSON';
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={id}>decision form</label>
        <select
          id={id}
          value={oracle.form}
          onChange={event => onChange({ form: event.target.value as AskingSetup['form'] })}
        >
          <option value="auto">
            {isRemoteOracle(oracle)
              ? `best that the server supports${probed}`
              : 'best that the model supports: letter'}
          </option>
          <option value="letter">letter, by log-probabilities</option>
          <option value="json">JSON under a schema</option>
        </select>
      </div>
      {asksKinds && <KindFields oracle={oracle} onChange={onChange} />}
    </>
  );
}

/** Options to ask a model once for many agents, and to let it write texts. */
function KindFields({ oracle, onChange }: Omit<FormFieldsProps, 'reports'>) {
  return (
    <>
      <label
        className={styles.check}
        title="ask once per (archetype, post); recency, fatigue, depth and tie act by formula"
      >
        <input
          type="checkbox"
          checked={oracle.archetypes}
          onChange={event => onChange({ archetypes: event.target.checked })}
        />
        ask once per archetype and post
      </label>
      {oracle.form !== 'letter' && (
        <label className={styles.check} title="JSON only; otherwise replies and comments are ready-made">
          <input
            type="checkbox"
            checked={oracle.texts}
            onChange={event => onChange({ texts: event.target.checked })}
          />
          let it write replies and comments (JSON)
        </label>
      )}
    </>
  );
}
