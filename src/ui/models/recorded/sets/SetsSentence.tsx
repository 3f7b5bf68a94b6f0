import { useLink, usePage } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/words.ts';
import headline from '../../../views/bar/Headline.module.css';
import { SideBadge } from '../../../views/compare/SideBadge.tsx';
import { sidesOf } from '../../../views/compare/sides.ts';
import { contrastWords, intervalWords, setsOf, tasksWords, unitWords } from './contrastWords.ts';

/** "A before.jsonl, B after.jsonl: succeeded 64.5 % become 79.2 %, +14.7 (4.3 to 24.7)", and the way out. */
export function SetsSentence() {
  const link = useLink();
  const inA = usePage(state => sidesOf(state)?.a.words ?? '');
  const inB = usePage(state => sidesOf(state)?.b.words ?? '');
  return (
    <>
      <SideBadge side="a" /> {escapeInvisibleText(inA)}, <SideBadge side="b" /> {escapeInvisibleText(inB)}:{' '}
      <Becomes />{' '}
      <button type="button" className={headline.back} title="Esc" onClick={() => void link.leavePair()}>
        Leave the comparison
      </button>
    </>
  );
}

/** The first measure that both sets tell. */
function Becomes() {
  const sets = usePage(setsOf);
  if (sets === null) return <>comparing…</>;
  const [measure] = sets.measures;
  if (measure === undefined) return <>nothing is told in both.</>;
  const { label, unit, tasks } = measure;
  const { a, b, difference } = contrastWords(measure, unit);
  const interval = intervalWords(measure, unit);
  return (
    <>
      {label.toLowerCase()}, {unitWords(unit)}: <b>{a}</b> becomes <b>{b}</b>, {difference}
      {interval !== '' && ` (${interval})`}, {tasksWords(tasks)}.
    </>
  );
}

/** What may be concluded from the two sets, and what not. */
export function SetsChip() {
  const sets = usePage(setsOf);
  if (sets === null) return <>whole cases, whatever has been played</>;
  return sets.by === null ? (
    <>not paired: differences may come from the tasks</>
  ) : (
    <>paired by {sets.by === 'task' ? 'task' : 'id'}, 95 % over tasks; what else changed counts too</>
  );
}
