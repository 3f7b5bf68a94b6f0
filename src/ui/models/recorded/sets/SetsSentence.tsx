import type { SetsReport } from '../../../../engine/models/recorded/sets/setsReport.ts';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import headline from '../../../views/bar/Headline.module.css';
import { SideBadge } from '../../../views/compare/SideBadge.tsx';
import { getPairSides } from '../../../views/compare/sides.ts';
import {
  describeTaskCounts,
  type FigureUnit,
  formatContrastFigures,
  formatContrastInterval,
  formatFigureUnit,
  getSetsReport,
} from './formatContrastFigures.ts';

/** "A before.jsonl, B after.jsonl: succeeded 64.5 % become 79.2 %, +14.7 (4.3 to 24.7)", and the way out. */
export function SetsSentence() {
  const commands = useCommands();
  const inA = usePage(state => getPairSides(state)?.a.words ?? '');
  const inB = usePage(state => getPairSides(state)?.b.words ?? '');
  return (
    <>
      <SideBadge side="a" /> {escapeInvisibleText(inA)}, <SideBadge side="b" /> {escapeInvisibleText(inB)}:{' '}
      <Becomes />{' '}
      <button type="button" className={headline.back} title="Esc" onClick={() => void commands.leavePair()}>
        Leave the comparison
      </button>
    </>
  );
}

/** The first measure that both sets have. */
function Becomes() {
  const sets = usePage(getSetsReport);
  if (sets === null) return <>comparing…</>;
  const [measure] = sets.measures;
  if (measure === undefined) return <>no measure is known for both.</>;
  const { label, unit, tasks } = measure;
  const { a, b, difference } = formatContrastFigures(measure, unit);
  const interval = formatContrastInterval(measure, unit);
  const [inA, inB] = [formatWithUnit(a, unit), formatWithUnit(b, unit)];
  return (
    <>
      {label.toLowerCase()}{' '}
      {inA === inB ? (
        <>
          is <b>{inA}</b> in both
        </>
      ) : (
        <>
          {(measure.difference ?? 0) < 0 ? 'falls' : 'rises'} from <b>{inA}</b> to <b>{inB}</b>
        </>
      )}
      , {difference}
      {interval !== '' && ` (${interval})`}, {describeTaskCounts(tasks)}.
    </>
  );
}

/** "79.2 %"; a dash for nothing. */
const formatWithUnit = (figure: string, unit: FigureUnit): string =>
  figure === '–' ? figure : `${figure} ${formatFigureUnit(unit)}`;

/** True if the guard only noted in all cases of A and acted in all of B. */
function isSplitByGuard({ measures }: SetsReport): boolean {
  const acts = measures.find(({ name }) => name === 'guard_acted');
  return acts?.a === 0 && acts.b === 1;
}

/** Valid and invalid conclusions from the two sets. */
export function SetsChip() {
  const sets = usePage(getSetsReport);
  if (sets === null) return <>whole cases, whatever has been played</>;
  if (sets.by === null && isSplitByGuard(sets))
    return <>the guard drew by chance which session is in which set</>;
  return sets.by === null ? (
    <>not paired: differences may come from the tasks</>
  ) : (
    <>paired by {sets.by === 'task' ? 'task' : 'id'}, 95 % over tasks; what else changed counts too</>
  );
}
