import { describe, expect, it } from 'vitest';
import type { Inks } from '../../../../src/ui/charts/inks.ts';
import { createInksForStates } from '../../../../src/ui/views/compare/lanes.ts';

const INKS = {
  ...{ bg: '', ink: '', ink2: '', ink3: 'grey', hair: '', hairStrong: '', hover: '', link: '', font: '' },
  states: ['blue', 'violet', 'red'],
  palette: ['blue', 'yellow', 'violet', 'red'],
} satisfies Inks;
const OWN = ['talk', 'lookup', 'act'];

describe('the colours of another run’s states', () => {
  it('are those of the states of the same name, whatever their order', () => {
    expect(createInksForStates(INKS, OWN, ['act', 'talk', 'lookup']).states).toEqual([
      'red',
      'blue',
      'violet',
    ]);
    expect(createInksForStates(INKS, OWN, OWN)).toEqual(INKS);
  });

  it('are free ones for states that the run on the screen lacks, and grey where none is left', () => {
    expect(createInksForStates(INKS, OWN, ['identify', 'lookup', 'hand off']).states).toEqual([
      'yellow',
      'violet',
      'grey',
    ]);
  });
});
