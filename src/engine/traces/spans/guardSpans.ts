import {
  createGuardStep,
  GUARD_ARMS,
  GUARD_EVENT_KINDS,
  GUARD_LABEL,
  GUARD_SHARE_LABEL,
} from '../guardSteps.ts';
import type { TracePlace } from '../traceReading.ts';
import { addStepCosts, createMessageStep, createStepDraft, type StepDraft } from '../traceSteps.ts';
import { SAY } from '../traces.ts';
import { UNKNOWN_COSTS } from '../usage.ts';
import { toFiniteNumber, toWordText } from '../values.ts';
import type { OtelSpan, SpanAttributes } from './otelSpan.ts';

/**
 * Attributes of a guard's spans that the conventions for GenAI have no name for. Each span has `line`, and is a decision
 * if it has `event`, else a call or a message that the guard saw.
 */
export const GUARD_ATTRIBUTES = {
  /** Place of the step in the guard's own file. */
  line: 'statescope.guard.line',
  policy: 'statescope.guard.policy',
  /** False: it only notes what it would do. */
  acts: 'statescope.guard.acts',
  /** Share of the sessions in which it was to act when this one was drawn. */
  share: 'statescope.guard.share',
  /** The session that started this one; absent unless it is a sub-agent's. */
  unit: 'statescope.guard.unit',
  event: 'statescope.guard.event',
  rule: 'statescope.guard.rule',
  text: 'statescope.guard.text',
  /** Digests of a call that the guard saw. */
  argsHash: 'statescope.guard.args_hash',
  resultHash: 'statescope.guard.result_hash',
} as const;

/** Operation of a span that is a decision, as proposed for the conventions for GenAI. */
export const GUARD_OPERATION = 'apply_guardrail';

/** A step that a guard reports. */
interface GuardReportedStep {
  readonly line: number;
  readonly isDecision: boolean;
  readonly step: StepDraft;
}

/** A session as a guard reports it. */
interface ReportedSession {
  readonly place: TracePlace;
  readonly parent: string | null;
  readonly labels: Readonly<Record<string, string>>;
  /** By id of their spans: one that was sent twice counts once. */
  readonly steps: Map<string, GuardReportedStep>;
}

/** True for a span that a guard sends. */
export const isGuardSpan = ({ attributes }: OtelSpan): boolean => attributes.has(GUARD_ATTRIBUTES.line);

/** Collects the spans of guards, and joins them with what agents themselves send. */
export class GuardReports {
  readonly #sessions = new Map<string, ReportedSession>();

  /** Takes a span for which `isGuardSpan` is true. */
  add(span: OtelSpan, place: TracePlace): void {
    const { attributes } = span;
    const id = toWordText(attributes.get('gen_ai.conversation.id')) ?? span.traceId;
    let session = this.#sessions.get(id);
    if (session === undefined) {
      session = {
        ...{ place, parent: toWordText(attributes.get(GUARD_ATTRIBUTES.unit)), steps: new Map() },
        labels: {
          [GUARD_LABEL]: isActing(attributes) ? GUARD_ARMS.acted : GUARD_ARMS.noted,
          policy: toWordText(attributes.get(GUARD_ATTRIBUTES.policy)) ?? '',
          ...listShareLabel(attributes),
        },
      };
      this.#sessions.set(id, session);
    }
    const step = readReportedStep(span);
    if (step !== null) session.steps.set(span.spanId, step);
  }

  /**
   * Puts the decisions about a session among the steps that its agent sent, each after what had begun by then.
   * @returns labels for the case; null for a session that no guard reports
   */
  join(id: string, steps: StepDraft[]): ReportedSession['labels'] | null {
    const session = this.#sessions.get(id);
    if (session === undefined) return null;
    this.#sessions.delete(id);
    for (const { step, isDecision } of sortReportedSteps(session)) {
      if (!isDecision) continue;
      const next = steps.findIndex(({ at }) => at !== null && step.at !== null && at > step.at);
      steps.splice(next === -1 ? steps.length : next, 0, step);
    }
    return session.labels;
  }

  /** Sessions whose agents sent nothing themselves: their steps are those that the guard saw. */
  *rest(): Generator<{
    readonly id: string;
    readonly parent: string | null;
    readonly place: TracePlace;
    readonly labels: ReportedSession['labels'];
    readonly steps: StepDraft[];
  }> {
    for (const [id, session] of this.#sessions) {
      const { place, parent, labels } = session;
      yield { id, parent, place, labels, steps: sortReportedSteps(session).map(({ step }) => step) };
    }
    this.#sessions.clear();
  }
}

const sortReportedSteps = ({ steps }: ReportedSession): readonly GuardReportedStep[] =>
  [...steps.values()].sort((a, b) => a.line - b.line);

function listShareLabel(attributes: SpanAttributes): Readonly<Record<string, string>> {
  const share = toFiniteNumber(attributes.get(GUARD_ATTRIBUTES.share));
  return share === null ? {} : { [GUARD_SHARE_LABEL]: String(share) };
}

const isActing = (attributes: SpanAttributes): boolean => attributes.get(GUARD_ATTRIBUTES.acts) === true;

function readReportedStep({ attributes, start, end, failed, name }: OtelSpan): GuardReportedStep | null {
  const getText = (key: string): string | null => toWordText(attributes.get(key));
  const line = toFiniteNumber(attributes.get(GUARD_ATTRIBUTES.line)) ?? 0;
  const sentence = getText(GUARD_ATTRIBUTES.event);
  if (sentence !== null) {
    const kind = GUARD_EVENT_KINDS.find(one => one === sentence);
    const facts = { rule: getText(GUARD_ATTRIBUTES.rule), text: getText(GUARD_ATTRIBUTES.text), at: start };
    const step = kind === undefined ? null : createGuardStep({ kind, acts: isActing(attributes), ...facts });
    return step && { line, isDecision: true, step };
  }
  const tool = getText('gen_ai.tool.name') ?? name;
  const step =
    tool === SAY
      ? createMessageStep(null, { at: start, until: end })
      : createStepDraft({
          tool,
          args: attributes.get('gen_ai.tool.call.arguments') ?? null,
          argsHash: getText(GUARD_ATTRIBUTES.argsHash),
          resultHash: getText(GUARD_ATTRIBUTES.resultHash),
          ...{ at: start, until: end, failed: failed ? true : null },
        });
  addStepCosts(step, {
    ...UNKNOWN_COSTS,
    tokensIn: toFiniteNumber(attributes.get('gen_ai.usage.input_tokens')),
    tokensOut: toFiniteNumber(attributes.get('gen_ai.usage.output_tokens')),
    usd: toFiniteNumber(attributes.get('gen_ai.usage.cost')),
  });
  return { line, isDecision: false, step };
}
