import { sha256 } from '#sha256';
import type { ParameterDefinition } from '../parameters/parameterDefinition.ts';
import type { RunConfig } from './config.ts';

type Parametrised = { readonly parameters: readonly ParameterDefinition[] };

/**
 * A set-up in its canonical form: JSON as RFC 8785 has it, without spaces, keys by code unit. It holds what a run starts
 * from: model, digests of network and inputs, agents, seed, warm-up, clock, and every parameter but one that has the value
 * of runs before there was that parameter, so that a new parameter leaves earlier hashes as they are. Not in it: names and
 * counts of inputs, parameters that change what is measured and not what happens, the preset, who decides, and changes in mid-run, which count through what they do.
 */
export function serializeCanonicalSetup(config: RunConfig, { parameters }: Parametrised): string {
  const left = new Map(parameters.map(({ name, absent, measures }) => [name, { absent, measures }]));
  const isTold = ([name, value]: readonly [string, unknown]) =>
    !left.get(name)?.measures && left.get(name)?.absent !== value;
  return serializeCanonicalJson({
    model: config.model,
    network: config.networkInfo?.sha256 ?? null,
    inputs: Object.fromEntries(Object.entries(config.inputInfo).map(([name, { sha256 }]) => [name, sha256])),
    agents: config.agents,
    seed: config.seed,
    warm_up: config.warmUp,
    start_time: config.startTime,
    tick_seconds: config.tickSeconds,
    parameters: Object.fromEntries(Object.entries(config.parameters).filter(isTold)),
  });
}

/** SHA-256 of a set-up's canonical form, 32 bytes: what the hash of a run starts from. */
export const computeSetupDigest = (config: RunConfig, model: Parametrised): Uint8Array<ArrayBuffer> =>
  sha256(new TextEncoder().encode(serializeCanonicalSetup(config, model)));

type CanonicalValue = null | boolean | number | string | { readonly [key: string]: CanonicalValue };

function serializeCanonicalJson(value: CanonicalValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${serializeCanonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}
