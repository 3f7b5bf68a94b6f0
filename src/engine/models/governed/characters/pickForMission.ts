import type { CharacterView } from './characterView.ts';

/** Purposes of a mission's draws; the numbers are part of every run's answers. */
export const DRAW = {
  turn: 0,
  style: 1,
  claims: 2,
  twice: 3,
  startsThinking: 4,
  thinksTwice: 5,
  wording: 6,
  other: 7,
  tool: 8,
  musing: 9,
  length: 10,
  checks: 11,
  reads: 12,
} as const;

/** One of a list: drawn for the mission, then the next one with each step. */
export function pickForMission<T>(view: CharacterView, purpose: number, list: readonly T[], step = 0): T {
  return list[(Math.floor(view.draw(purpose) * list.length) + step) % list.length];
}
