import { describeNothingShared } from '../../../../engine/model/nothingShared.ts';
import type { ConformanceReport } from '../../../../engine/models/recorded/reports/buildPathsReport.ts';
import { usePage } from '../../../hooks/hooks.ts';
import {
  escapeInvisibleText,
  formatGroupedInteger,
  formatNounCount,
  pluralizeNoun,
} from '../../../lib/formatCounts.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import { CaseButton } from '../cases/CaseButton.tsx';
import styles from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';

/** Moves and cases that are listed; more are counted. */
const MAX_MOVES_LISTED = 12;
const CASES = 40;

/** Behaviour of the cases that the reference chart does not allow; empty without such a chart. */
export function Conformance() {
  const report = usePage(state => getRecordedPart(state).ways?.conformance);
  if (!report) return null;
  const { chart, cases, following, moves, deviating, endOutside, edges, walks, nothingShared } = report;
  return (
    <section className={styles.conformance} aria-label="Conformance">
      <div className={inspector.key}>
        <h3>the chart that was given: {escapeInvisibleText(chart)}</h3>
      </div>
      <p className={styles.said}>
        <b>{formatGroupedInteger(following)}</b> of {formatNounCount(cases, 'case')} follow it;{' '}
        <b>{formatGroupedInteger(deviating)}</b> of {formatNounCount(moves, 'move')} are not in it
        {endOutside !== null &&
          `; ${formatNounCount(endOutside, 'case')} ${pluralizeNoun(endOutside, 'ends', 'end')} outside its final states`}
        {nothingShared !== null && `: ${escapeInvisibleText(describeNothingShared(nothingShared))}`}.
      </p>
      {edges.length > 0 && <ForeignMoves edges={edges} />}
      {walks.length > 0 && <Cases walks={walks} deviating={cases - following} />}
    </section>
  );
}

const formatConformanceMove = (from: string | null, to: string): string =>
  `${from === null ? 'beginning' : escapeInvisibleText(from)} → ${escapeInvisibleText(to)}`;

function ForeignMoves({ edges }: Pick<ConformanceReport, 'edges'>) {
  return (
    <>
      <p className={styles.facts}>
        moves that it does not have
        {edges.length > MAX_MOVES_LISTED &&
          `, ${MAX_MOVES_LISTED} of ${formatGroupedInteger(edges.length)} kinds`}
      </p>
      <ul className={styles.stopped}>
        {edges.slice(0, MAX_MOVES_LISTED).map(({ from, to, count, agent, step, tick }) => (
          <li key={`${from}\n${to}`}>
            <span title={formatConformanceMove(from, to)}>{formatConformanceMove(from, to)}</span>
            <span>
              <b>{formatGroupedInteger(count)}</b> {pluralizeNoun(count, 'time')}, first in step{' '}
              {formatGroupedInteger(step)} of
            </span>
            <CaseButton agent={agent} step={step} tick={tick} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface CasesProps extends Pick<ConformanceReport, 'walks'> {
  /** Of all cases. */
  readonly deviating: number;
}

function Cases({ walks, deviating }: CasesProps) {
  const listed = walks.slice(0, CASES);
  return (
    <>
      <p className={styles.facts}>
        cases that leave it
        {listed.length < deviating && `, the first ${listed.length} of ${formatGroupedInteger(deviating)}`}
      </p>
      <ul className={styles.stopped}>
        {listed.map(({ agent, deviations, first }) => (
          <li key={agent}>
            <CaseButton agent={agent} step={first.step} tick={first.tick} />
            <span>
              in step {formatGroupedInteger(first.step)}, {formatConformanceMove(first.from, first.to)}
            </span>
            <span>{formatNounCount(deviations, 'such move')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
