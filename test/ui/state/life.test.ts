import { describe, expect, it } from 'vitest';
import {
  getLifePhase,
  isEngineDead,
  LIFE,
  type LifeEvent,
  type LifeName,
  reduceLife,
} from '../../../src/ui/state/life.ts';

const EVENTS = [
  'open',
  'opened',
  'refused',
  'play',
  'runTo',
  'await',
  'ended',
  'pause',
  'ask',
  'stay',
  'leave',
  'died',
] as const satisfies readonly LifeEvent[];

/** Every edge, written out by hand: the table is right when both say the same. */
const EDGES: readonly (readonly [from: LifeName, event: LifeEvent, to: LifeName, why: string])[] = [
  ['empty', 'open', 'opening', 'the first run is made'],
  ['empty', 'opened', 'paused', 'a run is put there'],
  ['empty', 'died', 'lost', 'there is no engine to make one'],
  ['opening', 'open', 'opening', 'another one is wanted instead'],
  ['opening', 'opened', 'paused', 'the first run is there'],
  ['opening', 'refused', 'empty', 'there is still none'],
  ['opening', 'died', 'lost', 'nobody makes it any more'],
  ['paused', 'open', 'reopening', 'it stays until the other is there'],
  ['paused', 'opened', 'paused', 'another run is put in its place'],
  ['paused', 'play', 'playing', 'Play'],
  ['paused', 'runTo', 'running', 'the address wants rounds'],
  ['paused', 'await', 'awaiting', 'Step asks a model'],
  ['paused', 'ask', 'asking', 'its answers would be lost'],
  ['paused', 'leave', 'leaving', 'the page is loaded again'],
  ['paused', 'died', 'dead', 'what is on the screen stays'],
  ['playing', 'ended', 'paused', 'nothing more can happen'],
  ['playing', 'pause', 'paused', 'Pause'],
  ['playing', 'died', 'dead', 'in mid-run'],
  ['running', 'ended', 'paused', 'the round is there'],
  ['running', 'pause', 'paused', 'Pause on the way'],
  ['running', 'died', 'dead', 'on the way'],
  ['awaiting', 'ended', 'paused', 'the round is sealed'],
  ['awaiting', 'pause', 'paused', 'Pause while a model thinks'],
  ['awaiting', 'died', 'dead', 'while a model thinks'],
  ['reopening', 'open', 'reopening', 'a third one is wanted instead'],
  ['reopening', 'opened', 'paused', 'the other is there'],
  ['reopening', 'refused', 'paused', 'the one before stays'],
  ['reopening', 'died', 'dead', 'the one before stays on the screen'],
  ['asking', 'ask', 'asking', 'something else is wanted'],
  ['asking', 'stay', 'paused', 'Keep this run'],
  ['asking', 'open', 'reopening', 'Start without them'],
  ['asking', 'died', 'dead', 'while the user thinks'],
  ['leaving', 'stay', 'paused', 'it could not be saved'],
  ['leaving', 'died', 'dead', 'while it is being saved'],
  ['dead', 'open', 'reviving', 'Reset'],
  ['reviving', 'open', 'reviving', 'Reset, again'],
  ['reviving', 'opened', 'paused', 'it stands again'],
  ['reviving', 'refused', 'dead', 'it cannot be made again'],
  ['reviving', 'died', 'dead', 'the other engine has died too'],
  ['lost', 'open', 'restarting', 'Reset'],
  ['restarting', 'open', 'restarting', 'Reset, again'],
  ['restarting', 'opened', 'paused', 'the first run is there at last'],
  ['restarting', 'refused', 'lost', 'there is still none'],
  ['restarting', 'died', 'lost', 'the other engine has died too'],
];
const names = Object.keys(LIFE) as LifeName[];

describe('the life of a run', () => {
  it.each(EDGES)('from %s by “%s” becomes %s: %s', (from, event, to) => {
    expect(reduceLife({ name: from, stay: 7 }, event)).toEqual({ name: to, stay: 8 });
  });

  it('has no other edge: all other events come too late, and the stay continues', () => {
    const known = new Set(EDGES.map(([from, event]) => `${from} ${event}`));
    for (const name of names)
      for (const event of EVENTS) {
        const life = { name, stay: 7 };
        if (!known.has(`${name} ${event}`)) expect(reduceLife(life, event), `${name} ${event}`).toBe(life);
      }
    const inTable = names.flatMap(name => Object.keys(LIFE[name]).map(event => `${name} ${event}`));
    expect(inTable.toSorted()).toEqual([...known].toSorted());
  });

  it('has no end: from everywhere a run can be opened', () => {
    for (const start of names) {
      const reached = new Set([start]);
      for (const name of reached) for (const next of Object.values(LIFE[name])) reached.add(next);
      expect(reached.has('paused'), start).toBe(true);
    }
  });

  it('shows three phases', () => {
    const inPhase = (phase: string) => names.filter(name => getLifePhase({ name, stay: 0 }) === phase);
    expect(inPhase('opening')).toEqual(['empty', 'opening', 'reopening', 'reviving', 'restarting']);
    expect(inPhase('playing')).toEqual(['playing', 'running', 'awaiting']);
    expect(inPhase('paused')).toEqual(['paused', 'asking', 'leaving', 'dead', 'lost']);
    expect(names.filter(name => isEngineDead({ name, stay: 0 }))).toEqual(['dead', 'lost']);
  });
});
