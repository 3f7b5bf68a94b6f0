import { useState } from 'react';
import { MAX_STALLED_AGENTS, type StepRow } from '../../../engine/statistics/stepReport.ts';
import type { PopulationReport } from '../../../workers/protocol/api.ts';
import { usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatGroupedInteger, pluralizeNoun } from '../../lib/formatCounts.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { SideText } from '../side/sideText.ts';
import { useReveal } from '../side/useReveal.ts';
import { describeStepCounts } from './describeStepCounts.ts';
import { EdgesTable } from './EdgesTable.tsx';
import { FailureList } from './FailureList.tsx';
import styles from './Statistics.module.css';

/** The longest bar, CSS pixels. */
const BAR = 56;

/** The meaning of a row if questions are counted by their answers, not by their states. */
const BY_ANSWER: readonly string[] = ['choice', 'action'];

interface Props {
  readonly report: PopulationReport;
}

/** The steps of a model whose runs are made from a text, with the way to their lines. */
export const createStepsTable = (text: SideText) =>
  function Steps({ report }: Props) {
    const reveal = useReveal(text);
    return <StepsTable report={report} reveal={reveal} />;
  };

/** The steps of a model whose runs are made from no text. */
export const PlainSteps = ({ report }: Props) => <StepsTable report={report} reveal={() => {}} />;

interface TableProps extends Props {
  readonly reveal: (line: number, column: number) => void;
}

/** A row for each step: what it was asked, what became of it, and what it cost; then the declared transitions. */
function StepsTable({ report, reveal }: TableProps) {
  const { tick } = usePage(getCurrentModelWords);
  const { steps } = report;
  const [chosen, setListed] = useState<string | null>(null);
  if (steps === null) return null;
  // At first the step that failed most.
  const failing = steps.rows
    .filter(({ failedWho }) => failedWho.length > 0)
    .sort((a, b) => b.failed - a.failed);
  const listed = failing.find(({ name }) => name === chosen) ?? failing[0];
  const most = Math.max(1, ...steps.rows.map(({ tokensIn, tokensOut }) => tokensIn + tokensOut));
  const columns = selectStepColumns(steps.rows);
  const isByAnswer = BY_ANSWER.includes(steps.noun);
  return (
    <>
      <table className={styles.rows}>
        <caption className="label">{steps.noun}s</caption>
        <thead>
          <tr>
            <th scope="col">{steps.noun}</th>
            <th scope="col" title={isByAnswer ? 'questions that were answered so' : undefined}>
              {isByAnswer ? 'times' : 'asked'}
            </th>
            <th scope="col" title={steps.failing ?? 'without an answer that could be used, or gone wrong'}>
              failed
            </th>
            {columns.hasSequels && (
              <>
                <th scope="col" title="after a failure, since tries were left">
                  again
                </th>
                <th scope="col" title="no try was left">
                  given up
                </th>
              </>
            )}
            {columns.canStall && (
              <th scope="col" title={`${tick}s that an agent stayed because of it, and how many do now`}>
                stalled
              </th>
            )}
            {columns.isTimed && (
              <th scope="col" title="a measured answer, on average">
                time
              </th>
            )}
            <th scope="col" title="of prompts and answers; stronger: of the times that it failed">
              tokens
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.rows.map(row => (
            <StepsRow key={row.name} {...{ row, report, reveal, most, columns }} onList={setListed} />
          ))}
        </tbody>
      </table>
      <p className={`label ${styles.note}`}>
        {steps.failing && `failed: ${steps.failing}; `}
        {columns.canStall &&
          `stalled: ${tick}s in which the step left its agent in its state, because it failed or nothing led on; a press selects whom; `}
        stronger: tokens for nothing
        {columns.isTimed ? '' : '; no answer’s time was measured'}
      </p>
      {listed && <FailureList row={listed} />}
      {steps.edges && <EdgesTable edges={steps.edges} report={report} reveal={reveal} />}
    </>
  );
}

/** Columns that some row has a figure for. */
const selectStepColumns = (rows: readonly StepRow[]) => ({
  hasSequels: rows.some(({ triedAgain }) => triedAgain !== null),
  canStall: rows.some(({ stalled }) => stalled !== null),
  isTimed: rows.some(({ milliseconds }) => milliseconds !== null),
});

interface StepsRowProps extends TableProps {
  readonly row: StepRow;
  /** Tokens of the step with most. */
  readonly most: number;
  readonly columns: ReturnType<typeof selectStepColumns>;
  /** Lists the agents for which it failed. */
  readonly onList: (name: string) => void;
}

function StepsRow({ row, report, reveal, most, columns, onList }: StepsRowProps) {
  const { Tick } = usePage(getCurrentModelWords);
  const { name, type, at, states, asked, failed, milliseconds, measured } = row;
  const where = `${type ?? ''} ${states === null ? 'in any state' : `in ${states.join(', ')}`}`.trim();
  return (
    <tr title={failed > 0 ? describeStepCounts(row, report, Tick) : undefined}>
      <th scope="row">
        {at === null ? (
          name
        ) : (
          <button
            type="button"
            className={styles.way}
            title={`${where}; shows line ${at.line}`}
            onClick={() => reveal(at.line, at.column)}
          >
            <span className="label">{at.line}</span> {name}
          </button>
        )}
      </th>
      <td title={type === 'code' ? 'it asks nobody; only its failures are recorded' : undefined}>
        {type === 'code' ? '–' : formatGroupedInteger(asked)}
      </td>
      <td>
        {row.failedWho.length > 0 ? (
          <button
            type="button"
            className={styles.cell}
            aria-label={`${formatGroupedInteger(failed)} failures of ${name}: lists whose`}
            onClick={() => onList(name)}
          >
            <b>{formatGroupedInteger(failed)}</b>
          </button>
        ) : (
          formatGroupedInteger(failed)
        )}
      </td>
      {columns.hasSequels && (
        <>
          <td>{formatOptionalCount(row.triedAgain)}</td>
          <td>{formatOptionalCount(row.givenUp)}</td>
        </>
      )}
      {columns.canStall && <Stalled row={row} agents={report.agents} />}
      {columns.isTimed && (
        <td title={measured > 0 ? `${formatGroupedInteger(measured)} measured` : undefined}>
          {milliseconds === null ? '–' : `${formatGroupedInteger(Math.round(milliseconds / measured))} ms`}
        </td>
      )}
      <Tokens row={row} most={most} />
    </tr>
  );
}

/** "–" if it is not recorded. */
const formatOptionalCount = (count: number | null): string =>
  count === null ? '–' : formatGroupedInteger(count);

/** Agents that are named in a tip. */
const MAX_AGENTS_NAMED = 6;

/** "60, 2 now"; pressed, it selects the agents that the step has left in place. */
function Stalled({ row, agents }: { readonly row: StepRow; readonly agents: number }) {
  const store = usePageStore();
  const names = usePage(({ run }) => run?.info.names);
  const { tick } = usePage(getCurrentModelWords);
  const { name, stalled, stalledAgents, stalledNow, stalledWho } = row;
  const words = (
    <>
      {formatOptionalCount(stalled)}
      {stalledNow !== null && stalledNow > 0 && (
        <span className="label">, {formatGroupedInteger(stalledNow)} now</span>
      )}
    </>
  );
  if (stalledWho === null || stalledWho.length === 0) return <td>{words}</td>;
  const first = stalledWho.slice(0, MAX_AGENTS_NAMED).map(({ agent, turns }) => `${names?.[agent]} ${turns}`);
  const more = stalledWho.length > MAX_AGENTS_NAMED ? ', …' : '';
  const whom = stalledWho.length < MAX_STALLED_AGENTS ? 'them' : `${MAX_STALLED_AGENTS} of them`;
  const all = `${formatGroupedInteger(stalledAgents ?? 0)} of ${formatGroupedInteger(agents)} ${pluralizeNoun(agents, 'agent')}`;
  return (
    <td>
      <button
        type="button"
        className={styles.cell}
        aria-label={`${formatOptionalCount(stalled)} ${tick}s stalled by ${name}: selects whom`}
        title={`${all} by ${tick}s: ${first.join(', ')}${more}; selects ${whom}`}
        onClick={() => store.getState().select({ agents: stalledWho.map(({ agent }) => agent), state: null })}
      >
        {words}
      </button>
    </td>
  );
}

/** The number of tokens over their bar, those for nothing stronger. */
function Tokens({ row, most }: { readonly row: StepRow; readonly most: number }) {
  const { tokensIn, tokensOut, tokensForNothing } = row;
  const all = tokensIn + tokensOut;
  const words = `${formatGroupedInteger(tokensIn)} in prompts, ${formatGroupedInteger(tokensOut)} in answers, ${formatGroupedInteger(tokensForNothing)} for nothing`;
  return (
    <td title={words}>
      {formatGroupedInteger(all)}
      <span className={styles.bar}>
        <i style={{ width: `${((all - tokensForNothing) / most) * BAR}px` }} />
        <i className={styles.lost} style={{ width: `${(tokensForNothing / most) * BAR}px` }} />
      </span>
    </td>
  );
}
