import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createGuard, type Guard } from '../../../src/engine/guard/index.ts';

const FOLDER = new URL('../../../examples/guard-policies/', import.meta.url);
const open = (name: string): Guard =>
  createGuard(JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')), 'session');

/** Decisions about calls of these tools, one after the other, each with other arguments; allowed ones are carried out. */
function decide(guard: Guard, ...tools: readonly string[]): readonly string[] {
  return tools.map((tool, i) => {
    const call = { tool, args: `${guard.report().steps} ${i}` };
    const { action } = guard.before(call);
    if (action === 'allow' || action === 'advise') guard.after(call, { output: `${i}` });
    return action;
  });
}

describe('the example policies', () => {
  it('are the three that the documentation names', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(['code-review.json', 'mathematics.json', 'search.json']);
    const page = readFileSync(new URL('../../../docs/guard.md', import.meta.url), 'utf8');
    for (const file of readdirSync(FOLDER)) expect(page).toContain(file.replace('.json', ''));
  });

  it('name their schema, by which editors check them', () => {
    for (const file of readdirSync(FOLDER)) {
      const { $schema } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
      expect(readFileSync(new URL($schema, FOLDER), 'utf8')).toContain('statescope-guard');
    }
  });

  it('let a review be decided after a comment, and files be changed after the decision', () => {
    const guard = open('code-review');
    expect(decide(guard, 'get_diff', 'Edit', 'approve', 'add_comment', 'approve', 'Edit')).toEqual([
      ...['allow', 'refuse', 'refuse', 'allow', 'allow', 'allow'],
    ]);
    expect(guard.state()).toContain('Current Phase: fixing');
  });

  it('let a search be answered once something was read, and end it where nothing is read', () => {
    expect(decide(open('search'), 'web_search', 'answer', 'fetch', 'answer')).toEqual([
      ...['allow', 'refuse', 'allow', 'allow'],
    ]);
    const guard = open('search');
    decide(guard, ...Array.from({ length: 7 }, () => 'think'));
    expect(guard.state()).toContain('Answer now with what you have found');
    expect(decide(guard, 'web_search', 'answer')).toEqual(['refuse', 'allow']);
  });

  it('let a result be given once it was checked, and ask for the check after long computing', () => {
    expect(decide(open('mathematics'), 'python', 'submit_answer', 'verify', 'submit_answer')).toEqual([
      ...['allow', 'refuse', 'allow', 'allow'],
    ]);
    const guard = open('mathematics');
    decide(guard, ...Array.from({ length: 14 }, () => 'think'));
    expect(decide(guard, 'python', 'verify', 'answer')).toEqual(['refuse', 'allow', 'allow']);
  });
});
