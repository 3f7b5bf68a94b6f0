import type { ExemptCall } from '../../../engine/models/recorded/governance/exemptCases.ts';
import { PRESET_RULES } from '../../../engine/rules/presetRules.ts';
import type { PageState, PageStore } from '../../state/pageState.ts';

/** The questions that the corner answers: what was wasted, which rule would have stopped it, what the states are, or what happened when. */
export const CASES_QUESTIONS = ['cost', 'rules', 'states', 'clock'] as const;
/** One of `CASES_QUESTIONS`. */
export type CasesQuestion = (typeof CASES_QUESTIONS)[number];

/** The user's choices within the views of recorded cases. */
export interface CasesView {
  /** Null until the user has chosen one. */
  readonly question: CasesQuestion | null;
  /** The selected rule, by its id; null for none. */
  readonly ruleId: string | null;
  /** Threshold of that rule, if it is another than its own; and calls that it does not count. */
  readonly ruleThreshold: number | null;
  readonly exempt: readonly ExemptCall[];
}

const NOTHING_CHOSEN: CasesView = { question: null, ruleId: null, ruleThreshold: null, exempt: [] };

/** Question, rule, threshold and exempt calls, with colons between: `rules:roo-code:5:[["^grep$",null]]`. */
const VIEW = /^([a-z]*)(?::([\w.-]{0,60})(?::([1-9]\d{0,5}|)(?::(\[[\s\S]*\]))?)?)?$/;
/** UTF-16 units of a text in an address. */
const MAX_VIEW_LENGTH = 8_000;
/** A text that is escaped for a regular expression: an address can bring no other, which may take for ever. */
const ESCAPED = String.raw`(?:[^\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|])*`;
const TOOL = new RegExp(String.raw`^\^${ESCAPED}\$$`);
const COMMAND = new RegExp(String.raw`^"(?:command|cmd)"\\s\*:\\s\*"${ESCAPED}\\b$`);

/** The user's choices as a text for the address; null for none. */
export function formatCasesView({ question, ruleId, ruleThreshold, exempt }: CasesView): string | null {
  const calls = exempt.length === 0 ? '' : JSON.stringify(exempt.map(({ tool, args }) => [tool, args]));
  const text = [question ?? '', ruleId ?? '', ruleThreshold ?? '', calls].join(':').replace(/:+$/, '');
  return text === '' ? null : text;
}

/** The same read again; null for anything else. */
export function parseCasesView(text: string): CasesView | null {
  const [, question = '', ruleId = '', threshold = '', calls = '[]'] = VIEW.exec(text) ?? [];
  const known = CASES_QUESTIONS.find(one => one === question) ?? null;
  const exempt = parseExemptCalls(calls);
  if ((known === null && (question !== '' || ruleId === '')) || exempt === null) return null;
  return {
    ...{ question: known, exempt, ruleId: ruleId === '' ? null : ruleId },
    ruleThreshold: threshold === '' ? null : Number(threshold),
  };
}

/** @returns null unless the text is a list of calls as the page writes them */
function parseExemptCalls(text: string): readonly ExemptCall[] | null {
  try {
    const calls: unknown = JSON.parse(text);
    if (!Array.isArray(calls)) return null;
    const read = calls.flatMap(call => readExemptCall(call) ?? []);
    return read.length === calls.length ? read : null;
  } catch {
    return null;
  }
}

function readExemptCall(call: unknown): ExemptCall | null {
  const [tool, args] = Array.isArray(call) ? (call as readonly unknown[]) : [];
  if (typeof tool !== 'string' || (args !== null && typeof args !== 'string')) return null;
  return TOOL.test(tool) && (args === null || COMMAND.test(args)) ? { tool, args } : null;
}

/** The problem of a text in an address; null for none. */
export function checkCasesView(text: string): string | null {
  const view = text.length > MAX_VIEW_LENGTH ? null : parseCasesView(text);
  if (view === null)
    return 'must be one of cost, rules, states, clock, and with colons a rule and its threshold, such as rules:roo-code:5';
  const { ruleId } = view;
  return ruleId === null || PRESET_RULES.some(({ id }) => id === ruleId) ? null : `has no rule “${ruleId}”`;
}

let last: { readonly text: string; readonly view: CasesView } = { text: '', view: NOTHING_CHOSEN };

/** The user's choices; the same object as long as they stay. */
export function getCasesView({ view }: Pick<PageState, 'view'>): CasesView {
  const text = view ?? '';
  if (last.text !== text) last = { text, view: parseCasesView(text) ?? NOTHING_CHOSEN };
  return last.view;
}

/** Changes some of them. */
export function chooseCasesView(store: PageStore, part: Partial<CasesView>): void {
  const state = store.getState();
  state.arrange({ view: formatCasesView({ ...getCasesView(state), ...part }) });
}
