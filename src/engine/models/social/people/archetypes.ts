/** Six kinds of people; docs/social.md has the table and the reasons. */
export interface Archetype {
  readonly name: string;
  /** Of all agents for creators, relative to one another for the rest. */
  readonly share: number;
  readonly sessionsPerDay: number;
  /** Ticks of a session: least and most. */
  readonly session: readonly [min: number, max: number];
  readonly engagementThreshold: number;
  readonly like: number;
  readonly reply: number;
  readonly reshare: number;
  /** Own posts per scrolling tick. */
  readonly post: number;
  /** Timeout threshold in ticks; an agent's own is up to one more or less. */
  readonly timeout: number;
  /** Most transitions in an agent's own history. */
  readonly history: number;
}

/** More than the run's own limit, which so decides unless an archetype is given less. */
export const MAX_ARCHETYPE_HISTORY = 1000;

const createArchetype = (
  name: string,
  share: number,
  sessionsPerDay: number,
  session: readonly [number, number],
  engagementThreshold: number,
  rates: readonly [like: number, reply: number, reshare: number, post: number],
  timeout: number,
): Archetype => {
  const [like, reply, reshare, post] = rates;
  const history = MAX_ARCHETYPE_HISTORY;
  return {
    ...{ name, share, sessionsPerDay, session, engagementThreshold },
    ...{ like, reply, reshare, post, timeout, history },
  };
};

/** The archetypes by default: the last, creator, goes to the most followed agents; the others are drawn by share. */
export const ARCHETYPES: readonly Archetype[] = [
  createArchetype('lurker', 0.5, 3, [2, 14], 0.5, [0.06, 0.004, 0.01, 0.0002], 4),
  createArchetype('casual', 0.26, 4, [2, 16], 0.42, [0.22, 0.02, 0.04, 0.0015], 4),
  createArchetype('enthusiast', 0.12, 6, [4, 24], 0.35, [0.4, 0.04, 0.09, 0.003], 5),
  createArchetype('debater', 0.06, 6, [4, 24], 0.35, [0.12, 0.2, 0.06, 0.004], 5),
  createArchetype('amplifier', 0.04, 8, [4, 30], 0.3, [0.25, 0.03, 0.3, 0.004], 6),
  createArchetype('creator', 0.02, 6, [4, 20], 0.45, [0.2, 0.08, 0.06, 0.03], 6),
];
/** Index of the creator among the archetypes. */
export const CREATOR = ARCHETYPES.length - 1;

/** Relative activity by hour of the day; mean 1. */
const HOURS = [
  0.5, 0.3, 0.2, 0.15, 0.15, 0.25, 0.5, 0.8, 1, 1.05, 1.1, 1.15, 1.3, 1.25, 1.15, 1.1, 1.15, 1.25, 1.4, 1.6,
  1.75, 1.7, 1.4, 0.9,
];
const MEAN = HOURS.reduce((sum, h) => sum + h, 0) / HOURS.length;
/** Factor on activity, by hour of the simulated day (0 to 23); mean 1. */
export const HOURLY: readonly number[] = HOURS.map(h => h / MEAN);
