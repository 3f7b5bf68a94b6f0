import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GuardCall, GuardResult } from '../../../engine/guard/guardCall.ts';
import type { GuardDecision } from '../../../engine/guard/guardDecision.ts';
import { readGuardPolicy } from '../../../engine/guard/readGuardPolicy.ts';
import { getNumberField, getPathValue, getTextField } from '../../../engine/traces/values.ts';
import { type GuardedSession, useGuardSession } from '../guardSessions.ts';
import { noteGuardFault } from '../noteGuardFault.ts';
import { createSessionReporter, type SessionReporter } from '../reporting/createSessionReporter.ts';
import { readReportTarget } from '../reporting/readReportTarget.ts';
import { GENTLE_STOPS, getSessionsFolder, LOCK_PATIENCE, REPORT_PATIENCE } from '../runGuardHook.ts';

const AGENT = 'opencode';

/** Settings of the guard in opencode's process. */
export interface OpencodeGuardOrder {
  /** Path of the policy. */
  readonly policy: string;
  /** Folder of the sessions; by default `sessions` next to the policy. */
  readonly sessions?: string;
  /** Address of a receiver of traces; by default that of OpenTelemetry's environment variables. */
  readonly observe?: string;
}

/** A call as opencode names it. */
export interface OpencodeCall {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

/** The error that a refused call ends with. */
interface Refusal {
  readonly text: string;
  readonly endsTurn: boolean;
}

/**
 * The guard of the sessions in one process of opencode. None of its methods throws: an error inside allows the call, and
 * stands in `faults.log` next to the policy.
 */
export class OpencodeGuard {
  readonly #order: OpencodeGuardOrder;
  readonly #reporter: SessionReporter | null;
  /** By sub-agent's session, the session that started it. */
  readonly #parents = new Map<string, string>();
  /** Calls under way. */
  readonly #running = new Map<string, GuardCall>();
  /** By session, advice that followed from a call whose result cannot bear it. */
  readonly #owed = new Map<string, { readonly call: string; readonly text: string }>();

  constructor(order: OpencodeGuardOrder) {
    this.#order = order;
    this.#reporter = this.#trySafely(null, () => this.#createReporter());
  }

  /** Asks about a call. @returns null if it may run */
  before({ tool, sessionID, callID }: OpencodeCall, args: unknown): Refusal | null {
    return this.#trySafely(null, () => {
      const call = { id: callID, tool, args, at: Date.now() };
      const owed = this.#owed.get(sessionID);
      if (owed?.call === nameCall(tool, args)) {
        // Only a refusal reaches a model whose calls all end with an error of the tool.
        this.#owed.delete(sessionID);
        return { text: owed.text, endsTurn: false };
      }
      const refusal = this.#use(sessionID, session => askAbout(session, call));
      if (refusal === null) this.#running.set(`${sessionID} ${callID}`, call);
      return refusal;
    });
  }

  /** Takes the result of a call, and puts advice at its end. */
  after({ sessionID, callID, tool }: OpencodeCall, result: object): void {
    this.#trySafely(undefined, () => {
      const exit = getNumberField(getPathValue(result, 'metadata'), 'exit');
      const failed = exit === null ? (getPathValue(result, 'isError') === true ? true : null) : exit !== 0;
      const output = getPathValue(result, 'output') ?? getPathValue(result, 'content');
      const advice = this.#end(sessionID, callID, tool, { output, failed });
      const owed = this.#owed.get(sessionID)?.text ?? '';
      const text = [owed, advice].filter(part => part !== '').join('\n\n');
      if (text !== '' && appendText(result, text)) this.#owed.delete(sessionID);
    });
  }

  /** Takes an event: sub-agents are known by those of their sessions, and a tool's own error is only in one. */
  follow(event: unknown): void {
    this.#trySafely(undefined, () => {
      const info = getPathValue(event, 'properties', 'info');
      const [child, parent] = [getTextField(info, 'id'), getTextField(info, 'parentID')];
      if (child !== null && parent !== null) this.#parents.set(child, parent);
      const part = getPathValue(event, 'properties', 'part');
      if (getPathValue(part, 'state', 'status') === 'error') this.#takeError(part);
    });
  }

  /** Notes an error inside the guard. */
  noteFault(message: string): void {
    noteGuardFault(dirname(this.#order.policy), AGENT, message);
  }

  /** Resolves once everything new is sent, or could not be. */
  async settle(): Promise<void> {
    await this.#reporter?.settle();
  }

  #takeError(part: unknown): void {
    const [session, id] = [getTextField(part, 'sessionID'), getTextField(part, 'callID')];
    const call = this.#running.get(`${session} ${id}`);
    // A call that the guard refused ends with an error as well.
    if (session === null || id === null || call === undefined) return;
    const output = getPathValue(part, 'state', 'error');
    const text = this.#end(session, id, call.tool, { output, failed: true });
    if (text !== '') this.#owed.set(session, { call: nameCall(call.tool, call.args), text });
  }

  /** @returns text for the model, empty for none */
  #end(session: string, id: string, tool: string, result: GuardResult): string {
    const key = `${session} ${id}`;
    const call = this.#running.get(key) ?? { id, tool };
    this.#running.delete(key);
    const { action, text } = this.#use(session, open => open.after(call, { ...result, until: Date.now() }));
    return action === 'advise' || action === 'stop' ? text : '';
  }

  #use<T>(session: string, use: (open: GuardedSession) => T): T {
    const policy = readGuardPolicy(JSON.parse(readFileSync(this.#order.policy, 'utf8')));
    const folder = getSessionsFolder(this.#order);
    const ids = { session, unit: this.#findUnit(session) };
    const result = useGuardSession({ folder, policy, agent: AGENT, patience: LOCK_PATIENCE }, ids, use);
    this.#reporter?.report(session);
    return result;
  }

  #findUnit(session: string): string {
    let unit = session;
    for (let left = this.#parents.size; left > 0; left--) unit = this.#parents.get(unit) ?? unit;
    return unit;
  }

  #createReporter(): SessionReporter | null {
    const target = readReportTarget(this.#order.observe, process.env);
    const noteFault = (message: string) => this.noteFault(message);
    const folder = getSessionsFolder(this.#order);
    return target && createSessionReporter({ folder, target, patience: REPORT_PATIENCE, noteFault });
  }

  #trySafely<T>(otherwise: T, run: () => T): T {
    try {
      return run();
    } catch (error) {
      this.noteFault(error instanceof Error ? error.message : String(error));
      return otherwise;
    }
  }
}

function askAbout(session: GuardedSession, call: GuardCall): Refusal | null {
  const { stopsIgnored } = session;
  const { action, text }: GuardDecision = session.before(call, false);
  // A plugin cannot ask a person, so the call does not run.
  if (action === 'ask') session.cancel(call);
  return action === 'stop' || action === 'refuse' || action === 'ask'
    ? { text, endsTurn: action === 'stop' && stopsIgnored >= GENTLE_STOPS }
    : null;
}

const nameCall = (tool: string, args: unknown): string => JSON.stringify([tool, args]);

/** Adds a text to a result: opencode's own tools have one text, those of MCP a list of blocks. @returns false if it has no place */
function appendText(result: object, text: string): boolean {
  const [output, content] = [getPathValue(result, 'output'), getPathValue(result, 'content')];
  if (typeof output === 'string') Object.assign(result, { output: `${output}\n\n${text}` });
  else if (Array.isArray(content)) content.push({ type: 'text', text });
  else return false;
  return true;
}
