import { type RefObject, useMemo } from 'react';
import type { EventRecord } from '../../../engine/model/event.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
import { describeLogLine } from './describeLogLine.ts';
import styles from './Log.module.css';

interface Props {
  readonly id: string;
  readonly event: EventRecord;
  /** Place among all lines, from 0, of how many. */
  readonly place: number;
  readonly of: number;
  /** From the top of all lines, CSS pixels. */
  readonly top: number;
  readonly height: number;
  /** True if it begins a round on the screen. */
  readonly isFirst: boolean;
  readonly isCurrent: boolean;
  /** The line that is unfolded. */
  readonly unfolded: RefObject<HTMLDivElement | null>;
  readonly onPick: (event: EventRecord, place: number) => void;
  readonly onPoint: (event: EventRecord | null) => void;
}

/** The agent number of an event; null if it does not concern a single agent. */
export const getEventAgent = ({ agent_id: id }: EventRecord): number | null =>
  id === undefined ? null : Number(id.slice('agent_'.length)) - 1;

/** A line of the log: round, kind, agent, and what happened. */
export function LogLine({ event, place, of, isCurrent, ...props }: Props) {
  const agent = getEventAgent(event);
  const isSelected = usePage(({ selection }) => agent !== null && selection.agents.includes(agent));
  const name = usePage(({ run }) => (agent === null ? '' : run?.info.names[agent]));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox around it takes the keys
    <div
      id={props.id}
      ref={isCurrent ? props.unfolded : undefined}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      aria-posinset={place + 1}
      aria-setsize={of}
      className={styles.line}
      data-first={props.isFirst || undefined}
      data-current={isCurrent || undefined}
      data-strong={isSelected || event.kind === 'stuck_detection' || undefined}
      style={{ top: props.top, height: isCurrent ? undefined : props.height, minHeight: props.height }}
      onClick={() => props.onPick(event, place)}
      onPointerEnter={() => props.onPoint(event)}
      onPointerLeave={() => props.onPoint(null)}
    >
      <b className={styles.tick}>
        {props.isFirst ? (
          formatRoundNumber(event.tick)
        ) : (
          <span className="hidden">{formatRoundNumber(event.tick)}</span>
        )}
      </b>
      <span className={styles.kind}>{event.kind}</span>
      <span className={styles.name}>{name}</span>
      <LogLineWords event={event} />
    </div>
  );
}

function LogLineWords({ event }: { readonly event: EventRecord }) {
  const { text, isSaid } = useMemo(() => describeLogLine(event), [event]);
  if (event.kind !== 'state_transition')
    return <span className={isSaid ? styles.said : styles.words}>{text}</span>;
  const [from, to] = [String(event.from_state), String(event.to_state)];
  return (
    <span className={styles.words}>
      <StateDot state={from} /> {from} → <StateDot state={to} /> <b>{to}</b>{' '}
      <span className={styles.why}>
        by {String(event.trigger)}
        {text && `: ${text}`}
      </span>
    </span>
  );
}
