import type { Command } from 'commander';
import { InputError } from '../../engine/core/errors.ts';
import type { OracleSetup, RemoteSetup } from '../../engine/oracle/oracleSetup.ts';
import { createRemoteDefaults, ORACLES } from '../../engine/oracle/oracleSetup.ts';
import { isRemoteKind, REMOTE_KINDS, type RemoteKind } from '../../engine/oracle/servers/getServerKind.ts';
import { requireServerUrls } from '../../oracles/http/urls.ts';
import type { Recording } from '../../oracles/recording/recording.ts';
import { readRecordingAt } from '../files/documentFile.ts';
import { createDecimalParser, createIntegerParser } from './optionNumbers.ts';

/** The options of `--oracle` as commander parses them; numbers are already checked, 0 stands for no limit. */
export interface OracleFlags {
  readonly oracle: string;
  readonly oracleUrl?: string;
  readonly oracleModel?: string;
  readonly form?: string;
  readonly perArchetype?: boolean;
  readonly texts?: boolean;
  readonly temperature?: number;
  readonly calls?: number;
  readonly tokens?: number;
  readonly roundCalls?: number;
  readonly roundTokens?: number;
  readonly deadline?: number | 'none';
  readonly onUnusable?: string;
  readonly answers?: string;
  readonly estimate?: boolean;
}

/** Oracles that work without a browser. */
export const ORACLE_NAMES = ORACLES.filter(name => name !== 'webllm' && name !== 'wllama');
/** Advice for runtimes that exist only inside a browser. */
const IN_BROWSER: Readonly<Record<string, string>> = {
  webllm:
    'webllm runs a model on WebGPU inside a browser, not on the command line: open the page (npm start), or have Ollama run the model: --oracle ollama --oracle-model llama3.2',
  wllama:
    'wllama is llama.cpp inside a browser, not on the command line: open the page (npm start), or start llama-server with the same GGUF: --oracle openai --oracle-url http://127.0.0.1:8080 --oracle-model NAME',
};

const ANSWER_FORM_OPTIONS = ['auto', 'letter', 'json'] as const;
/** Options that only a model on a server has. */
const REMOTE_FLAGS: readonly (keyof OracleFlags)[] = [
  'oracleUrl',
  'oracleModel',
  'form',
  'perArchetype',
  'texts',
  'temperature',
  'calls',
  'tokens',
  'roundCalls',
  'roundTokens',
  'deadline',
  'onUnusable',
  'estimate',
];

/** Declares `--oracle` and all options that depend on it. */
export function addOracleOptions(command: Command): void {
  command
    .option('--oracle <name>', `decider of the questions: ${ORACLE_NAMES.join(', ')}`, 'policy')
    .option(
      '--oracle-url <url[,url]>',
      `base URLs for ${REMOTE_KINDS.join(' or ')}; the key is read from STATESCOPE_API_KEY`,
    )
    .option('--oracle-model <name>', 'the model, as the server names it')
    .option(
      '--form <form>',
      `answer format: ${ANSWER_FORM_OPTIONS.join(', ')} (auto: the best that the server supports)`,
    )
    .option('--per-archetype', 'ask once per (archetype, post) and adapt the answer to each agent')
    .option('--texts', 'let the model write the text of replies and comments (json)')
    .option(
      '--temperature <n>',
      "temperature of the model's own sampling, 0 to 2 (json)",
      createDecimalParser('--temperature', 0, 2),
    )
    .option(
      '--calls <n>',
      'most calls in this run; 0 means no limit (5000)',
      createIntegerParser('--calls', 0),
    )
    .option(
      '--tokens <n>',
      'most tokens in this run; 0 means no limit (1000000)',
      createIntegerParser('--tokens', 0),
    )
    .option(
      '--round-calls <n>',
      'most calls in a round; 0 means no limit (0)',
      createIntegerParser('--round-calls', 0),
    )
    .option(
      '--round-tokens <n>',
      'most tokens in a round; 0 means no limit (0)',
      createIntegerParser('--round-tokens', 0),
    )
    .option(
      '--deadline <seconds>',
      'time after which an answer counts as late, or none for slow machines (120)',
      parseSecondsOrNone,
    )
    .option(
      '--on-unusable <what>',
      'after 25 unusable answers in a row: pause, or continue with fallbacks (pause)',
    )
    .option('--estimate', 'only estimate what a run would ask of the model: questions, calls, tokens')
    .option('--answers <file>', 'the run document that --oracle replay repeats');
}

/** @throws InputError for an unknown oracle, or an option that it does not have. */
export function parseOracleFlags(flags: OracleFlags): OracleSetup {
  const { oracle } = flags;
  if (isRemoteKind(oracle)) return parseRemoteFlags(oracle, flags);
  const elsewhere = IN_BROWSER[oracle];
  if (elsewhere !== undefined) throw new InputError(elsewhere);
  const stray = REMOTE_FLAGS.find(name => flags[name] !== undefined);
  if (stray !== undefined)
    throw new InputError(`${formatOptionName(stray)} is for --oracle ${REMOTE_KINDS.join(' or ')}`);
  if (oracle === 'policy' || oracle === 'replay') return { kind: oracle };
  throw new InputError(`oracle "${oracle}" is unknown; available: ${ORACLE_NAMES.join(', ')}`);
}

function parseRemoteFlags(kind: RemoteKind, flags: OracleFlags): RemoteSetup {
  const standard = createRemoteDefaults(kind);
  if (!flags.oracleModel) throw new InputError(`--oracle ${kind} needs --oracle-model`);
  const form = ANSWER_FORM_OPTIONS.find(f => f === (flags.form ?? standard.form));
  if (form === undefined)
    throw new InputError(`--form must be ${ANSWER_FORM_OPTIONS.join(', ')}, not ${flags.form}`);
  if (form === 'letter' && flags.texts) throw new InputError('--texts needs JSON, but --form is letter');
  const { limits } = standard;
  return {
    kind,
    urls: flags.oracleUrl === undefined ? standard.urls : requireServerUrls(flags.oracleUrl),
    model: flags.oracleModel,
    form,
    archetypes: flags.perArchetype ?? standard.archetypes,
    texts: flags.texts ?? standard.texts,
    temperature: flags.temperature ?? standard.temperature,
    limits: {
      callsPerRun: resolveLimitFlag(flags.calls, limits.callsPerRun),
      tokensPerRun: resolveLimitFlag(flags.tokens, limits.tokensPerRun),
      callsPerRound: resolveLimitFlag(flags.roundCalls, limits.callsPerRound),
      tokensPerRound: resolveLimitFlag(flags.roundTokens, limits.tokensPerRound),
      deadline: flags.deadline === 'none' ? null : (flags.deadline ?? limits.deadline),
      unusable: parseUnusableLimit(flags.onUnusable, limits.unusable),
    },
  };
}

const parseSecondsOrNone = (text: string): number | 'none' =>
  text === 'none' ? text : createDecimalParser('--deadline', 0.001, 3600)(text);

function parseUnusableLimit(text: string | undefined, standard: number | null): number | null {
  if (text === undefined || text === 'pause') return standard;
  if (text === 'continue') return null;
  throw new InputError(`--on-unusable must be pause or continue, not ${text}`);
}

const resolveLimitFlag = (given: number | undefined, standard: number | null): number | null =>
  given === undefined ? standard : given === 0 ? null : given;

/** An option as one writes it: `--round-calls`. @param flag as commander names it */
export const formatOptionName = (flag: string): string =>
  `--${flag.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

/** The recording to replay, or null. @throws InputError when it is missing or unreadable. */
export async function readReplayRecording({ oracle, answers }: OracleFlags): Promise<Recording | null> {
  if (oracle !== 'replay') {
    if (answers !== undefined) throw new InputError('--answers is for --oracle replay');
    return null;
  }
  if (answers === undefined) throw new InputError('--oracle replay needs --answers with a run document');
  return readRecordingAt(answers);
}
