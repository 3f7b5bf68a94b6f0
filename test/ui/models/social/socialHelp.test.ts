import { expect, it } from 'vitest';
import { SOCIAL_HELP } from '../../../../src/ui/models/social/socialHelp.ts';

it('Help has the equations that the run follows: those of moods in a chart with moods alone', () => {
  const titlesOf = (parameters: { readonly moods: boolean } | null) =>
    SOCIAL_HELP.describeLanguage?.(parameters).examples.map(({ title }) => title) ?? [];
  expect(titlesOf({ moods: false }).length).toBeGreaterThan(4);
  expect(titlesOf({ moods: true })).toEqual([...titlesOf({ moods: false }), 'Moods, in a chart with them']);
  expect(titlesOf(null)).toEqual(titlesOf({ moods: true }));
});
