import { describe, expect, it } from 'vitest';
import type { TraceCase } from '../../../src/engine/traces/traces.ts';
import { readFixture, textOfFixture, totals } from './fixture.ts';

interface Known {
  readonly outcome: string;
  readonly steps: number;
  readonly tool_calls: number;
  readonly errors: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
}

const known = (name: string): Record<string, Known> => JSON.parse(textOfFixture(`expected/${name}.json`));

/** A case in the words of the known answers. */
function told(one: TraceCase): Known {
  const { steps, calls, errors, tokensIn, tokensOut } = totals([one]);
  return {
    ...{ outcome: String(one.outcome), steps, tool_calls: calls, errors },
    ...{ tokens_in: tokensIn, tokens_out: tokensOut },
  };
}

/** Spans lack the greeting of each run, which no model made. */
const WITHOUT_GREETING = 1;

describe('the runs of tau2-bench', () => {
  it.each([
    ['raw/tau2-bench/gpt-4.1_retail_40.json', 'tau2_retail_40', 40, 0],
    ['csv/tau2_retail_40.csv', 'tau2_retail_40', 40, 0],
    ['xes/tau2_retail_40.xes', 'tau2_retail_40', 40, 0],
    ['otlp/tau2_retail_40.genai.jsonl', 'tau2_retail_40', 40, WITHOUT_GREETING],
    ['otlp/tau2_retail_10.openinference.jsonl', 'tau2_retail_40', 10, WITHOUT_GREETING],
    ['otlp/tau2_retail_5.genai.pb', 'tau2_retail_40', 5, WITHOUT_GREETING],
    ['raw/tau2-bench/sft-gpt-4.1_telecom_40.json', 'tau2_telecom_sft_40', 40, 0],
    ['csv/tau2_telecom_sft_40.csv', 'tau2_telecom_sft_40', 40, 0],
    ['otlp/tau2_telecom_sft_40.genai.jsonl', 'tau2_telecom_sft_40', 40, WITHOUT_GREETING],
  ])('are the known ones in %s', (path, name, count, missing) => {
    const answers = known(name);
    const { cases, skippedCount } = readFixture(path);
    expect(skippedCount).toBe(0);
    expect(cases).toHaveLength(count);
    for (const one of cases) {
      const { outcome, steps, tool_calls, errors, tokens_in, tokens_out } = answers[one.id];
      expect({ id: one.id, ...told(one) }).toEqual({
        ...{ id: one.id, outcome, steps: steps - missing, tool_calls, errors, tokens_in, tokens_out },
      });
    }
  });

  it('are the known ones in OCEL 2.0, where their ids are shorter', () => {
    const answers = known('tau2_retail_40');
    const { cases } = readFixture('ocel/tau2_retail_40.ocel2.json');
    expect(cases).toHaveLength(40);
    for (const one of cases) {
      const id = Object.keys(answers).find(full => `run:${full.slice(0, 8)}` === one.id) ?? '';
      expect(answers[id]).toMatchObject({ ...told(one) });
    }
  });

  it('have 9,786,349 tokens in the telecom set', () => {
    const { tokensIn, tokensOut } = totals(readFixture('otlp/tau2_telecom_sft_40.genai.jsonl').cases);
    expect(tokensIn + tokensOut).toBe(9_786_349);
  });

  it('take the same tools in every form', () => {
    const tools = (path: string, sayToo = true) =>
      readFixture(path)
        .cases.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(one => one.steps.map(step => step.tool).filter(tool => sayToo || tool !== 'say'));
    const raw = tools('raw/tau2-bench/gpt-4.1_retail_40.json');
    expect(tools('csv/tau2_retail_40.csv')).toEqual(raw);
    expect(tools('xes/tau2_retail_40.xes')).toEqual(raw);
    expect(tools('otlp/tau2_retail_40.genai.jsonl', false)).toEqual(
      tools('raw/tau2-bench/gpt-4.1_retail_40.json', false),
    );
  });
});

describe('the sets of runs', () => {
  it.each([
    ['tau1_airline_gpt4o', 200, 84, 2454, 'estimated'],
    ['tau2_sierra_gpt41', 140, 82, 2202, 'exact'],
    ['tau2_sierra_sft', 140, 111, 2571, 'exact'],
    ['tau2_toolorchestra', 164, 124, 2208, 'estimated'],
    ['tau2_airline_5models', 244, 156, 3332, 'exact'],
    ['tau2_airline_gptoss120b', 50, 19, 1104, 'estimated'],
    ['moatless_0609_gpt4o', 300, 70, 2002, 'none'],
    ['moatless_0617_gpt4o', 300, 74, 3074, 'none'],
    ['moatless_0623_sonnet35', 291, 80, 2744, 'exact'],
    ['moatless_1117_sonnet35', 271, 110, 2572, 'exact'],
    ['mini_deepseek_lite', 99, 61, 7924, 'exact'],
    ['intercode_bash_gpt35', 147, 67, 921, 'estimated'],
    ['intercode_bash_gpt4', 200, 97, 1176, 'estimated'],
    ['intercode_ctf_gpt4', 93, 37, 634, 'estimated'],
    ['intercode_sql_gpt4', 1034, 762, 5867, 'estimated'],
    ['intercode_sql_gpt35', 1034, 489, 7499, 'estimated'],
    ['intercode_sql_vicuna', 1033, 65, 9812, 'estimated'],
  ])('are whole: %s', (set, runs, succeeded, steps, tokens) => {
    const { cases, skippedCount, found } = readFixture(`runs/${set}.jsonl`);
    expect(found).toMatchObject([{ file: `runs/${set}.jsonl`, format: 'runs', cases: runs, steps }]);
    expect(cases.filter(one => one.outcome === 'succeeded')).toHaveLength(succeeded);
    expect(new Set(cases.map(one => one.tokens))).toEqual(new Set([tokens]));
    expect(skippedCount).toBe(0);
  });

  it('keep their recorded digests', () => {
    const [{ steps, labels }] = readFixture('runs/tau1_airline_gpt4o.jsonl').cases;
    expect(steps[2]).toMatchObject({
      ...{
        tool: 'get_user_details',
        state: 'IDENTIFY',
        args: '{"user_id":"mia_li_3668"}',
        argsHash: 'be671ec6',
      },
      ...{ result: null, resultHash: 'd09fb7b9', failed: false, tokensIn: 1751, at: null },
    });
    expect(labels).toEqual({ set: 'tau1_airline_gpt4o', task: '0', model: 'gpt-4o' });
  });
});

describe('other real logs', () => {
  it('pair the beginning and the end of an activity', () => {
    const { cases, found } = readFixture('csv/patients.csv');
    expect(found).toMatchObject([{ format: 'event table', cases: 500, steps: 2721 }]);
    const first = cases.find(one => one.id === '1');
    expect(first?.steps[0]).toMatchObject({
      tool: 'Registration',
      agent: 'r1',
      at: Date.UTC(2017, 0, 2, 11, 41, 53),
    });
    expect(cases.every(one => one.steps.every(step => step.until !== null && step.at !== null))).toBe(true);
    expect(cases.every(one => one.outcome === null && one.tokens === 'none')).toBe(true);
  });

  it('hold 60 runs of tau-bench, of which 12 are solved', () => {
    const { cases } = readFixture('raw/tau-bench/gpt-4o-airline_tasks0-14x4.json');
    expect(cases).toHaveLength(60);
    expect(cases.filter(one => one.outcome === 'succeeded')).toHaveLength(12);
  });

  it('hold 50 runs of tau2-bench whose messages have no time of their own', () => {
    expect(readFixture('raw/tau2-bench/toolorchestra_airline_50.json').cases).toHaveLength(50);
  });
});
