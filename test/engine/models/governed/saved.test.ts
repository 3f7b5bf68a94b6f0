import { describe, expect, it } from 'vitest';
import { buildRunFrame } from '../../../../src/engine/run/runFrame.ts';
import { IS_LONG } from '../../../runs.ts';
import { documentText } from '../../play.ts';
import { type Given, openMissions, playOut, Script, said, search } from './mission.ts';

/** The run that was saved after `tick`, over JSON, played on in a new one. */
async function resumedAt(tick: number, given: Given) {
  const first = await playOut(await openMissions(given), undefined, tick);
  const text = JSON.stringify(first.save());
  const second = await openMissions(given);
  second.restore(JSON.parse(text));
  expect(second.hash).toBe(first.hash);
  expect(JSON.stringify(second.save())).toBe(text);
  return playOut(second);
}

describe('a run that is saved and restored', () => {
  const cases: readonly (readonly [string, Given])[] = [
    ['what is bundled', {}],
    ['without governance', { parameters: { governance: false } }],
    ['with second chances', { parameters: { second_chances: 2 } }],
    ['with three under way', { parameters: { active: 3, history_depth: 4 }, setup: { seed: 11 } }],
  ];
  it.each(cases)('continues to the same hash and document: %s', async (_, given) => {
    const whole = await playOut(await openMissions(given));
    const document = documentText(whole);
    const ticks = IS_LONG ? [0, 1, 4, 9, whole.tick - 1, whole.tick] : [0, 4, whole.tick - 1];
    for (const tick of ticks) {
      const resumed = await resumedAt(tick, given);
      expect(resumed.hash).toBe(whole.hash);
      expect(documentText(resumed)).toBe(document);
      expect(buildRunFrame(resumed, 1, 0)).toEqual(buildRunFrame(whole, 1, 0));
    }
  });

  it('keeps the details of a model’s answers', async () => {
    const evidence = {
      model: 'm',
      promptVersion: 2,
      raw: 'x',
      milliseconds: 12.5,
      tokensIn: 3,
      tokensOut: 4,
    };
    const oracle = new Script({ ...said(search('a')), evidence });
    const first = await playOut(await openMissions({ goals: ['One'] }), oracle, 2);
    const second = await openMissions({ goals: ['One'] });
    second.restore(JSON.parse(JSON.stringify(first.save())));
    expect(documentText(second)).toBe(documentText(first));
    expect(documentText(second)).toContain('"milliseconds":12.5');
  });

  it('has each step in its place, whatever row it says', async () => {
    const first = await playOut(await openMissions({ goals: ['One'] }), undefined, 6);
    const saved = JSON.parse(JSON.stringify(first.save()));
    const changed = structuredClone(saved);
    changed.model.book.steps[1].row = 1_000;
    const second = await openMissions({ goals: ['One'] });
    second.restore(changed);
    expect(JSON.parse(JSON.stringify(second.save()))).toEqual(saved);
  });
});
