import type { EventRecord } from '../../../engine/model/event.ts';

/** Text of a line after its round, kind and agent; `isSaid`: in the agent's own words. */
interface LineWords {
  readonly text: string;
  readonly isSaid: boolean;
}

/** Text of an event. For a transition it gives the cause; the states are drawn in colour. */
export function describeLogLine(event: EventRecord): LineWords {
  const { kind } = event;
  const said = kind === 'answer' && typeof event.text === 'string';
  return { text: said ? String(event.text) : LOG_LINE_WORDS[kind](event), isSaid: said };
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
  return `${chosen}${share === undefined ? '' : `, ${formatEventPercent(share)} likely`}, by ${source}`;
}

const formatEventPercent = (share: number): string => `${share < 0.01 ? '< 1' : Math.round(share * 100)} %`;

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
