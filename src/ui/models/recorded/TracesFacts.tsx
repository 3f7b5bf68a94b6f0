import { formatTickLength } from '../../../engine/models/recorded/findFittingTick.ts';
import { describeFileYield } from '../../../engine/models/recorded/reading/openingLines.ts';
import { formatMilliseconds } from '../../../engine/models/recorded/recordedTerms.ts';
import type { ReadingSummary } from '../../../engine/models/recorded/reports/recordedQueries.ts';
import type { FoundRoles } from '../../../engine/traces/traceReading.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { InputFact } from '../../views/setup/InputFact.tsx';
import { getFittingTick } from './applyFittingTick.ts';
import { MappingChoice } from './chart/MappingChoice.tsx';
import styles from './Recorded.module.css';
import { getRecordedPart } from './recordedPart.ts';
import { showAllCases } from './sets/splitSet.ts';

/** Skipped parts that are listed; the rest are counted. */
const MAX_SKIPPED_LISTED = 20;

/** Files that were read, the mapping of steps to states, and parts that could not be read. */
export function TracesFacts() {
  const info = usePage(({ run }) => run?.info.config.inputInfo);
  const reading = usePage(state => getRecordedPart(state).reading);
  if (!info?.traces) return null;
  return (
    <>
      <InputFact title="Traces" info={info.traces} parts={['case', 'cases']} />
      {reading?.files.slice(0, MAX_SKIPPED_LISTED).map(file => (
        <p key={file.name} className="label">
          {escapeInvisibleText(file.name)}: {file.format}, {describeFileYield(file)}.
        </p>
      ))}
      {reading && reading.files.length > MAX_SKIPPED_LISTED && (
        <p className="label">
          And {formatGroupedInteger(reading.files.length - MAX_SKIPPED_LISTED)} more files.
        </p>
      )}
      {reading?.roles && <p className="label">{describeFoundRoles(reading.roles)}</p>}
      <MappingChoice />
      {reading && <p className="label">States: {escapeInvisibleText(reading.mapping)}.</p>}
      <FittingTick />
      {reading && reading.sent.length > 0 && (
        <p className="label">
          {formatNounCount(
            reading.sent.length,
            'case is that of a sub-agent',
            'cases are those of sub-agents',
          )}
          : press the case that sent it to see it.
        </p>
      )}
      {reading?.selection && <Selection {...reading.selection} />}
      {reading?.decided.map(sentence => (
        <p key={sentence} className="label">
          {escapeInvisibleText(sentence)}.
        </p>
      ))}
      {reading && reading.leftOut.length > 0 && (
        <details className={styles.skipped}>
          <summary>Left out of what was read</summary>
          <ul>
            {reading.leftOut.slice(0, MAX_SKIPPED_LISTED).map(({ file, what, count }, i) => (
              <li key={i}>
                {escapeInvisibleText(file)}, {escapeInvisibleText(what)}: {formatGroupedInteger(count)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {reading && reading.skippedInAll > 0 && (
        <details className={styles.skipped}>
          <summary>{formatNounCount(reading.skippedInAll, 'part')} could not be read</summary>
          <ul>
            {reading.skipped.slice(0, MAX_SKIPPED_LISTED).map(({ file, line, reason }, i) => (
              <li key={i}>
                {escapeInvisibleText(file)}
                {line !== null && `, line ${formatGroupedInteger(line)}`}: {escapeInvisibleText(reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="label">
        Drop traces on the page to see your own agents; a .scxml with them is the chart that they should
        follow. Nothing leaves this page.
      </p>
    </>
  );
}

/** The label by which cases were chosen, and the way back to all of them. */
function Selection({ label, value, of }: NonNullable<ReadingSummary['selection']>) {
  const store = usePageStore();
  const commands = useCommands();
  return (
    <p className="label">
      Of {formatNounCount(of, 'case')} only those with {escapeInvisibleText(label)} “
      {escapeInvisibleText(value)}”.{' '}
      <button type="button" className={inspector.link} onClick={() => void showAllCases({ store, commands })}>
        Show all
      </button>
    </p>
  );
}

/** Typical distance of steps and the fitting tick, if the axis is by time. */
function FittingTick() {
  const parameters = usePage(({ run }) => run?.info.config.parameters);
  const fitting = usePage(state => (parameters === undefined ? null : getFittingTick(state, parameters)));
  if (parameters?.by_time !== true) return null;
  if (fitting === null) return <p className="label">No step has a time: each takes the next tick.</p>;
  const { seconds, median } = fitting;
  return (
    <p className="label">
      {median !== null &&
        `Half of the steps come ${formatMilliseconds(median * 1000)} or more after the one before. `}
      A tick of {formatTickLength(seconds)} suits these traces.
    </p>
  );
}

/** Columns by which an event log was read. */
function describeFoundRoles(found: FoundRoles): string {
  if (found.kind === 'objects')
    return `A case is an object of type ${escapeInvisibleText(found.chosen)}; another one under “Edit mapping…”.`;
  const { case: of, activity, time } = found.roles;
  const [a, b, c] = [of, activity, time].map(name =>
    name === undefined ? 'none' : `“${escapeInvisibleText(name)}”`,
  );
  return `Columns: case ${a}, activity ${b}, time ${c}; others under “Edit mapping…”.`;
}
