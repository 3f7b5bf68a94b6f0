import type { ModelSetup } from '../engine/config.ts';
import type { ServerReport } from '../engine/oracleReport.ts';
import type { AskModel } from './ask.ts';
import type { Environment } from './environment.ts';
import { type Parts, runAsk } from './pipeline.ts';
import { chooseForm } from './probe.ts';
import type { SharedPlaces } from './sharedPlaces.ts';

/** Result of looking for places that answer. */
export interface Connected {
  readonly parts: Parts;
  readonly ask: AskModel;
}

/** Parts that an oracle has before it is connected. */
export type Kept = Pick<Parts, 'budget' | 'meter' | 'breaker' | 'waits' | 'deadline'>;

/** Connects to the places that answer, in a form that all of them support. */
export function connect(
  setup: ModelSetup,
  places: SharedPlaces,
  environment: Environment,
  reports: readonly ServerReport[],
  kept: Kept,
  world?: () => number,
): Connected {
  const { texts, temperature } = setup;
  const form = chooseForm(setup, reports);
  const urls = reports.map(({ url }) => url);
  const parts: Parts = {
    ...kept,
    cache: places.cache,
    speaker: places.access.speaker,
    environment,
    windows: places.windowsAt(urls, environment),
    manner: { form, texts: texts && form === 'json', temperature, ...(world && { world }) },
  };
  return { parts, ask: runAsk(parts, setup.archetypes) };
}
