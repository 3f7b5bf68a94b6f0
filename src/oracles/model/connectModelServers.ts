import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { ModelSetup } from '../../engine/oracle/oracleSetup.ts';
import type { AskModel } from '../client/ask.ts';
import type { Environment } from '../client/environment.ts';
import { createRunAsk, type PipelineParts } from '../client/pipeline.ts';
import type { SharedPlaces } from '../client/sharedPlaces.ts';
import { chooseDecisionForm } from '../http/probeModelServers.ts';

/** Result of looking for places that answer. */
export interface Connected {
  readonly parts: PipelineParts;
  readonly ask: AskModel;
}

/** Parts that an oracle has before it is connected. */
type SharedPipelineParts = Pick<PipelineParts, 'budget' | 'meter' | 'breaker' | 'waits' | 'deadline'>;

/** Connects to the places that answer, in a form that all of them support. */
export function connectModelServers(
  setup: ModelSetup,
  places: SharedPlaces,
  environment: Environment,
  reports: readonly ServerReport[],
  kept: SharedPipelineParts,
  world?: () => number,
): Connected {
  const { texts, temperature } = setup;
  const form = chooseDecisionForm(setup, reports);
  const urls = reports.map(({ url }) => url);
  const parts: PipelineParts = {
    ...kept,
    cache: places.cache,
    speaker: places.access.speaker,
    environment,
    windows: places.windowsAt(urls, environment),
    manner: { form, texts: texts && form === 'json', temperature, ...(world && { world }) },
  };
  return { parts, ask: createRunAsk(parts, setup.archetypes) };
}
