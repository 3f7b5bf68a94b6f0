import type { Message } from '../lists/message.ts';
import { MessageSteps } from '../lists/messageSteps.ts';
import type { CaseDraft } from '../reading.ts';
import { payWhole } from '../steps.ts';
import { timeOf } from '../times.ts';
import { type Costs, normalUsage, sumOfCosts, UNKNOWN_COSTS, type Usage } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';

/** Where a text of a sample stands that is kept apart since it is long or comes again. */
const ATTACHMENT = 'attachment://';

/** What the events of a sample tell beside its messages, by the id of a message or of a call. */
interface SampleEvents {
  readonly answers: ReadonlyMap<string, { readonly costs: Usage; readonly at: number | null }>;
  readonly calls: ReadonlyMap<string, unknown>;
}

/** The cases of a sample: its own, and those of agents that it sent as tools, which stand in its events alone. */
export function sampleCases(
  sample: unknown,
  verdict: Pick<CaseDraft, 'outcome' | 'reward'>,
): readonly CaseDraft[] {
  const events = eventsOf(sample);
  const text = textReader(sample);
  const steps = new MessageSteps();
  for (const given of listAt(sample, 'messages')) addMessage(steps, given, events, text);
  const own = steps.finish();
  const [task, epoch] = [textAt(sample, 'id'), textAt(sample, 'epoch')];
  const id = `${task} epoch ${epoch}`;
  const labels = { task, trial: epoch };
  const sent = sentAgents(sample).map(({ name, models }, index) => ({
    ...{ id: `${id} ${name} ${index + 1}`, parent: id, labels },
    steps: stepsOfAgent(models, events, text),
  }));
  const parts = sent
    .flatMap(one => one.steps)
    .reduce<Costs>((sum, step) => sumOfCosts(sum, step), UNKNOWN_COSTS);
  payWhole(own, less(wholeOf(sample), parts));
  const end = textAt(at(sample, 'error'), 'message') ?? textAt(at(sample, 'limit'), 'type');
  return [{ id, ...verdict, end, labels, steps: own }, ...sent.filter(one => one.steps.length > 0)];
}

/** What a sample used, of all its models together. */
function wholeOf(sample: unknown): Costs {
  const usages = at(sample, 'model_usage');
  const all = isFields(usages) ? Object.values(usages) : [];
  return all.reduce<Costs>((sum, usage) => sumOfCosts(sum, usageOf(usage)), UNKNOWN_COSTS);
}

const less = (whole: Costs, parts: Costs): Costs => {
  const left = (name: keyof Costs): number | null =>
    whole[name] === null ? null : Math.max(0, whole[name] - (parts[name] ?? 0));
  const [tokensIn, tokensOut, usd] = [left('tokensIn'), left('tokensOut'), left('usd')];
  const [tokensCachedRead, tokensCachedWrite] = [left('tokensCachedRead'), left('tokensCachedWrite')];
  return {
    tokensIn,
    tokensOut,
    usd,
    tokensCachedRead,
    tokensCachedWrite,
    tokensReasoning: left('tokensReasoning'),
  };
};

/**
 * Whether cached input is within the total of input depends on the provider; the total of all tokens tells it: where cached
 * input is beside the input, the three together make it up.
 */
function usageOf(usage: unknown): Usage & { readonly usd: number | null } {
  const input = numberAt(usage, 'input_tokens');
  const output = numberAt(usage, 'output_tokens');
  const cachedRead = numberAt(usage, 'input_tokens_cache_read');
  const cachedWrite = numberAt(usage, 'input_tokens_cache_write');
  const cached = (cachedRead ?? 0) + (cachedWrite ?? 0);
  const total = numberAt(usage, 'total_tokens');
  const isBeside = total !== null && cached > 0 && total >= (input ?? 0) + (output ?? 0) + cached;
  const reasoning = numberAt(usage, 'reasoning_tokens');
  const told = normalUsage({ input, output, cachedRead, cachedWrite, reasoning }, { cached: isBeside });
  return { ...told, usd: numberAt(usage, 'total_cost') };
}

function eventsOf(sample: unknown): SampleEvents {
  const answers = new Map<string, { readonly costs: Usage; readonly at: number | null }>();
  const calls = new Map<string, unknown>();
  const output = at(sample, 'output');
  const note = (given: unknown, time: unknown): void => {
    const id = textAt(at(given, 'choices', 0, 'message'), 'id');
    if (id !== null) answers.set(id, { costs: usageOf(at(given, 'usage')), at: timeOf(time) });
  };
  // The last answer's usage stands beside the messages as well.
  note(output, null);
  for (const event of listAt(sample, 'events')) {
    if (at(event, 'event') === 'model') note(at(event, 'output'), at(event, 'timestamp'));
    const id = at(event, 'event') === 'tool' ? textAt(event, 'id') : null;
    if (id !== null) calls.set(id, event);
  }
  return { answers, calls };
}

type TextOf = (value: unknown) => string | null;

/** Reads the content of a message: a text, or parts of which those that are texts count. */
function textReader(sample: unknown): TextOf {
  const attachments = at(sample, 'attachments');
  const resolved = (text: string): string =>
    text.startsWith(ATTACHMENT) ? (textAt(attachments, text.slice(ATTACHMENT.length)) ?? text) : text;
  return value => {
    if (typeof value === 'string') return value === '' ? null : resolved(value);
    if (!Array.isArray(value)) return null;
    const texts = value.flatMap(part => (at(part, 'type') === 'text' ? (textAt(part, 'text') ?? []) : []));
    return texts.length === 0 ? null : texts.map(resolved).join('\n');
  };
}

function addMessage(steps: MessageSteps, given: unknown, events: SampleEvents, text: TextOf): void {
  const role = textAt(given, 'role');
  if (role === null) return;
  const words = text(at(given, 'content'));
  const results = role === 'tool' ? [resultIn(given, words)] : [];
  const message: Message = { role, text: words, calls: callsIn(given), results, silent: false, finish: null };
  const answer = role === 'assistant' ? events.answers.get(textAt(given, 'id') ?? '') : undefined;
  const event = events.calls.get(textAt(given, 'tool_call_id') ?? '');
  const until = timeOf(at(event, 'completed')) ?? timeOf(at(event, 'timestamp'));
  steps.add(message, { ...answer?.costs, at: answer?.at ?? null, ...(role === 'tool' && { until }) });
}

const callsIn = (given: unknown): Message['calls'] =>
  listAt(given, 'tool_calls').flatMap(call => {
    const name = textAt(call, 'function');
    return name === null ? [] : [{ id: textAt(call, 'id'), name, args: at(call, 'arguments') }];
  });

/** Every failure of a tool is told: one without an error did not fail. */
function resultIn(given: unknown, words: string | null): Message['results'][number] {
  const error = at(given, 'error');
  const value = words ?? textAt(error, 'message');
  return { id: textAt(given, 'tool_call_id'), value, failed: isFields(error) };
}

/** Agents whose answers are none of the sample's messages, since they were called as tools, with their calls of the model. */
function sentAgents(
  sample: unknown,
): readonly { readonly name: string; readonly models: readonly unknown[] }[] {
  const known = new Set(listAt(sample, 'messages').map(message => textAt(message, 'id')));
  const spans = new Map(
    listAt(sample, 'events')
      .filter(event => at(event, 'event') === 'span_begin')
      .map(event => [textAt(event, 'id') ?? '', event]),
  );
  const agentAround = (id: string | null): string | null => {
    const seen = new Set<string>();
    for (let one = id; one !== null && !seen.has(one); one = textAt(spans.get(one), 'parent_id')) {
      seen.add(one);
      if (at(spans.get(one), 'type') === 'agent') return one;
    }
    return null;
  };
  const found = new Map<string, unknown[]>();
  const own = new Set<string>();
  for (const event of listAt(sample, 'events')) {
    const agent = at(event, 'event') === 'model' ? agentAround(textAt(event, 'span_id')) : null;
    if (agent === null) continue;
    if (known.has(textAt(at(event, 'output', 'choices', 0, 'message'), 'id'))) own.add(agent);
    found.set(agent, [...(found.get(agent) ?? []), event]);
  }
  return [...found]
    .filter(([agent]) => !own.has(agent))
    .map(([agent, models]) => ({ name: textAt(spans.get(agent), 'name') ?? 'agent', models }));
}

function stepsOfAgent(models: readonly unknown[], events: SampleEvents, text: TextOf): CaseDraft['steps'] {
  const steps = new MessageSteps();
  for (const event of models) {
    const answer = at(event, 'output', 'choices', 0, 'message');
    addMessage(steps, answer, events, text);
    for (const { id } of callsIn(answer)) {
      const called = events.calls.get(id ?? '');
      if (called === undefined) continue;
      const result = {
        role: 'tool',
        tool_call_id: id,
        content: at(called, 'result'),
        error: at(called, 'error'),
      };
      addMessage(steps, result, events, text);
    }
  }
  return steps.finish();
}
