import type { ServerReport } from '../../../engine/oracle/oracleReport.ts';
import type { RemoteKind } from '../../../engine/oracle/servers/getServerKind.ts';
import { getConnectionAdvice } from '../../../oracles/http/advice.ts';
import styles from './OraclePanel.module.css';

interface Props {
  readonly reports: readonly ServerReport[];
  readonly kind: RemoteKind;
  readonly onModel: (model: string) => void;
}

/** Findings of a connection test, server by server, with advice. */
export function ServerReports({ reports, kind, onModel }: Props) {
  return (
    <ul className={styles.reports} aria-label="Servers" aria-live="polite">
      {reports.map(report => {
        const { title, advice } = getConnectionAdvice(report, kind);
        const host = report.url.replace(/^https?:\/\//, '');
        return (
          <li key={report.url}>
            <span aria-hidden="true">{report.kind === 'answers' ? '✓' : '!'}</span>
            <div>
              <b>{title.includes(host) ? title : `${host}: ${title[0].toLowerCase()}${title.slice(1)}`}</b>
              {report.kind === 'answers' && <p>{describeServerAnswer(report)}</p>}
              {advice !== '' && <p>{advice}</p>}
              {report.kind === 'model' && <ModelButtons models={report.models} onModel={onModel} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function describeServerAnswer({
  milliseconds,
  version,
  letters,
  thinking,
}: Extract<ServerReport, { kind: 'answers' }>): string {
  const parts = [
    `${Math.round(milliseconds)} ms`,
    version === null ? null : `version ${version}`,
    letters ? 'log-probabilities' : 'no log-probabilities',
    thinking ? 'a thinking model' : 'not a thinking model',
  ];
  return parts.filter(part => part !== null).join(', ');
}

/** Most models listed here; the field's own list has the others. */
const MAX_MODELS_LISTED = 12;

function ModelButtons({ models, onModel }: { models: readonly string[]; onModel: (model: string) => void }) {
  return (
    <p className={styles.models}>
      {models.slice(0, MAX_MODELS_LISTED).map(model => (
        <button key={model} type="button" onClick={() => onModel(model)}>
          {model}
        </button>
      ))}
    </p>
  );
}
