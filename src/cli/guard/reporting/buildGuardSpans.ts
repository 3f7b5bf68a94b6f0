import { sha256OfText } from '#sha256';
import {
  type GuardedSessionFacts,
  type GuardedStep,
  GuardedSteps,
  isGuardedSession,
} from '../../../engine/traces/guardedSteps.ts';
import type { GuardEventKind } from '../../../engine/traces/guardSteps.ts';
import { GUARD_ATTRIBUTES, GUARD_OPERATION } from '../../../engine/traces/spans/guardSpans.ts';
import type { TraceStep } from '../../../engine/traces/traces.ts';

/** Value of an attribute; null ones are left out. */
type AttributeValue = string | number | boolean | null;

/**
 * The spans of a session, as OTLP in JSON, for the steps that lines from a place on completed: decisions, and the calls
 * that the guard saw. Their ids follow from the session and the line, so one that is sent twice counts once.
 * @param lines of the session's file, parsed; the first says whose it is
 * @param from number of the first line that is new
 * @param hasContents false: without arguments, and without texts that quote them
 * @returns null if nothing is new
 */
export function buildGuardSpans(
  lines: readonly unknown[],
  from: number,
  hasContents: boolean,
): object | null {
  if (!isGuardedSession(lines[0])) return null;
  const session = new GuardedSteps(lines[0]);
  for (const line of lines.slice(1)) session.take(line);
  const fresh = session.steps.filter(({ ends }) => ends !== null && ends >= from);
  if (fresh.length === 0) return null;
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributeList({ 'service.name': 'statescope-guard' }) },
        scopeSpans: [
          {
            scope: { name: 'statescope' },
            spans: fresh.map(one => buildSpan(session.facts, one, hasContents)),
          },
        ],
      },
    ],
  };
}

function buildSpan(
  { session, unit, policy, acts, act }: GuardedSessionFacts,
  { step, event, begins }: GuardedStep,
  hasContents: boolean,
): object {
  const { at, until, failed } = step;
  const attributes = event === null ? listCallAttributes(step) : listDecisionAttributes(event, step);
  return {
    traceId: sha256OfText(session).slice(0, 32),
    spanId: sha256OfText(`${session}\n${begins}`).slice(0, 16),
    name: event === null ? `execute_tool ${step.tool}` : `${GUARD_OPERATION} ${policy}`,
    kind: 1,
    ...(at !== null && { startTimeUnixNano: formatNanoseconds(at) }),
    ...((until ?? at) !== null && { endTimeUnixNano: formatNanoseconds(until ?? at ?? 0) }),
    attributes: toAttributeList({
      'gen_ai.conversation.id': session,
      [GUARD_ATTRIBUTES.line]: begins,
      [GUARD_ATTRIBUTES.policy]: policy,
      [GUARD_ATTRIBUTES.acts]: acts,
      [GUARD_ATTRIBUTES.share]: act,
      [GUARD_ATTRIBUTES.unit]: unit === session ? null : unit,
      ...(hasContents ? attributes : withholdContents(attributes)),
    }),
    status: failed === true ? { code: 2 } : {},
  };
}

/** Attributes without arguments: of these only a digest, also where a short text is its own key. */
function withholdContents(
  attributes: Readonly<Record<string, AttributeValue>>,
): Readonly<Record<string, AttributeValue>> {
  const key = attributes[GUARD_ATTRIBUTES.argsHash];
  return {
    ...attributes,
    'gen_ai.tool.call.arguments': null,
    [GUARD_ATTRIBUTES.text]: null,
    [GUARD_ATTRIBUTES.argsHash]: typeof key === 'string' ? sha256OfText(key).slice(0, 32) : null,
  };
}

const listDecisionAttributes = (
  event: GuardEventKind,
  { args, result }: TraceStep,
): Readonly<Record<string, AttributeValue>> => ({
  'gen_ai.operation.name': GUARD_OPERATION,
  [GUARD_ATTRIBUTES.event]: event,
  [GUARD_ATTRIBUTES.rule]: args,
  [GUARD_ATTRIBUTES.text]: result,
});

const listCallAttributes = ({
  tool,
  args,
  argsHash,
  resultHash,
  tokensIn,
  tokensOut,
  usd,
}: TraceStep): Readonly<Record<string, AttributeValue>> => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': tool,
  'gen_ai.tool.call.arguments': args,
  [GUARD_ATTRIBUTES.argsHash]: argsHash,
  [GUARD_ATTRIBUTES.resultHash]: resultHash,
  'gen_ai.usage.input_tokens': tokensIn,
  'gen_ai.usage.output_tokens': tokensOut,
  'gen_ai.usage.cost': usd,
});

/** Milliseconds as decimal digits of nanoseconds. */
const formatNanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;

const toAttributeList = (attributes: Readonly<Record<string, AttributeValue>>): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: toAnyValue(value) }],
  );

function toAnyValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
