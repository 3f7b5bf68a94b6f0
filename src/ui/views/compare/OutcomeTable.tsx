import type { OutcomeDefinition } from '../../../engine/model/outcomeDefinition.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeOutcomeUnit, formatOutcomePair } from '../../words/outcomeWords.ts';
import styles from './Compare.module.css';
import { SideBadge } from './SideBadge.tsx';

/** The outcomes of both runs at the round that is looked at. */
export function OutcomeTable() {
  const definitions = usePage(state => state.run?.info.outcomes) ?? [];
  const pair = usePage(state => state.pair);
  const { Tick } = usePage(getCurrentModelWords);
  if (pair === null || pair.outcomes === null) return <p className="label">comparing…</p>;
  const { tick, a, b } = pair.outcomes;
  return (
    <table className={styles.outcomes}>
      <thead>
        <tr>
          <th scope="col">
            at {Tick} {formatGroupedInteger(tick)}
          </th>
          <th scope="col">
            <SideBadge side="a" />
          </th>
          <th scope="col">
            <SideBadge side="b" />
          </th>
          <th scope="col">B − A</th>
        </tr>
      </thead>
      <tbody>
        {definitions.map((outcome, i) => {
          const values = [a[i] ?? null, b[i] ?? null] as const;
          if (outcome.needs !== undefined && values.every(value => value === null)) return null;
          return <OutcomeTableRow key={outcome.name} outcome={outcome} a={values[0]} b={values[1]} />;
        })}
      </tbody>
    </table>
  );
}

interface OutcomeRowProps {
  readonly outcome: OutcomeDefinition;
  readonly a: number | null;
  readonly b: number | null;
}

function OutcomeTableRow({ outcome, a, b }: OutcomeRowProps) {
  const { label, unit, meaning, measuredOn } = outcome;
  const told = [describeOutcomeUnit(outcome), measuredOn].filter(Boolean).join(', ');
  const words = formatOutcomePair(a, b, unit);
  return (
    <tr title={meaning} data-same={(a !== null && a === b) || undefined}>
      <th scope="row">
        {label}
        {told !== '' && <span className="label">, {told}</span>}
      </th>
      <td>{words.a}</td>
      <td>{words.b}</td>
      <td>
        <b>{words.difference}</b>
      </td>
    </tr>
  );
}
