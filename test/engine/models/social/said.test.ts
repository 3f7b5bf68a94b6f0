import { describe, expect, it } from 'vitest';
import type { SocialDetail } from '../../../../src/engine/models/social/reports/socialDetail.ts';
import type { SocialDocument } from '../../../../src/engine/models/social/reports/socialRecord.ts';
import { socialDocumentSchema } from '../../../../src/engine/models/social/reports/socialRecord.ts';
import { PROMPT_VERSION } from '../../../../src/engine/oracle/formats/choicePrompt.ts';
import type { Answer, Question } from '../../../../src/engine/oracle/oracle.ts';
import { documentText, open, playTo, Scripted, social } from '../../play.ts';
import { getReports } from '../../reports.ts';

const busy = {
  network: 'small-world',
  agents: 40,
  parameters: { warm_up: 30, activity: 20, posting: 20, attention: 0 },
} as const;
const evidence = {
  model: 'm:1b',
  promptVersion: PROMPT_VERSION,
  form: 'json',
  raw: '{"action": "reply"}',
  tokensIn: 200,
  tokensOut: 11,
  milliseconds: 250,
  tries: 2,
} as const;

const played = async (answer: (q: Question) => Answer, rounds = 30) =>
  playTo(await open(busy), rounds, new Scripted(answer));
const documentOf = (run: Awaited<ReturnType<typeof open>>): SocialDocument =>
  socialDocumentSchema.parse(JSON.parse(documentText(run)));
const answered = ({ decisions }: SocialDocument) => decisions.filter(d => d.tick > 0);

describe('the answer of a model', () => {
  it('stands next to its decision, and measured times stand elsewhere', async () => {
    const run = await played(() => ({
      kind: 'chosen',
      option: 2,
      source: 'ollama',
      text: 'Is it?',
      evidence,
    }));
    const document = documentOf(run);
    const { model, promptVersion, raw } = evidence;
    for (const decision of answered(document))
      expect(decision).toMatchObject({
        source: 'ollama',
        action: 'reply',
        model,
        prompt_version: promptVersion,
        form: 'json',
        raw,
        text: 'Is it?',
      });
    expect(document.measurements.length).toBe(answered(document).length);
    expect(document.measurements[0]).toMatchObject({
      milliseconds: 250,
      tokens_in: 200,
      tokens_out: 11,
      tokens_per_second: 844,
      tries: 2,
    });
  });

  it('gives replies their text, and nothing else does', async () => {
    const run = await played(({ agent }) => ({
      kind: 'chosen',
      option: 2,
      source: 'ollama',
      text: `I am ${agent}.`,
    }));
    const { posts } = documentOf(run);
    const written = posts.filter(p => p.kind === 'reply' && /^I am \d+\.$/.test(p.text));
    expect(written.length).toBeGreaterThan(20);
    for (const { author_id, text } of written)
      expect(author_id).toMatch(new RegExp(`0*${Number.parseInt(text.slice(5), 10) + 1}$`));
    expect(posts.filter(p => p.kind === 'original' && p.text.startsWith('I am ')).length).toBe(0);
  });

  it('is not in the hash', async () => {
    const plain = await played(({ agent }) => ({ kind: 'chosen', option: agent % 3, source: 'ollama' }));
    const rich = await played(({ agent }) => ({
      kind: 'chosen',
      option: agent % 3,
      source: 'openai',
      text: 'x',
      probabilities: [1, 0, 0, 0],
      evidence,
    }));
    expect(rich.hash).toBe(plain.hash);
  });

  it('is saved when it could not be used, with the reason', async () => {
    const run = await played(() => ({ kind: 'unusable', reason: 'not one JSON object', evidence }));
    for (const decision of answered(documentOf(run)))
      expect(decision).toMatchObject({
        source: 'fallback',
        next_state: 'scrolling',
        reason: 'not one JSON object',
        raw: evidence.raw,
      });
  });

  it('is shown by the inspector with the prompt as it was sent', async () => {
    const prompts = new Map<string, string>();
    const run = await played(q => {
      if (q.kind === 'choice') prompts.set(`${q.tick} ${q.agent}`, q.situation);
      return { kind: 'chosen', option: 1, source: 'ollama', evidence };
    });
    const state = social(run);
    const agent = state.decisions.agent.data[state.decisions.count - 1];
    const { questions } = getReports(run).detail(agent) as SocialDetail;
    const [line] = questions;
    expect(line.answer).toMatchObject({ model: 'm:1b', raw: evidence.raw, tokensIn: 200, milliseconds: 250 });
    expect(line.prompt).toContain('Options (next_state/action):');
    expect(line.prompt?.endsWith(prompts.get(`${line.tick} ${agent}`)!)).toBe(true);
    expect(line.probabilities).toBeNull();
    expect(line.policy.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  });

  it('is shown without a prompt if an earlier version of the prompt was used', async () => {
    const run = await played(() => ({
      kind: 'chosen',
      option: 1,
      source: 'ollama',
      evidence: { ...evidence, promptVersion: PROMPT_VERSION - 1 },
    }));
    const { decisions } = social(run);
    const detail = getReports(run).detail(decisions.agent.data[decisions.count - 1]) as SocialDetail;
    expect(detail.questions[0].prompt).toBeNull();
  });

  it('can be asked again, the latest first; the policy’s answers cannot', async () => {
    const run = await played(({ agent }) =>
      agent % 2 === 0
        ? { kind: 'chosen', option: 1, source: 'ollama', evidence }
        : { kind: 'chosen', option: 1, source: 'policy' },
    );
    const again = run.state.answered?.(10) ?? [];
    expect(again.length).toBe(10);
    expect(again.every(q => q.agent % 2 === 0)).toBe(true);
    expect(again[0].tick).toBeGreaterThanOrEqual(again[9].tick);
  });
});
