import type { CSSProperties } from 'react';
import type { Comparison, OracleReport } from '../../../engine/oracle/oracleReport.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/words.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import { computeJensenShannon } from '../../run/divergence.ts';
import { Measurement } from './Measurement.tsx';
import styles from './OracleView.module.css';

/** Colour of an option of the model's questions. */
const useHue = (): ((option: string) => string) => {
  const { optionHue } = usePage(getCurrentAppearance);
  return option => optionHue?.(option) ?? 'var(--state-evaluating)';
};

/**
 * Distance of the model's distribution from the policy's on the same questions: a difference, not a quality.
 */
export function ComparisonSection({ report, archetypes }: { report: OracleReport; archetypes: boolean }) {
  const { comparison } = report;
  const hueOf = useHue();
  const order = usePage(state => state.orderSensitivity);
  const kin = usePage(state => state.kinError);
  if (!comparison) return null;
  return (
    <div className={styles.pair}>
      <div>
        <h3 className={styles.key}>same {formatNounCount(comparison.questions, 'question')}, per cent</h3>
        <Shares label="model" comparison={comparison} of={comparison.model} />
        <Shares label="policy" comparison={comparison} of={comparison.policy} />
        <ul className={styles.options}>
          {comparison.options.map((option, i) => (
            <li key={option}>
              <span className={styles.dot} style={{ '--hue': hueOf(option) } as CSSProperties} />
              {option} {formatComparedPercent(comparison.model[i])},{' '}
              {formatComparedPercent(comparison.policy[i])}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className={styles.key}>
          divergence from the policy<span>Jensen–Shannon</span>
        </h3>
        <p className={styles.divergence}>
          {computeJensenShannon(comparison.model, comparison.policy).toFixed(3)} bit
        </p>
        <p className="label">
          How far it differs, <b>not how good it is</b>: the policy is not the truth.
          {archetypes &&
            ' Answers for archetypes are adapted by the policy’s formula, which brings the two closer together.'}
          {report.letterMass !== null &&
            ` ${formatComparedPercent(report.letterMass)} % of its probability was on letters; the rest is left out.`}
        </p>
        <Measurement
          label="Ask 60 again in another order"
          result={
            order && `In another order of the options ${order.changed} of ${order.questions} answers changed.`
          }
          measure={link => link.measureOrder()}
        />
        {archetypes && (
          <Measurement
            label="Ask 60 people individually"
            result={
              kin &&
              `${kin.questions} people asked individually: ${formatComparedPercent(kin.difference)} % of the probability lies elsewhere.`
            }
            measure={link => link.measureArchetypes()}
          />
        )}
      </div>
    </div>
  );
}

function Shares({ label, comparison, of }: { label: string; comparison: Comparison; of: readonly number[] }) {
  const hueOf = useHue();
  return (
    <p className={styles.shares}>
      <span>{label}</span>
      <span className={styles.bar} aria-hidden="true">
        {comparison.options.map((option, i) => (
          <i key={option} style={{ '--hue': hueOf(option), flexGrow: of[i] } as CSSProperties} />
        ))}
      </span>
    </p>
  );
}

const formatComparedPercent = (share: number): string =>
  (share * 100).toFixed(share > 0 && share < 0.0095 ? 1 : 0);
