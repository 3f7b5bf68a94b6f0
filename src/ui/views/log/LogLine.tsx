import { type RefObject, useMemo } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import type { EventRecord } from '../../../engine/model/event.ts';
import { StateDot } from '../../controls/StateDot.tsx';
import { usePage } from '../../hooks/hooks.ts';
import { formatRoundNumber } from '../../words/runClock.ts';
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

/** Text of a line after its round, kind and agent; `isSaid`: in the agent's own words. */
interface LineWords {
  readonly text: string;
  readonly isSaid: boolean;
}

/** Text of an event. For a transition it gives the cause; the states are drawn in colour. */
export function describeLogLine(event: EventRecord): LineWords {
  const { kind } = event;
  const isAnswerText = kind === 'answer' && typeof event.text === 'string';
  return { text: isAnswerText ? String(event.text) : LOG_LINE_WORDS[kind](event), isSaid: isAnswerText };
}

type LogFields = Readonly<Record<string, unknown>>;

const LOG_LINE_WORDS: Readonly<Record<EventRecord['kind'], (event: LogFields) => string>> = {
  state_transition: ({ context }) => formatOnlyField(context),
  question: ({ prompt: _, ...event }) => formatFieldsBriefly(getOwnEventFields(event)),
  answer: describeAnswerEvent,
  fallback: describeWarningEvent,
  refused: describeWarningEvent,
  tool_call: describeToolCall,
  memory_move: ({ tag, from, to, cause, tokens, to_tag: other }) =>
    `${tag}: ${from} → ${to}${other ? ` as ${other}` : ''}, ${cause}, ${tokens} tokens`,
  stuck_detection: ({ rule, reason, advice }) => `${rule}: ${reason ?? advice ?? ''}`,
  post: ({ post_kind: kind, text, post_id: id, parent_id: parent }) =>
    `${kind} ${id}${parent ? ` to ${parent}` : ''}: “${text}”`,
  warning: ({ warning, line }) => `${warning} (line ${line})`,
  intervention: ({ change }) => formatFieldsBriefly(change),
};

/** An event's fields but those of all events. */
function getOwnEventFields(event: LogFields): LogFields {
  const { tick: _t, time: _m, kind: _k, agent_id: _a, ...rest } = event;
  return rest;
}

function describeAnswerEvent({ action, source, raw, probabilities, key }: LogFields): string {
  const chosen = action ?? key;
  if (chosen === undefined) return String(raw ?? '');
  const share = (probabilities as Record<string, number> | undefined)?.[String(chosen)];
  return `${chosen}${share === undefined ? '' : `, ${formatPercent(share)} likely`}, by ${source}`;
}

function describeWarningEvent({ warning, outcome, step }: LogFields): string {
  return `${warning}${step && outcome ? ` (${step}: ${outcome})` : ''}`;
}

/** `search “decision reference”: 15 found, 1010 ms`. */
function describeToolCall({
  tool,
  arguments: given,
  hits,
  result,
  error,
  duration_ms: time,
}: LogFields): string {
  const outcome = [
    error,
    result,
    hits !== undefined && `${hits} found`,
    time !== undefined && Number(time) > 0 && `${time} ms`,
  ].filter(part => typeof part === 'string');
  const call = `${tool} ${formatCallArguments(given as LogFields)}`.trim();
  return outcome.length === 0 ? call : `${call}: ${outcome.join(', ')}`;
}

function formatCallArguments(given: LogFields): string {
  const values = Object.values(given);
  if (values.length === 1 && typeof values[0] === 'string') return `“${values[0]}”`;
  return formatFieldsBriefly(given);
}

/** The context of a transition: its only value, without the name. */
function formatOnlyField(context: unknown): string {
  const values = Object.values((context ?? {}) as LogFields);
  return values.length === 1 ? formatFieldsBriefly(values[0]) : formatFieldsBriefly(context);
}

/** Fields in a line: `post_id post_122, options ignore like reply`. */
function formatFieldsBriefly(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  if (Array.isArray(value)) return value.map(formatFieldsBriefly).join(' ');
  return Object.entries(value)
    .map(([name, one]) => `${name} ${formatFieldsBriefly(one)}`)
    .join(', ');
}
