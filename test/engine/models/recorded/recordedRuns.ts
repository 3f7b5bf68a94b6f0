import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TraceCase, TraceStep } from '../../../../src/engine/traces/traces.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures/traces');

interface WrittenRun {
  readonly run: string;
  readonly outcome: TraceCase['outcome'];
  readonly reward: number;
  readonly end: string;
  readonly tokens: TraceCase['tokens'];
  readonly steps: readonly Record<string, never>[];
  readonly [label: string]: unknown;
}

/** A fixture of recorded runs as text; what ends in .gz is unpacked. */
export function traceFixture(name: string): string {
  const bytes = readFileSync(join(FOLDER, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

const loaded = new Map<string, readonly TraceCase[]>();

/** The cases of a set of fixtures. */
export function recordedSet(set: string): readonly TraceCase[] {
  const cases = loaded.get(set) ?? traceFixture(`runs/${set}.jsonl.gz`).trim().split('\n').map(caseOf);
  loaded.set(set, cases);
  return cases;
}

function caseOf(line: string): TraceCase {
  const { run, outcome, reward, end, tokens, steps, ...others } = JSON.parse(line) as WrittenRun;
  const labels = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
  return { id: run, parent: null, outcome, reward, end, tokens, labels, steps: steps.map(traceStep) };
}

function traceStep(step: Record<string, never>): TraceStep {
  return aStep({
    ...{ tool: step.tool, state: step.state, args: step.args, argsHash: step.args_hash },
    ...{ resultHash: step.result_hash, failed: step.error === 1 },
    ...{ at: step.t === undefined ? null : step.t * 1000, usd: step.usd ?? null },
    ...{ tokensIn: step.tokens_in ?? null, tokensOut: step.tokens_out ?? null },
  });
}

/** A step of which nothing is known but this. */
export const aStep = (known: Partial<TraceStep>): TraceStep => ({
  tool: known.tool ?? 'tool',
  state: known.state ?? null,
  agent: known.agent ?? null,
  args: known.args ?? null,
  argsHash: known.argsHash ?? null,
  result: known.result ?? null,
  resultHash: known.resultHash ?? null,
  failed: known.failed ?? null,
  error: known.error ?? null,
  prompt: known.prompt ?? null,
  answer: known.answer ?? null,
  at: known.at ?? null,
  until: known.until ?? null,
  tokensIn: known.tokensIn ?? null,
  tokensOut: known.tokensOut ?? null,
  tokensCachedRead: known.tokensCachedRead ?? null,
  tokensCachedWrite: known.tokensCachedWrite ?? null,
  tokensReasoning: known.tokensReasoning ?? null,
  usd: known.usd ?? null,
  modelCalls: known.modelCalls ?? null,
  waitsFor: known.waitsFor ?? null,
  isInferred: known.isInferred ?? false,
});

/** A case of which nothing is known but this. */
export const aCase = (steps: readonly Partial<TraceStep>[], known: Partial<TraceCase> = {}): TraceCase => ({
  ...{ id: 'case', parent: null, outcome: null, reward: null, end: null, tokens: 'none', labels: {} },
  ...known,
  steps: steps.map(aStep),
});

/** Groups of sets, as in the file of expected results. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'A tau, steady models': [
    'tau1_airline_gpt4o',
    'tau2_sierra_gpt41',
    'tau2_airline_5models',
    'tau2_toolorchestra',
  ],
  'B tau, models that run away': ['tau2_sierra_sft', 'tau2_airline_gptoss120b'],
  'C moatless': ['0609_gpt4o', '0617_gpt4o', '0623_sonnet35', '1117_sonnet35'].map(set => `moatless_${set}`),
  'E mini-swe-agent': ['mini_deepseek_lite'],
  'F InterCode bash+ctf': ['intercode_bash_gpt4', 'intercode_bash_gpt35', 'intercode_ctf_gpt4'],
  'G InterCode SQL gpt': ['intercode_sql_gpt4', 'intercode_sql_gpt35'],
  'H InterCode SQL vicuna': ['intercode_sql_vicuna'],
};

/** All sets, in the order of the groups. */
export const SETS = Object.values(GROUPS).flat();
