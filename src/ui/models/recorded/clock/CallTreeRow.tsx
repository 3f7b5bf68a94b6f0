import { GUARD_EVENT_KINDS } from '../../../../engine/traces/guardSteps.ts';
import type { Inks } from '../../../charts/inks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';
import { formatShortAmount } from '../costs/costWords.ts';
import styles from './CallTree.module.css';
import { formatTook, isOpenRow, nameRow, type SeenRow } from './callRows.ts';
import type { ClockWindow } from './clockWindow.ts';

interface Props {
  readonly id: string;
  readonly seen: SeenRow;
  /** Pixels from the top of all rows. */
  readonly top: number;
  readonly window: ClockWindow | null;
  readonly inks: Inks;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  /** Begin of the step of this case that has not ended; null for none. */
  readonly openSince: number | null;
  readonly now: number | null;
  readonly onPick: () => void;
  readonly onFold: () => void;
}

/** Words that are names of tools. */
const TOOL_KINDS: ReadonlySet<string> = new Set(['tool', 'calls', 'person']);

/** Kinds of a guard's decisions, which take no time. */
const DECISIONS: readonly string[] = GUARD_EVENT_KINDS;

/** A row of the call tree: its name, its time as a bar, how long it took, and its tokens. */
export function CallTreeRow({
  id,
  seen,
  top,
  window,
  inks,
  isActive,
  isChosen,
  openSince,
  now,
  onPick,
  onFold,
}: Props) {
  const { row, isFolded } = seen;
  const name = escapeInvisibleText(nameRow(row));
  const took = formatTook(row, openSince, now);
  const detail = escapeInvisibleText(row.detail);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={row.below > 0 ? !isFolded : undefined}
      aria-selected={isChosen}
      className={styles.row}
      data-kind={row.kind}
      data-active={isActive || undefined}
      style={{ top }}
      title={detail === '' ? name : `${name}\n${detail}`}
      onClick={onPick}
    >
      <span className={styles.name} style={{ paddingLeft: 20 + row.depth * 14 }}>
        {row.below > 0 && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: right and left do the same
          // biome-ignore lint/a11y/noStaticElementInteractions: right and left do the same
          <i
            className={styles.fold}
            style={{ left: 4 + row.depth * 14 }}
            data-open={!isFolded || undefined}
            onClick={event => {
              event.stopPropagation();
              onFold();
            }}
          />
        )}
        <b className={TOOL_KINDS.has(row.kind) ? styles.tool : undefined}>{name}</b>
        {detail !== '' && <span className={row.kind === 'model' ? undefined : styles.tool}> {detail}</span>}
      </span>
      <span className={styles.bars}>
        <Bar seen={seen} window={window} inks={inks} isOpen={isOpenRow(row, openSince)} now={now} />
      </span>
      <span className={styles.number}>{took === '' ? '–' : took}</span>
      <span className={styles.number}>{row.tokens === null ? '' : formatShortAmount(row.tokens)}</span>
    </div>
  );
}

interface BarProps {
  readonly seen: SeenRow;
  readonly window: ClockWindow | null;
  readonly inks: Inks;
  readonly isOpen: boolean;
  readonly now: number | null;
}

/** The time of a row as a bar, or as a line for one whose end is unknown. */
function Bar({ seen: { row }, window, inks, isOpen, now }: BarProps) {
  if (window === null || row.at === null) return null;
  const span = window.until - window.from;
  const part = (at: number) => ((at - window.from) / span) * 100;
  const end = isOpen && now !== null ? now : (row.until ?? row.at);
  const [left, right] = [Math.max(0, part(row.at)), Math.min(100, part(end))];
  if (right < 0 || left > 100 || right < left) return null;
  const isDecision = DECISIONS.includes(row.kind);
  const color = row.state < 0 || row.kind === 'model' ? inks.ink3 : (inks.states[row.state] ?? inks.ink3);
  return (
    <>
      <i
        className={isDecision ? styles.decision : row.kind === 'person' ? styles.wait : styles.bar}
        data-open={isOpen || undefined}
        style={{
          left: `${left}%`,
          ...(!isDecision && { width: `max(2px, ${right - left}%)` }),
          ...(row.kind !== 'person' && !isDecision && { background: color }),
        }}
      />
      {row.isFailed && (
        <em style={right > 86 ? { right: `calc(${100 - left}% + 6px)` } : { left: `calc(${right}% + 8px)` }}>
          failed
        </em>
      )}
    </>
  );
}
