import type {
  ChangedTask,
  MeasureContrast,
  SetsReport,
} from '../../../../engine/models/recorded/sets/setsReport.ts';
import { FEW_TASKS, isMeasureRough } from '../../../../engine/models/recorded/sets/setsReport.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import compare from '../../../views/compare/Compare.module.css';
import { ComparisonFrame } from '../../../views/compare/ComparisonFrame.tsx';
import { SideHeads } from '../../../views/compare/SideBadge.tsx';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import { capitalizeNoun } from '../../../views/side/sideText.ts';
import { CASE_PICKED } from '../recordedPart.ts';
import {
  describeCasePairing,
  describeMeasureInterval,
  describeTaskCounts,
  formatContrastFigures,
  formatFigureUnit,
  getOutcomeChangeLabels,
  getSetsReport,
  includesZeroDifference,
  listLeftOutTasks,
} from './formatContrastFigures.ts';
import { GuardEffect } from './GuardEffect.tsx';
import styles from './Sets.module.css';
import { buildChangedTasksTable, buildSetMeasuresTable } from './setsTables.ts';

/** Tasks of each list that are shown; the table has all. */
const MAX_TASKS_SHOWN = 40;

/** Two sets in figures: what was paired, outcomes and costs with intervals, and the tasks with a different outcome. */
export function SetsCorner() {
  const sets = usePage(getSetsReport);
  return (
    <ComparisonFrame swapping="brings the other set on the screen, and compares it with this one">
      {sets === null ? <p className="label">comparing…</p> : <SetsFigures sets={sets} />}
    </ComparisonFrame>
  );
}

function SetsFigures({ sets }: { readonly sets: SetsReport }) {
  const { by, measures, better, worse, judged, ended } = sets;
  const judgedIn = { a: ended.a.succeeded + ended.a.failed, b: ended.b.succeeded + ended.b.failed };
  return (
    <>
      <p className={styles.paired} title={listLeftOutTasks(sets)}>
        {describeCasePairing(sets)}
      </p>
      {by !== null && judged > 0 && <Leads sets={sets} />}
      {sets.guard !== null && <GuardEffect guard={sets.guard} />}
      <table className={styles.figures}>
        <thead>
          <tr>
            <th scope="col">
              mean over tasks{' '}
              <TableTwin
                name="Measures of both sets"
                summary={() => describeCasePairing(sets)}
                table={() => buildSetMeasuresTable(sets)}
              />
            </th>
            <SideHeads />
            <th scope="col">95 %</th>
          </tr>
        </thead>
        <tbody>
          {measures.map(measure => (
            <MeasureRow key={measure.name} measure={measure} sets={sets} />
          ))}
        </tbody>
      </table>
      <p className="label">
        {judgedIn.a > 0 &&
          judgedIn.b > 0 &&
          `Of the cases themselves ${formatGroupedInteger(ended.a.succeeded)} of ${formatGroupedInteger(judgedIn.a)} succeeded in A, ${formatGroupedInteger(ended.b.succeeded)} of ${formatGroupedInteger(judgedIn.b)} in B. `}
        Bold: the interval leaves out 0, as one in twenty does by chance.
      </p>
      {by !== null && judged > 0 && (
        <>
          <Changed
            id={BETTER}
            title={capitalizeNoun(getOutcomeChangeLabels(sets).better)}
            tasks={better}
            sets={sets}
          />
          <Changed
            id={WORSE}
            title={capitalizeNoun(getOutcomeChangeLabels(sets).worse)}
            tasks={worse}
            sets={sets}
          />
        </>
      )}
    </>
  );
}

const BETTER = 'changed-to-succeeded';
const WORSE = 'changed-to-failed';

/** Number of tasks with different outcomes, and the link to them. */
function Leads({ sets }: { readonly sets: SetsReport }) {
  const lead = (id: string) => document.getElementById(id)?.scrollIntoView({ block: 'start' });
  const { better, worse, hasTrials } = sets;
  const words = getOutcomeChangeLabels(sets);
  return (
    <p className={styles.paired}>
      <button type="button" className={inspector.link} onClick={() => lead(BETTER)}>
        {formatNounCount(better.length, 'task')} {hasTrials ? words.better : `went ${words.better}`}
      </button>
      ,{' '}
      <button type="button" className={inspector.link} onClick={() => lead(WORSE)}>
        {formatGroupedInteger(worse.length)} {words.worse}
      </button>
      .
    </p>
  );
}

function MeasureRow({ measure, sets }: { readonly measure: MeasureContrast; readonly sets: SetsReport }) {
  const { label, meaning, unit, tasks } = measure;
  const { a, b, difference } = formatContrastFigures(measure, unit);
  return (
    <tr title={meaning} data-open={includesZeroDifference(measure) || undefined}>
      <th scope="row">
        {label}
        <span className="label">
          , {formatFigureUnit(unit)}, {describeTaskCounts(tasks)}
        </span>
      </th>
      <td>{a}</td>
      <td>{b}</td>
      <td>
        <b>{difference}</b>
      </td>
      <td title={isMeasureRough(sets, tasks) ? `of fewer than ${FEW_TASKS} tasks` : undefined}>
        {describeMeasureInterval(sets, measure)}
      </td>
    </tr>
  );
}

interface ChangedProps {
  readonly id: string;
  readonly title: string;
  readonly tasks: readonly ChangedTask[];
  readonly sets: SetsReport;
}

/** Tasks with a different outcome; a press shows the case. */
function Changed({ id, title, tasks, sets }: ChangedProps) {
  return (
    <section id={id} aria-label={title}>
      <h3>
        {title}{' '}
        <span className="label">
          {formatGroupedInteger(tasks.length)} of {formatGroupedInteger(sets.judged)} tasks
        </span>
        {tasks.length > 0 && (
          <TableTwin
            name="Tasks with a different outcome"
            summary={() =>
              `${sets.better.length} of ${sets.judged} tasks end better in B, ${sets.worse.length} worse.`
            }
            table={() => buildChangedTasksTable(sets)}
          />
        )}
      </h3>
      <ul className={compare.list}>
        {tasks.slice(0, MAX_TASKS_SHOWN).map(task => (
          <ChangedRow key={task.name} task={task} />
        ))}
      </ul>
      {tasks.length > MAX_TASKS_SHOWN && (
        <p className="label">{formatGroupedInteger(tasks.length - MAX_TASKS_SHOWN)} more are in the table.</p>
      )}
    </section>
  );
}

function ChangedRow({ task: { name, a, b } }: { readonly task: ChangedTask }) {
  const commands = useCommands();
  const store = usePageStore();
  const isOwnB = usePage(state => state.pair?.isOwnB ?? false);
  const [own, other] = isOwnB ? [b, a] : [a, b];
  const show = (agent: number) =>
    store.getState().select({ agents: [agent], state: null, own: CASE_PICKED.initial, cursor: null });
  const showOther = async () => {
    await commands.swapPair();
    if (store.getState().pair?.isOwnB === !isOwnB) show(other.agent);
  };
  const label = escapeInvisibleText(name);
  return (
    <li className={styles.changed}>
      <button type="button" title={label} onClick={() => show(own.agent)}>
        {label}
      </button>
      <span>
        {a.succeeded} of {a.of} → <b>{b.succeeded}</b> of {b.of}
      </span>
      <button type="button" aria-label={`${label} in ${isOwnB ? 'A' : 'B'}`} onClick={() => void showOther()}>
        in {isOwnB ? 'A' : 'B'}
      </button>
    </li>
  );
}
