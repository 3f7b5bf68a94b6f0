import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkChartText } from '../../../../src/engine/models/chart/editing/checkChartText.ts';
import type { RemoteEngine } from '../../../../src/ui/contract/remoteEngine.ts';
import { CHART_TEXT } from '../../../../src/ui/models/chart/chartText.ts';

const SOCIETY = readFileSync('public/charts/society.scxml', 'utf8');
const engine = {
  query: async (_: string, text: string) => checkChartText(text),
} as unknown as RemoteEngine;

it('a question of a state that has other words is a prompt that the built-in policy does not read', async () => {
  const unread = (after: string) => CHART_TEXT.unreadPrompts!(engine, SOCIETY, after);
  expect(await unread(SOCIETY.replace('the old harbour', 'the new bridge'))).toEqual(['evaluating']);
  expect(await unread(SOCIETY.replace(/ sc:asks="[^"]*"/, ''))).toEqual([]);
  expect(await unread(SOCIETY.replace('sc:timeout="3"', 'sc:timeout="4"'))).toEqual([]);
});
