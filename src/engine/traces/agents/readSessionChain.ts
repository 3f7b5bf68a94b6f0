import type { ToolCall, ToolResult } from '../lists/message.ts';
import { addStepCosts, type StepDraft } from '../traceSteps.ts';
import { subtractCosts, sumCostList, type Usage } from '../usage.ts';
import { ModelNames } from './agentCases.ts';
import { isCallCancelled, type SessionLine, type TurnResult } from './claudeLine.ts';
import { Conversation } from './conversation.ts';

/** Entries of a conversation, in order. */
export type ChainEntry = SessionLine | TurnResult;

/** The conversation of a session or of one of its sub-agents, read. */
export interface SessionChain {
  readonly steps: readonly StepDraft[];
  readonly end: string | null;
  readonly models: ModelNames;
  /** Lines that the program wrote in the place of an answer. */
  readonly ownWords: readonly SessionLine[];
}

const isChainLine = (entry: ChainEntry): entry is SessionLine => 'kind' in entry;

/** An answer while its lines are gathered. */
interface AnswerDraft {
  readonly uuids: Set<string>;
  readonly request: string | null;
  readonly time: number | null;
  text: string | null;
  readonly calls: ToolCall[];
  usage: Usage;
}

type ClaudeItem =
  | { readonly asked: string }
  | { readonly result: ToolResult; readonly time: number | null }
  | { readonly answer: AnswerDraft }
  | { readonly turn: TurnResult }
  | { readonly interrupted: true };

/** Reads a conversation whose entries are in order. */
export function readSessionChain(entries: readonly ChainEntry[]): SessionChain {
  const [models, ownWords, gathered] = [new ModelNames(), [] as SessionLine[], new GatheredItems()];
  for (const entry of entries) {
    if (!isChainLine(entry)) gathered.items.push({ turn: entry });
    else if (entry.kind === 'user') gathered.heard(entry);
    else if (entry.isOwnWord) ownWords.push(entry);
    else {
      models.add(entry.model);
      gathered.answered(entry);
    }
  }
  return { ...buildClaudeSteps(gathered.items), models, ownWords };
}

/** The lines of a conversation, those of one answer together. */
class GatheredItems {
  readonly items: ClaudeItem[] = [];
  private readonly answers = new Map<string, AnswerDraft>();

  heard({ message, time, isOwnWord }: SessionLine): void {
    for (const result of message.results) this.items.push({ result, time });
    if (message.text === null) return;
    if (isCallCancelled(message.text)) this.items.push({ interrupted: true });
    else if (!isOwnWord) this.items.push({ asked: message.text });
  }

  /** Adds a line to the answer that it is a part of, or begins one. */
  answered(line: SessionLine): void {
    const { message, usage, uuid, request, time } = line;
    const key = `${line.answer} ${request}`;
    const known = line.answer === null ? undefined : this.answers.get(key);
    if (known !== undefined && this.isPartOf(line, known)) {
      known.text = mergeAnswerText(known.text, message.text);
      for (const call of message.calls) mergeToolCall(known.calls, call);
      if (hasUsageCounts(usage)) known.usage = usage;
      if (uuid !== null) known.uuids.add(uuid);
      return;
    }
    const uuids = new Set(uuid === null ? [] : [uuid]);
    const answer = { uuids, request, time, text: message.text, calls: [...message.calls], usage };
    this.answers.set(key, answer);
    this.items.push({ answer });
  }

  /**
   * Relays give all their answers one id: an answer after other messages is another one, unless its place or its
   * content shows that it is the same. Results of calls may come before the last call of their answer.
   */
  private isPartOf(line: SessionLine, known: AnswerDraft): boolean {
    const since = this.items.slice(
      this.items.findLastIndex(item => 'answer' in item && item.answer === known) + 1,
    );
    if (since.length === 0) return true;
    if (since.some(item => 'asked' in item)) return false;
    if (known.request !== null) return true;
    if (line.parent !== null && known.uuids.has(line.parent)) return true;
    if (line.message.calls.some(({ id }) => id !== null && known.calls.some(call => call.id === id)))
      return true;
    return hasUsageCounts(line.usage) && hasSameInputTokens(line.usage, known.usage);
  }
}

const hasUsageCounts = ({ tokensIn, tokensOut }: Usage): boolean => (tokensIn ?? 0) + (tokensOut ?? 0) > 0;

const hasSameInputTokens = (one: Usage, other: Usage): boolean =>
  one.tokensIn === other.tokensIn &&
  one.tokensCachedRead === other.tokensCachedRead &&
  one.tokensCachedWrite === other.tokensCachedWrite;

/** Lines of an answer hold a block each, or repeat a text that grew. */
function mergeAnswerText(before: string | null, text: string | null): string | null {
  if (before === null || text === null) return before ?? text;
  if (text.startsWith(before)) return text;
  return before.startsWith(text) || before.endsWith(`\n${text}`) ? before : `${before}\n${text}`;
}

function mergeToolCall(calls: ToolCall[], call: ToolCall): void {
  const index = call.id === null ? -1 : calls.findIndex(({ id }) => id === call.id);
  if (index < 0) calls.push(call);
  else calls[index] = call;
}

function buildClaudeSteps(items: readonly ClaudeItem[]): Pick<SessionChain, 'steps' | 'end'> {
  const conversation = new Conversation();
  let end: string | null = null;
  let paid = 0;
  for (const item of items) {
    if ('asked' in item) conversation.ask(item.asked);
    else if ('answer' in item) {
      const { text, calls, usage, time } = item.answer;
      conversation.answer({ text, calls, costs: usage, at: time });
      end = null;
    } else if ('interrupted' in item) end = INTERRUPTED;
    else if ('turn' in item) {
      assignTurnCosts(conversation, item.turn, paid);
      paid = conversation.steps.length;
      end = item.turn.end;
    } else if (isCallCancelled(item.result.value)) end = INTERRUPTED;
    else {
      const { id, value, failed } = item.result;
      // A result that says nothing of an error is none: only failures are always marked.
      conversation.return({ id, value, failed: failed === true, until: item.time });
    }
  }
  return { steps: conversation.finish(), end };
}

const INTERRUPTED = 'interrupted';

/**
 * Puts the cost of a turn that its answers do not account for on its last step. Its last words may be in the result
 * alone.
 */
function assignTurnCosts(conversation: Conversation, { text, costs }: TurnResult, paid: number): void {
  const last = conversation.finish().at(-1);
  if (text !== null && last?.answer !== text && last?.answer?.endsWith(`\n${text}`) !== true)
    conversation.answer({ text, calls: [] });
  const rest = subtractCosts(costs, sumCostList(conversation.steps.slice(paid)));
  const step = conversation.steps.at(-1);
  if (rest !== null && step !== undefined) addStepCosts(step, rest);
}
