import type { Interval } from '../../engine/statistics/intervals/interval.ts';
import type { WorldsQuestion } from '../contract/pageCommands.ts';
import type { Lesson } from '../state/screenState.ts';

/** One set-up of a scenario, with its worlds by number, from 1. */
export interface ScenarioArm {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** The same for the secondary outcomes of the finding. */
  readonly beside: readonly (readonly (number | null)[])[];
}

/** A question, a run that it is about, and what its worlds or its cases came to. */
export interface Scenario {
  readonly id: string;
  readonly question: string;
  /** The played set-up, in a sentence. */
  readonly setting: string;
  /** Questions for a student, about a run of their own. */
  readonly tasks: readonly string[];
  /** The run's permalink, from `?` on, and the 64 hexadecimal digits that it comes to. */
  readonly address: string;
  readonly hash: string;
  readonly rounds: number;
  /** Null for a recording, which is the same in every world. */
  readonly asks: WorldsQuestion | null;
  /** Null without worlds. */
  readonly outcome: { readonly name: string; readonly label: string; readonly unit: string } | null;
  readonly finding: string;
  /** Of 95 %: for the mean or, of two set-ups, for the mean difference, of more that of the greatest step; null for none: all worlds are equal, or there are none. */
  readonly interval: Interval | null;
  /** The run's own outcome; null for two set-ups. */
  readonly here: number | null;
  readonly arms: readonly ScenarioArm[];
  /** Hashes of the first worlds of each set-up, in its order. */
  readonly hashes: readonly (readonly string[])[];
}

/** Name of the model that a scenario is about. */
export const getScenarioModel = ({ address }: Scenario): string =>
  new URLSearchParams(address).get('model') ?? '';

/** A scenario as the page remembers it while its run is on the screen. */
export const createLesson = (scenario: Scenario): Lesson => ({
  id: scenario.id,
  question: scenario.question,
  model: getScenarioModel(scenario),
});

/** The scenarios, as `scenarios.json` holds them. */
export interface ScenarioLibrary {
  readonly engine: string;
  readonly scenarios: readonly Scenario[];
}

/** @throws Error if they cannot be fetched */
export async function loadScenarios(): Promise<ScenarioLibrary> {
  const response = await fetch('scenarios.json');
  if (!response.ok) throw new Error(`The scenarios cannot be loaded: ${response.status}.`);
  return response.json();
}
