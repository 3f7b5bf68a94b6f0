import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256OfText } from '#sha256';
import type { Guard } from '../../../engine/guard/guard.ts';
import { type GuardCall, type GuardCosts, reduceGuardCall } from '../../../engine/guard/guardCall.ts';
import type { GuardDecision } from '../../../engine/guard/guardDecision.ts';
import type { GuardPolicy } from '../../../engine/guard/guardPolicy.ts';
import {
  concealResult,
  createEventWriter,
  createLineWriter,
  createSessionLine,
  formatSessionFolder,
  type GuardLine,
  readGuardLines,
  replayGuardSession,
  SESSION_FILE,
} from '../guardSessions.ts';
import type { ChatConversation, ConversationTurn } from './readConversation.ts';

/** The guard's say on a request. */
interface RequestVerdict {
  /** Text to answer with in the model's place; null to ask the model. */
  readonly answer: string | null;
  /** Section for the end of the prompt; empty for none. */
  readonly state: string;
}

/**
 * A session whose requests pass through a proxy. Requests repeat the conversation, so each turn counts the first time that
 * it is seen. What happens is appended to the session's file before anybody learns of the decision.
 */
export class ProxySession {
  readonly #guard: Guard;
  readonly #write: (line: GuardLine) => void;
  readonly #writeEvents: (at?: number) => void;
  readonly #seen = new Set<string>();
  readonly #calls = new Map<string, GuardCall>();

  /** Opens the session, with what its file holds already. @param folder of all sessions */
  constructor(folder: string, policy: GuardPolicy, session: string) {
    const own = join(folder, formatSessionFolder(session));
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const path = join(own, SESSION_FILE);
    const lines = existsSync(path) ? readGuardLines(path) : [];
    this.#guard = replayGuardSession(lines, policy, session, session);
    this.#write = createLineWriter(path);
    for (const line of lines) this.#remember(line);
    if (lines.length === 0)
      this.#write(createSessionLine(this.#guard, { session, unit: session, policy, agent: 'proxy' }));
    this.#writeEvents = createEventWriter(this.#guard, lines, this.#write);
    this.#writeEvents();
  }

  /** Takes the turns of a request that are new. @param at milliseconds since 1970 */
  take({ turns }: ChatConversation, at: number): RequestVerdict {
    const counts = new Map<string, number>();
    let question: string | null = null;
    let call = '';
    for (const turn of turns) {
      const name = nameTurn(turn, call);
      if (turn.kind === 'call') call = name;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const key = `${name} ${count}`;
      if (this.#seen.has(key)) continue;
      const decision = this.#takeTurn(turn, key, at);
      question = decision?.action === 'ask' ? decision.text : question;
    }
    return { answer: this.#guard.summary ?? question, state: this.#guard.state() };
  }

  /** Takes the costs of an answer. */
  spend(costs: GuardCosts): void {
    this.#write({ kind: 'spend', costs });
    this.#guard.spend(costs);
    this.#writeEvents();
  }

  #takeTurn(turn: ConversationTurn, key: string, at: number): GuardDecision | null {
    const line = this.#toLine(turn, key, at);
    this.#write(line);
    this.#remember(line);
    if (line.kind === 'message') this.#guard.message(null);
    const decision =
      line.kind === 'before'
        ? this.#guard.before(line.call, { canAdvise: false })
        : line.kind === 'after'
          ? this.#guard.after(line.call, line.result)
          : null;
    this.#writeEvents(at);
    if (decision !== null && decision.would !== 'allow')
      this.#write({
        ...{ kind: 'decision', would: decision.would, rule: decision.rule },
        step: this.#guard.report().steps,
      });
    return decision;
  }

  #toLine(turn: ConversationTurn, key: string, at: number): GuardLine {
    if (turn.kind === 'text') return { kind: 'message', key };
    if (turn.kind === 'call')
      return { kind: 'before', call: { ...reduceGuardCall(turn.call), at }, canAdvise: false, key };
    const call = this.#calls.get(turn.id) ?? { id: turn.id, tool: 'unknown' };
    return { kind: 'after', call, result: { ...concealResult(turn.result), until: at }, key };
  }

  #remember(line: GuardLine): void {
    if ('key' in line && line.key !== undefined) this.#seen.add(line.key);
    if (line.kind === 'before') this.#calls.set(line.call.id ?? '', line.call);
  }
}

/** A turn's name in its conversation; equal turns have the same. @param call name of the call before it */
function nameTurn(turn: ConversationTurn, call: string): string {
  if (turn.kind === 'result') return `result ${turn.id}`;
  if (turn.kind === 'text') return `text ${sha256OfText(turn.text).slice(0, 16)} ${call}`;
  const { id = '', tool, argsHash = '' } = reduceGuardCall(turn.call);
  return `call ${id} ${tool} ${argsHash}`;
}
