import { describe, expect, it } from 'vitest';
import { calls, caseFiles, json, readCase, reversed, tokens } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

const dollars = ({ steps }: { readonly steps: readonly { readonly usd: number | null }[] }) =>
  steps.map(({ usd }) => usd);

describe('trajectories of mini-swe-agent 1', () => {
  const PATH = 'demo__demo-3.traj.json';

  it('have the command between fences as a step, and the cost of the whole on the first', () => {
    const { cases, skipped } = readCase('a05-mini-swe-agent-1', PATH);
    expect(cases.map(calls)).toEqual([
      [
        ['ls', false],
        ['cat', true],
        ['echo', null],
      ],
    ]);
    expect(tokens(cases)).toEqual([450, 31]);
    expect(dollars(cases[0]!)).toEqual([0.05, null, null]);
    expect(skipped).toEqual([]);
  });

  it('have a message as step where an answer has no command, or several', () => {
    const answer = (content: string) => ({ role: 'assistant', content });
    const fence = '```bash\nls\n```';
    const messages = [answer('hm'), answer(`${fence}\n${fence}`), answer(fence)];
    const { cases } = readFiles({ a: json({ trajectory_format: 'mini-swe-agent-1', messages }) });
    expect(calls(cases[0]!).map(([tool]) => tool)).toEqual(['say', 'say', 'ls']);
  });
});

describe('trajectories of SWE-agent', () => {
  it('give tokens and cost of the whole, which are the first step’s', () => {
    const { cases } = readCase('a04-swe-agent', 'demo__demo-2.traj');
    expect(calls(cases[0]!).map(([tool]) => tool)).toEqual(['ls', 'cat', 'submit']);
    expect(tokens(cases)).toEqual([9_000, 300]);
    expect(dollars(cases[0]!)).toEqual([0.42, null, null]);
    expect(cases[0]!.end).toBe('submitted');
  });

  it('are the same cases whatever the order of files', () => {
    const [traj] = Object.values(caseFiles('a04-swe-agent'));
    const files = { 'b/x.traj': traj!, 'a/x.traj': traj! };
    expect(readFiles(files).cases).toEqual(readFiles(reversed(files)).cases);
  });

  it('without a step are reported in one line', () => {
    const { skipped } = readFiles({ 'x.traj': '{"trajectory": [], "info": {"model_stats": {}}}' });
    expect(skipped).toHaveLength(1);
  });
});
