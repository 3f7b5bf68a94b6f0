import type { Tick } from '../../../core/indices.ts';
import type { SocialParameters } from '../socialParameters.ts';
import { HOURLY } from './archetypes.ts';

/** Seconds. */
const DAY = 86_400;

/** Purpose of the session stream's draw. */
export const SESSION_START = 0;

/** Factor from an agent's sessions a day to the chance that one begins in a tick. */
export const computeStartScale = (tick: Tick, parameters: SocialParameters, tickSeconds: number): number =>
  parameters.activity * ((computeHourFactor(tick, parameters, tickSeconds) * tickSeconds) / DAY);

/** Likelihood of a session in the hour of a tick compared to the daily average. */
export const computeHourFactor = (tick: Tick, parameters: SocialParameters, tickSeconds: number): number =>
  HOURLY[getHourOfDay(tick, parameters, tickSeconds)];

/** Hour of the simulated day, 0 to 23. */
function getHourOfDay(tick: Tick, parameters: SocialParameters, tickSeconds: number): number {
  const second = (parameters.start_hour * 3600 + tick * tickSeconds) % DAY;
  return Math.floor((second < 0 ? second + DAY : second) / 3600);
}
