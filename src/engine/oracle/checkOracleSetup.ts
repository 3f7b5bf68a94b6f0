import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { redactSecrets } from '../core/secrets.ts';
import type { Limits, LocalKind, ModelSource, OracleSetup } from './oracleSetup.ts';
import { isLanguageModelOracle, isLocalOracle, isRemoteOracle, ORACLES } from './oracleSetup.ts';

/** @throws InputError for an impossible oracle. */
export function checkOracleSetup(oracle: OracleSetup): void {
  if (!(ORACLES as readonly string[]).includes(oracle.kind))
    throw new InputError(
      `oracle "${formatQuotedText(oracle.kind)}" is unknown; available: ${ORACLES.join(', ')}`,
    );
  if (!isLanguageModelOracle(oracle)) return;
  if (isRemoteOracle(oracle) && oracle.urls.length === 0)
    throw new InputError(`oracle ${oracle.kind} needs the URL of a server`);
  if (isLocalOracle(oracle) && oracle.source !== null) checkModelFileSource(oracle.kind, oracle.source);
  if (!(oracle.temperature >= 0 && oracle.temperature <= 2))
    throw new InputError(`temperature must be a number from 0 to 2, not ${oracle.temperature}`);
  checkOracleLimits(oracle.limits);
}

/** @throws InputError for an unusable location of model files */
export function checkModelFileSource(kind: LocalKind, { url, library, revision }: ModelSource): void {
  if (kind === 'webllm') {
    checkModelFileUrl('the URL of the model', url);
    checkModelFileUrl('the URL of the library', library ?? '');
  } else if (!/^file:[^/]+$/.test(url)) {
    checkModelFileUrl('the URL of the model', url);
    if (new URL(url).pathname.includes('/blob/'))
      throw new InputError(
        `"${formatQuotedText(redactSecrets(url))}" is the page about a file; the URL of the file itself has /resolve/ in it`,
      );
    if (!/\.gguf$/.test(new URL(url).pathname))
      throw new InputError(
        `the URL of the model must end in .gguf, not "${formatQuotedText(redactSecrets(url))}"`,
      );
  }
  if (kind === 'wllama' && revision !== null && !url.includes('/resolve/'))
    throw new InputError(
      `a revision needs a URL with /resolve/ in it, not "${formatQuotedText(redactSecrets(url))}"`,
    );
  if (revision !== null && !/^[\w.-]{1,80}$/.test(revision))
    throw new InputError(`a revision is a commit or a branch, not "${formatQuotedText(revision)}"`);
}

function checkModelFileUrl(what: string, url: string): void {
  const place = URL.canParse(url) ? new URL(url) : null;
  if (place === null || !/^https?:$/.test(place.protocol))
    throw new InputError(
      `${what} must begin with http:// or https://, not "${formatQuotedText(redactSecrets(url))}"`,
    );
  if (place.username !== '' || place.password !== '')
    throw new InputError(`${what} must not contain a user or a password`);
}

/** @throws InputError for a limit that is not a whole number from 1, or a deadline that is not above 0. */
export function checkOracleLimits({ deadline, ...counts }: Limits): void {
  for (const [name, value] of Object.entries(counts))
    if (value !== null && !(Number.isInteger(value) && value >= 1))
      throw new InputError(
        `${LIMIT_WORDS[name as keyof typeof counts]} must be a whole number from 1, not ${value}`,
      );
  if (deadline !== null && !(deadline > 0 && deadline <= 3600))
    throw new InputError(`the deadline must be over 0 and at most 3600 seconds, not ${deadline}`);
}

const LIMIT_WORDS = {
  unusable: 'unusable answers in a row',
  callsPerRun: 'calls in this run',
  tokensPerRun: 'tokens in this run',
  callsPerRound: 'calls in a round',
  tokensPerRound: 'tokens in a round',
} as const;
