import { startTimeAt } from './clock.ts';
import type {
  Asking,
  Change,
  Limits,
  LocalKind,
  LocalSetup,
  ModelKind,
  ModelSetup,
  ModelSource,
  OracleSetup,
  ParameterDefinition,
  ParameterValue,
  RemoteKind,
  RemoteSetup,
  RunConfig,
  Setup,
} from './config.ts';
import { InputError } from './errors.ts';
import type { Material, ModelSpec } from './model.ts';
import { isSeed, MAX_SEED } from './random.ts';

/** The network of a model that has none. */
export const NO_NETWORK = 'none';

/** The default set-up of a model. */
export const defaultSetup = ({ name, defaults }: Pick<ModelSpec, 'name' | 'defaults'>): Setup => ({
  ...defaults,
  model: name,
  agents: null,
  oracle: { kind: 'policy' },
  parameters: {},
  changes: [],
});

/** Agents of a generated network, when the set-up names no number. */
export const DEFAULT_AGENTS = 500;
/** Kinds of oracle that a set-up can name; the first is the default. */
export const ORACLES = ['policy', 'webllm', 'wllama', 'ollama', 'openai', 'replay'] as const;

const ASKING: Asking = {
  form: 'auto',
  archetypes: false,
  texts: false,
  temperature: 0.8,
  limits: {
    callsPerRun: 5000,
    tokensPerRun: 1_000_000,
    callsPerRound: null,
    tokensPerRound: null,
    deadline: null,
  },
};

/** Default set-up of a model on a server; llama.cpp's server listens on 8080. */
export const remoteDefaults = (kind: RemoteKind): RemoteSetup => ({
  kind,
  urls: [kind === 'ollama' ? 'http://127.0.0.1:11434' : 'http://127.0.0.1:8080'],
  model: '',
  ...ASKING,
});

/** Defaults of a language model in the browser, which costs nothing but time. */
export const localDefaults = (kind: LocalKind): LocalSetup => ({
  kind,
  model: '',
  source: null,
  ...ASKING,
  limits: { ...ASKING.limits, callsPerRun: null, tokensPerRun: null },
});

/** Whether a set-up names a language model on a server. */
export const isRemote = (oracle: OracleSetup): oracle is RemoteSetup =>
  oracle.kind === 'ollama' || oracle.kind === 'openai';

/** Whether a set-up names a language model inside the browser. */
export const isLocal = (oracle: OracleSetup): oracle is LocalSetup =>
  oracle.kind === 'webllm' || oracle.kind === 'wllama';

/** Defaults of a language model. */
export const modelDefaults = (kind: ModelKind): ModelSetup =>
  kind === 'ollama' || kind === 'openai' ? remoteDefaults(kind) : localDefaults(kind);

/** Whether a language model decides, wherever it is. */
export const asksModel = (oracle: OracleSetup): oracle is ModelSetup => isRemote(oracle) || isLocal(oracle);

/** Checks a set-up on its own, before anything is loaded. @throws InputError naming value and place. */
export function checkSetup(setup: Setup, model: ModelSpec): void {
  if (!isSeed(setup.seed))
    throw new InputError(`seed must be a whole number from 0 to ${MAX_SEED}, not ${setup.seed}`);
  if (!model.presets.includes(setup.preset))
    throw new InputError(`preset "${setup.preset}" is unknown; available: ${model.presets.join(', ')}`);
  checkOracle(setup.oracle);
  for (const name of setup.own ?? [])
    if (!model.inputs.some(input => input.name === name))
      throw new InputError(`model ${model.name} takes no ${name}`);
  for (const [name, value] of Object.entries(setup.parameters)) checkParameter(model, name, value);
  for (const change of setup.changes) checkChange(model, change);
}

/** @throws InputError for an impossible oracle. */
export function checkOracle(oracle: OracleSetup): void {
  if (!(ORACLES as readonly string[]).includes(oracle.kind))
    throw new InputError(`oracle "${oracle.kind}" is unknown; available: ${ORACLES.join(', ')}`);
  if (!asksModel(oracle)) return;
  if (isRemote(oracle) && oracle.urls.length === 0)
    throw new InputError(`oracle ${oracle.kind} needs the URL of a server`);
  if (isLocal(oracle) && oracle.source !== null) checkSource(oracle.kind, oracle.source);
  if (!(oracle.temperature >= 0 && oracle.temperature <= 2))
    throw new InputError(`temperature must be a number from 0 to 2, not ${oracle.temperature}`);
  checkLimits(oracle.limits);
}

/** @throws InputError for an unusable location of model files */
export function checkSource(kind: LocalKind, { url, library, revision }: ModelSource): void {
  if (kind === 'webllm') {
    checkModelUrl('the URL of the model', url);
    checkModelUrl('the URL of the library', library ?? '');
  } else if (!/^file:[^/]+$/.test(url)) {
    checkModelUrl('the URL of the model', url);
    if (new URL(url).pathname.includes('/blob/'))
      throw new InputError(
        `${JSON.stringify(url)} is the page about a file; the URL of the file itself has /resolve/ in it`,
      );
    if (!/\.gguf$/.test(new URL(url).pathname))
      throw new InputError(`the URL of the model must end in .gguf, not ${JSON.stringify(url)}`);
  }
  if (kind === 'wllama' && revision !== null && !url.includes('/resolve/'))
    throw new InputError(`a revision needs a URL with /resolve/ in it, not ${JSON.stringify(url)}`);
  if (revision !== null && !/^[\w.-]{1,80}$/.test(revision))
    throw new InputError(`a revision is a commit or a branch, not ${JSON.stringify(revision)}`);
}

function checkModelUrl(what: string, url: string): void {
  const place = URL.canParse(url) ? new URL(url) : null;
  if (place === null || !/^https?:$/.test(place.protocol))
    throw new InputError(`${what} must begin with http:// or https://, not ${JSON.stringify(url)}`);
  if (place.username !== '' || place.password !== '')
    throw new InputError(`${what} must not contain a user or a password`);
}

/** @throws InputError for a limit that is not a whole number from 1, or a deadline that is not above 0. */
export function checkLimits({ deadline, ...counts }: Limits): void {
  for (const [name, value] of Object.entries(counts))
    if (value !== null && !(Number.isInteger(value) && value >= 1))
      throw new InputError(
        `${LIMIT_WORDS[name as keyof typeof counts]} must be a whole number from 1, not ${value}`,
      );
  if (deadline !== null && !(deadline > 0 && deadline <= 3600))
    throw new InputError(`the deadline must be over 0 and at most 3600 seconds, not ${deadline}`);
}

const LIMIT_WORDS = {
  callsPerRun: 'calls in this run',
  tokensPerRun: 'tokens in this run',
  callsPerRound: 'calls in a round',
  tokensPerRound: 'tokens in a round',
} as const;

/** The part of a model that parameters are checked against. */
export type Parametrised = Pick<ModelSpec, 'name' | 'parameters'>;

/** @throws InputError for an unknown name or a value out of range. */
export function checkParameter(model: Parametrised, name: string, value: unknown): ParameterDefinition {
  const definition = model.parameters.find(p => p.name === name);
  if (definition === undefined) throw new InputError(`parameter "${name}" is unknown to model ${model.name}`);
  const { kind, min, max, step } = definition;
  if (kind === 'boolean') {
    if (typeof value !== 'boolean') throw new InputError(`${name} must be true or false, not ${value}`);
    return definition;
  }
  const fits = typeof value === 'number' && value >= min && value <= max;
  const even = kind === 'integer' && step === 2;
  if (!fits || (kind === 'integer' && !Number.isInteger(value)) || (even && value % 2 !== 0)) {
    const sort = even ? 'an even number' : kind === 'integer' ? 'a whole number' : 'a number';
    throw new InputError(`${name} must be ${sort} from ${min} to ${max}, not ${value}`);
  }
  return definition;
}

/** @throws InputError for a parameter that only takes effect at the start of a run. */
export function checkChange(model: Parametrised, change: Change): void {
  const definition = checkParameter(model, change.name, change.value);
  if (!definition.live)
    throw new InputError(`${change.name} cannot be changed in mid-run; reset with the new value`);
  if (!Number.isInteger(change.tick) || change.tick < 1)
    throw new InputError(`a change of ${change.name} needs a tick from 1, not ${change.tick}`);
}

/** Fills in every default. */
export function resolveConfig(
  setup: Setup,
  model: ModelSpec,
  { agents, networkInfo, inputInfo, parameters: given = {} }: Omit<Material, 'inputs' | 'notes'>,
): RunConfig {
  const parameters: Record<string, ParameterValue> = {};
  for (const p of model.parameters)
    parameters[p.name] = setup.parameters[p.name] ?? given[p.name] ?? p.defaults[setup.preset];
  return {
    ...setup,
    agents,
    networkInfo,
    inputInfo,
    warmUp: numberOr(parameters.warm_up, 0),
    startTime: startTimeAt(numberOr(parameters.start_hour, 10)),
    tickSeconds: numberOr(parameters.tick_seconds, 180),
    parameters,
    changes: inOrder(setup.changes),
  };
}

/** Changes by tick, then by name; of two for one name in one tick the later counts. */
export function inOrder(changes: readonly Change[]): readonly Change[] {
  const last = new Map(changes.map(change => [`${change.tick} ${change.name}`, change]));
  return [...last.values()].sort((a, b) => a.tick - b.tick || (a.name < b.name ? -1 : 1));
}

const numberOr = (value: ParameterValue | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/** Reads `name=value` as a person types it. @throws InputError when it has another form. */
export function parseAssignment(text: string, model: ModelSpec): { name: string; value: ParameterValue } {
  const at = text.indexOf('=');
  if (at <= 0) throw new InputError(`"${text}" is not name=value`);
  const name = text.slice(0, at);
  const given = text.slice(at + 1);
  const value = parseValue(given);
  // The error names the text as given.
  checkParameter(model, name, Number.isNaN(value) ? given || 'nothing' : value);
  return { name, value };
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** "true" and "false" are booleans; anything else that is not a decimal number is NaN. */
function parseValue(text: string): ParameterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return DECIMAL.test(text.trim()) ? Number(text) : Number.NaN;
}
