import type { RemoteKind } from '../../engine/config.ts';
import type { ServerReport } from '../../engine/oracleReport.ts';
import { adviceFor } from '../../oracles/advice.ts';
import styles from './OraclePanel.module.css';

interface Props {
  readonly reports: readonly ServerReport[];
  readonly kind: RemoteKind;
  readonly onModel: (model: string) => void;
}

/** What a test of the connection found, server by server, and what to do about it. */
export function ServerReports({ reports, kind, onModel }: Props) {
  return (
    <ul className={styles.reports} aria-label="Servers" aria-live="polite">
      {reports.map(report => {
        const { title, advice } = adviceFor(report, kind);
        return (
          <li key={report.url}>
            <span aria-hidden="true">{report.kind === 'answers' ? '✓' : '!'}</span>
            <div>
              <b>{title}</b>
              {advice !== '' && <p>{advice}</p>}
              {report.kind === 'model' && <ModelButtons models={report.models} onModel={onModel} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** More than these are found in the field's own list. */
const SHOWN = 12;

function ModelButtons({ models, onModel }: { models: readonly string[]; onModel: (model: string) => void }) {
  return (
    <p className={styles.models}>
      {models.slice(0, SHOWN).map(model => (
        <button key={model} type="button" onClick={() => onModel(model)}>
          {model}
        </button>
      ))}
    </p>
  );
}
