import type { ArmContrast } from '../../../../engine/guard/compareGuardArms.ts';
import {
  ARM_MEASURE_LABELS,
  formatArmDifference,
  formatArmFigure,
  formatGuardVerdict,
} from '../../../../engine/guard/describeGuardComparison.ts';
import {
  GUARD_REMEDIES,
  type GuardedCasesReport,
} from '../../../../engine/models/recorded/sets/compareGuardedCases.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import styles from './Sets.module.css';

/** Effect of a guard on the sessions of both sets, by intention to treat, with the decision that it allows. */
export function GuardEffect({ guard }: { readonly guard: GuardedCasesReport }) {
  const { policy, ofOthers, comparison } = guard;
  const { guarded, unguarded, noted, contrasts, detection, advice } = comparison;
  const known = contrasts.filter(one => one.guarded.count + one.unguarded.count > 0);
  return (
    <section aria-label="Effect of the guard">
      <h3>
        Effect of the guard{' '}
        <span className="label">
          {policy !== '' && `${escapeInvisibleText(policy)}, `}
          {formatNounCount(guarded + unguarded, 'session')} with their sub-agents, each in the arm that it was
          drawn for
        </span>
      </h3>
      <p className={styles.paired}>
        <b>{formatGuardVerdict(comparison, GUARD_REMEDIES)}</b>
      </p>
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">of a session</th>
            <th scope="col">noted only, {formatGroupedInteger(unguarded)}</th>
            <th scope="col">acted, {formatGroupedInteger(guarded)}</th>
            <th scope="col">difference</th>
            <th scope="col">95 %</th>
          </tr>
        </thead>
        <tbody>
          {known.map(contrast => (
            <ArmRow key={contrast.measure} contrast={contrast} />
          ))}
        </tbody>
      </table>
      <p className="label">
        Where it only noted it would have advised in {formatGroupedInteger(noted.advised)} and stopped{' '}
        {formatGroupedInteger(noted.stopped)}.{' '}
        {detection.recall.count + detection.falseAlarms.count === 0
          ? 'Detection is unknown: no outcome of a session is known in which it only noted. '
          : `Where it only noted, it would have stopped ${formatShareOf(detection.recall)} failed and ${formatShareOf(detection.falseAlarms)} successful sessions. `}
        {advice.sessions > 0 &&
          `Advice was obeyed in ${formatShareOf(advice.obeyed)} sessions that got some. `}
        {ofOthers > 0 &&
          `Left out: ${formatNounCount(ofOthers, 'session')} of other policies, or drawn with another act.`}
      </p>
    </section>
  );
}

function ArmRow({ contrast }: { readonly contrast: ArmContrast }) {
  const { difference, interval } = formatArmDifference(contrast);
  const isOpen = contrast.interval === null || (contrast.interval[0] <= 0 && contrast.interval[1] >= 0);
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row">{ARM_MEASURE_LABELS[contrast.measure]}</th>
      <td>{formatArmFigure(contrast, 'unguarded')}</td>
      <td>{formatArmFigure(contrast, 'guarded')}</td>
      <td>
        <b>{difference ?? '–'}</b>
      </td>
      <td>{interval ?? 'none'}</td>
    </tr>
  );
}

const formatShareOf = ({
  count,
  value,
}: {
  readonly count: number;
  readonly value: number | null;
}): string =>
  value === null
    ? 'an unknown number of'
    : `${formatGroupedInteger(Math.round(value * count))} of ${formatGroupedInteger(count)}`;
