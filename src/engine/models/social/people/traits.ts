import type { Random } from '../../../core/random.ts';
import type { Archetype } from './archetypes.ts';
import { SPREAD } from './archetypeTable.ts';
import { checkEngagement } from './person.ts';

/** What an archetype and an agent's own chances make of it, as the columns hold it. */
export interface Traits {
  readonly like: number;
  readonly reply: number;
  readonly reshare: number;
  /** Own posts per scrolling tick before the parameter `posting`. */
  readonly ownPostRate: number;
  readonly sessionsPerDay: number;
  /** 0 to 1. */
  readonly engagementThreshold: number;
  /** Ticks. */
  readonly timeout: number;
  /** Ticks: least and most. */
  readonly session: Archetype['session'];
}

/** Purposes of the profile stream's draws. */
interface Purposes {
  readonly rates: number;
  readonly thresholds: number;
}

/** Attributes vary by ± 40 % (rates) and ± SPREAD (thresholds) within an archetype; an agent's chances are the same in each. */
export function drawTraits(random: Random, agent: number, kind: Archetype, draw: Purposes): Traits {
  const engaged = 0.6 + 0.8 * random.unit(agent, 0, draw.rates);
  const active = 0.6 + 0.8 * random.second();
  const threshold = kind.engagementThreshold + 2 * SPREAD * (random.unit(agent, 0, draw.thresholds) - 0.5);
  return {
    like: Math.fround(kind.like * engaged),
    reply: Math.fround(kind.reply * engaged),
    reshare: Math.fround(kind.reshare * engaged),
    ownPostRate: Math.fround(kind.post * active),
    sessionsPerDay: Math.fround(kind.sessionsPerDay * active),
    engagementThreshold: Math.fround(checkEngagement(agent, threshold)),
    timeout: kind.timeout + Math.floor(random.second() * 3) - 1,
    session: kind.session,
  };
}
