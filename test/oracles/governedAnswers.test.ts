import { afterEach, expect, it } from 'vitest';
import type { GovernedDecision } from '../../src/engine/models/governed/reports/governedDocumentSchema.ts';
import { finish, openMissions, reason, search } from '../engine/models/governed/mission.ts';
import { checkedMissions, oracleOf, playThrough } from './missions.ts';
import { Mortal } from './rightly.ts';
import { setupOf } from './world.ts';

const mortals: Mortal[] = [];
afterEach(() => Promise.all(mortals.splice(0).map(mortal => mortal.stop())));

/** Turns the direction of writing round, rings, ends a string in C, hides. */
const CONTROLS = '\u202eevol\u202c\u2066x\u2069\u0007\u0000\u200b\u001b[31m';
const SEARCH = search('architecture');

/** Replies of a server that ignores schemas, and their consequences. */
const ANSWERS: readonly (readonly [said: string, became: Partial<GovernedDecision>])[] = [
  ['I would search for the architecture.', { kind: 'unreadable', refused: 'no JSON object in it' }],
  [`\`\`\`json\n${SEARCH}\n\`\`\``, { kind: 'tool', mended: ['taken out of a fence'] }],
  [`Sure! ${SEARCH} Anything else?`, { kind: 'tool', mended: ['taken out of what stood around it'] }],
  [SEARCH.slice(0, -2), { kind: 'tool', mended: ['its JSON was repaired'] }],
  [SEARCH.replaceAll('"', "'"), { kind: 'tool', mended: ['its JSON was repaired'] }],
  [
    `{"note":1} ${finish('second')} ${SEARCH}`,
    { kind: 'finish', mended: ['taken out of what stood around it', 'object 2 of 3'] },
  ],
  ['', { kind: 'unreadable', source: 'fallback', refused: 'an empty answer', answer: null }],
  [' \n\t', { kind: 'unreadable', source: 'fallback', refused: 'an empty answer', answer: null }],
  [
    finish('x'.repeat(300_000)),
    { kind: 'unanswered', source: 'fallback', refused: 'the reply is longer than 256 kB', answer: null },
  ],
  [finish('x'.repeat(100_000)), { kind: 'finish', mended: ['its JSON was repaired'] }],
  ['{'.repeat(50_000), { kind: 'unreadable', refused: 'brackets more than 64 deep' }],
  ['[1, 2]', { kind: 'unreadable', refused: 'no JSON object in it' }],
  ['"finish"', { kind: 'unreadable', refused: 'no JSON object in it' }],
  [finish(CONTROLS), { kind: 'finish', mended: [] }],
  [`${CONTROLS}${finish(CONTROLS)}`, { kind: 'finish', mended: ['taken out of what stood around it'] }],
  [search(CONTROLS), { kind: 'tool', mended: [] }],
  [`<think>${SEARCH} perhaps?</think>${reason()}`, { kind: 'reason', mended: [] }],
  ['<think>I wonder', { kind: 'unreadable', source: 'fallback', refused: 'only thinking, no answer' }],
  [finish('\ud800'), { kind: 'unreadable', refused: 'a finish that says nothing' }],
  ['{"__proto__":{"action":"finish"}}', { kind: 'unreadable', refused: 'it names no action' }],
  ['{"action":"tool","tool":"shell","args":{}}', { kind: 'tool', refused: 'there is no tool "shell"' }],
];

it('any reply of a server is read or is a failed decision, and every mission ends', async () => {
  const saidTo = (prompt: string) => ANSWERS[Number(/mission (\d+)!/.exec(prompt)![1])][0];
  const mortal = await new Mortal(({ prompt }) => saidTo(prompt)).start();
  mortals.push(mortal);
  const goals = ANSWERS.map((_, i) => `This is mission ${i}!`);
  const setup = setupOf([mortal.url], { form: 'auto' });
  const run = await openMissions({
    goals,
    setup: { oracle: setup },
    parameters: { active: goals.length, step_limit: 6 },
  });
  await playThrough(run, oracleOf(run, setup));
  expect(run.state.isOver).toBe(true);
  const { decisions, agents, calls } = await checkedMissions(run, goals);
  const first = decisions.filter(({ step, tick }) => step === 1 && tick === 1);
  expect(first).toHaveLength(ANSWERS.length);
  for (const [i, [said, became]] of ANSWERS.entries()) {
    const { answer } = first[i];
    expect(first[i], said.slice(0, 60)).toMatchObject({ source: 'ollama', ...became });
    // The kept part of an answer can be shown, and is no longer than its tokens allow.
    expect((answer ?? '').length).toBeLessThanOrEqual(16 * 400);
    expect(answer ?? '').not.toMatch(/[^\P{Cc}\n\t]|\p{Cs}/u);
  }
  // The reading of an answer is one line that can be shown as it stands.
  const made = [...agents.map(({ final }) => final ?? ''), ...agents.map(({ summary }) => summary ?? '')];
  for (const text of made) expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  expect(calls.every(({ tool }) => tool === 'context.fts_search' || tool === 'finish')).toBe(true);
  expect(agents[5].final).toBe('second');
});
