import { readFileSync } from 'node:fs';
import { Random } from '../../../../../src/engine/core/random.ts';
import type { CharacterView } from '../../../../../src/engine/models/governed/characters/missionRecall.ts';
import { writeCharacterAnswer } from '../../../../../src/engine/models/governed/characters/writeCharacterAnswer.ts';
import { readJsonCorpus } from '../../../../../src/engine/models/governed/inputs/corpus.ts';
import { normalizeQuery, SearchIndex } from '../../../../../src/engine/models/governed/inputs/searchIndex.ts';
import type { MissionStep, ToolCall } from '../../../../../src/engine/models/governed/missionStep.ts';
import type { Phase, Rule } from '../../../../../src/engine/models/governed/phases.ts';
import { Shelf } from '../../../../../src/engine/models/governed/step/toolbox.ts';
import {
  findToolByName,
  getCallSubject,
  READ_TOOL,
} from '../../../../../src/engine/models/governed/tools.ts';

export const HANDBOOK_FILE = 'public/corpora/handbook.json';
export const handbook = readJsonCorpus('handbook', readFileSync(HANDBOOK_FILE));
const index = new SearchIndex(handbook);
const shelf = new Shelf(handbook);

export interface Played {
  readonly steps: readonly MissionStep[];
  readonly answers: readonly string[];
  /** The first rule that held, and all that did. */
  readonly rule: Rule | null;
  readonly final: string | null;
}

type Say = (view: CharacterView) => string;
interface Setting {
  readonly governed: boolean;
  readonly obeys: boolean;
  readonly seed: number;
  /** Whether a rule that holds ends the mission at once. */
  readonly stops?: boolean;
}

/** The loop of a mission as far as a character can tell: legal moves, rules, advice, 24 steps. */
export function play(
  mission: Pick<CharacterView, 'character' | 'goal'>,
  { governed, obeys, seed, stops = true }: Setting,
  say: Say = writeCharacterAnswer,
): Played {
  const random = new Random(seed, 4);
  const draw = (purpose: number) => random.unit(1, 0, purpose);
  const steps: MissionStep[] = [];
  const answers: string[] = [];
  let phase: Phase = 'init';
  let advice: CharacterView['advice'] = null;
  let first: Rule | null = null;
  while (steps.length < 24) {
    const said = say({ ...mission, phase, past: [...steps], advice, obeys, heeds: false, draw });
    answers.push(said);
    const next = stepOf(said, phase, steps, governed);
    const isTaken = next.kind === 'finish' || (phase === 'searching' && next.next === 'analyzing');
    const step: MissionStep = { ...next, advice, obeyed: advice && isTaken };
    steps.push(step);
    if (step.kind === 'finish') return { steps, answers, rule: first, final: step.final };
    phase = step.next;
    const rule = governed ? ruleOf(steps) : null;
    first ??= rule;
    if (rule !== null && stops) return { steps, answers, rule, final: null };
    advice =
      rule !== null
        ? { rule, text: rule }
        : step.refused === null
          ? null
          : { rule: null, text: step.refused };
  }
  return { steps, answers, rule: first, final: null };
}

export function parsed(said: string): Readonly<Record<string, unknown>> | null {
  const [from, to] = [said.indexOf('{'), said.lastIndexOf('}')];
  return from < 0 || to < from ? null : JSON.parse(said.slice(from, to + 1));
}

function stepOf(said: string, phase: Phase, steps: readonly MissionStep[], governed: boolean): MissionStep {
  const answer = parsed(said);
  const kind = answer === null ? 'unreadable' : (answer.action as 'tool' | 'reason' | 'finish');
  const claims = typeof answer?.next_state === 'string' ? answer.next_state : null;
  const call = kind === 'tool' ? callOf(answer!, phase, steps, governed) : null;
  const refused = refusal(kind, phase, call, claims);
  const failed = refused === null ? 0 : (steps.at(-1)?.failed ?? 0) + 1;
  return {
    row: 0,
    agent: 0,
    tick: steps.length + 1,
    number: steps.length + 1,
    phase,
    next: refused !== null && governed ? phase : nextOf(kind, phase, claims),
    kind,
    source: 'policy',
    said,
    reasoning: null,
    final: kind === 'finish' ? String(answer!.final) : null,
    mended: [],
    claims,
    call,
    refused: governed ? refused : null,
    failed: phase === 'deciding' && governed ? failed : 0,
    advice: null,
    obeyed: null,
    rule: null,
    reason: null,
    milliseconds: 800 + 30 * Math.ceil(said.length / 4),
    tokensIn: 0,
    tokensOut: 0,
  };
}

function callOf(
  answer: Readonly<Record<string, unknown>>,
  phase: Phase,
  steps: readonly MissionStep[],
  governed: boolean,
): ToolCall {
  const tool = String(answer.tool);
  const args = answer.args as Record<string, unknown>;
  const exists = findToolByName(tool) !== undefined;
  const executed = exists && !(governed && phase === 'analyzing');
  const subject = getCallSubject({ tool, args }) ?? '';
  const read = tool === READ_TOOL ? shelf.read(subject) : { ...index.search(subject, 5), text: null };
  const found = executed ? read : null;
  const before = steps.filter(
    ({ call }) => call?.hits != null && call.tool === tool && same(getCallSubject(call), subject),
  );
  return {
    tool,
    args,
    hits: found?.hits ?? null,
    text: found?.text ?? null,
    total: found?.total ?? 0,
    error: exists ? null : 'no such tool',
    resultBytes: 0,
    milliseconds: 12,
    before: executed ? before.map(step => step.number) : [],
  };
}

const same = (a: unknown, b: unknown): boolean => normalizeQuery(String(a)) === normalizeQuery(String(b));

/** The phase that an accepted step leads to. */
function nextOf(kind: MissionStep['kind'], phase: Phase, claims: string | null): Phase {
  if (kind === 'tool') return 'searching';
  if (kind === 'finish') return 'finishing';
  if (kind === 'unreadable') return phase;
  if (phase === 'searching') return 'analyzing';
  return phase === 'analyzing' && claims === 'analyzing' ? 'analyzing' : 'deciding';
}

function refusal(
  kind: MissionStep['kind'],
  phase: Phase,
  call: ToolCall | null,
  claims: string | null,
): string | null {
  if (kind === 'unreadable') return 'Answer in JSON.';
  if (kind === 'finish') return null;
  if (call?.error != null) return 'There is no such tool.';
  if (kind === 'tool' && phase === 'analyzing') return 'Reason, or finish.';
  if (kind === 'reason' && phase === 'deciding') return 'Use a tool, or finish.';
  return claims === null || claims === nextOf(kind, phase, claims) ? null : `${claims} is not next.`;
}

const LIMITS: Readonly<Partial<Record<Phase, number>>> = {
  searching: 60_000,
  analyzing: 30_000,
  deciding: 45_000,
};

/** The first rule that holds after the last step. */
function ruleOf(steps: readonly MissionStep[]): Rule | null {
  const last = steps.at(-1)!;
  const actions = steps.map(
    ({ kind, call }) => `${kind} ${call?.tool} ${normalizeQuery(String(call?.args.query))}`,
  );
  const [a, b, c, d] = actions.slice(-4);
  const tools = steps.slice(-3).map(({ call }) => call?.tool ?? null);
  if (tools.length === 3 && tools[0] !== null && new Set(tools).size === 1) return 'same_tool';
  let inPhase = 0;
  let milliseconds = 0;
  for (const step of steps.toReversed()) {
    if (step.phase !== last.next) break;
    inPhase++;
    milliseconds += step.milliseconds;
  }
  if (inPhase >= 5) return 'same_state';
  if (milliseconds > (LIMITS[last.next] ?? Number.POSITIVE_INFINITY)) return 'timeout';
  if (last.call !== null && last.call.before.length > 0) return 'repeated_search';
  if (steps.length >= 4 && a === c && b === d && a !== b) return 'alternation';
  return last.failed >= 3 ? 'failed_decisions' : null;
}
