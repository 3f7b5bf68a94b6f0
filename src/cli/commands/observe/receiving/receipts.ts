import { formatNounCount } from '../../../../engine/core/formatNounCount.ts';
import { isGuardSpan } from '../../../../engine/traces/spans/guardSpans.ts';
import { isStepRecord, type LogRecord } from '../../../../engine/traces/spans/logs/agentEvents.ts';
import type { OtelSpan } from '../../../../engine/traces/spans/otelSpan.ts';
import { isAgentSpan } from '../../../../engine/traces/spans/pieceOfSpan.ts';

/** Number of received items, and how many of them belong to an agent, a model or a tool and will be read. */
export interface Receipts {
  readonly spans: number;
  readonly spansRead: number;
  readonly records: number;
  readonly recordsRead: number;
  readonly events: number;
}

/** Of nothing. */
export const NO_RECEIPTS: Receipts = { spans: 0, spansRead: 0, records: 0, recordsRead: 0, events: 0 };

/** Counts readable and other spans and log records. */
export const countReceipts = (spans: readonly OtelSpan[], records: readonly LogRecord[]): Receipts => ({
  ...NO_RECEIPTS,
  spans: spans.length,
  spansRead: spans.filter(span => isGuardSpan(span) || isAgentSpan(span)).length,
  records: records.length,
  recordsRead: records.filter(isStepRecord).length,
});

/** Both together. */
export const sumReceipts = (one: Receipts, other: Receipts): Receipts => ({
  spans: one.spans + other.spans,
  spansRead: one.spansRead + other.spansRead,
  records: one.records + other.records,
  recordsRead: one.recordsRead + other.recordsRead,
  events: one.events + other.events,
});

/**
 * Says that received data are stored but not readable, or that the first readable data have come; null if there is no
 * news.
 */
export function describeReceipts(before: Receipts, now: Receipts): string | null {
  if (isTelemetryRead(before)) return null;
  if (isTelemetryRead(now)) {
    const parts = [
      ...(now.spansRead > 0 ? [`${now.spansRead} of ${formatNounCount(now.spans, 'span')}`] : []),
      ...(now.recordsRead > 0 ? [`${now.recordsRead} of ${formatNounCount(now.records, 'log record')}`] : []),
      ...(now.events > 0 ? [formatNounCount(now.events, 'event')] : []),
    ];
    const are = now.spansRead + now.recordsRead + now.events === 1 ? 'is' : 'are';
    return `the first that can be read: ${parts.join(', ')} ${are} an agent’s, a model’s or a tool’s`;
  }
  if (before.spans + before.records > 0 || now.spans + now.records === 0) return null;
  const kinds = [
    ...(now.spans > 0 ? [formatNounCount(now.spans, 'span')] : []),
    ...(now.records > 0 ? [formatNounCount(now.records, 'log record')] : []),
  ];
  const it =
    now.spans + now.records === 1 ? 'it is stored, but makes no case' : 'they are stored, but make no case';
  return `of ${kinds.join(' and ')} nothing is an agent’s, a model’s or a tool’s: ${it} so far`;
}

const isTelemetryRead = ({ spansRead, recordsRead, events }: Receipts): boolean =>
  spansRead + recordsRead + events > 0;
