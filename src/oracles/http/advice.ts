import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { RemoteKind } from '../../engine/oracle/servers/getServerKind.ts';

/** Names of models that are shown. */
const MAX_MODEL_NAMES = 8;

/** Advice after a failed test of the connection. */
interface ServerAdvice {
  /** The way to start it: the beginning of a sentence. */
  readonly start: string;
  /** The way to have it accept requests from a page, as a sentence. */
  readonly allow: (origin: string) => string;
  /** The next step if it lists no models, as a sentence. */
  readonly noModels: string;
}

const ADVICE: ServerAdvice = {
  start: 'Start the server',
  allow: origin => `Start it so that it allows requests from ${origin} (CORS).`,
  noModels: 'It lists none: give the name of one that it serves.',
};

/**
 * Advice of kinds of which more is known than that. It stands apart from their records, which the page loads before
 * anybody has asked for a server.
 */
const ADVICE_BY_KIND: Partial<Readonly<Record<RemoteKind, ServerAdvice>>> = {
  ollama: {
    start: 'Start it with ollama serve',
    allow: origin => `Start it with OLLAMA_ORIGINS=${origin} ollama serve`,
    noModels: 'It has none yet: fetch one, for example with ollama pull llama3.2.',
  },
};

const getServerAdvice = (kind: RemoteKind): ServerAdvice => ADVICE_BY_KIND[kind] ?? ADVICE;

/** Verdict on a server, in words for the user. */
export interface Advice {
  /** The finding, in a few words. */
  readonly title: string;
  /** Advice in one sentence; empty if there is nothing to do. */
  readonly advice: string;
}

/** The finding of a connection test with advice, for the page and the command line. */
export function getConnectionAdvice(report: ServerReport, kind: RemoteKind): Advice {
  switch (report.kind) {
    case 'answers':
      return { title: 'It answers', advice: describeModelAbilities(report.thinking, report.letters) };
    case 'silent':
      return {
        title: `Nothing answers at ${report.url}`,
        advice: `${getServerAdvice(kind).start}, or correct the address.`,
      };
    case 'origin':
      return {
        title: 'It listens, but not to this page',
        advice: describeOriginPermission(kind, report.origin),
      };
    case 'permission':
      return {
        title: 'The browser keeps this page from the local network',
        advice: report.denied
          ? "Allow it in the browser's settings for this site, then test again."
          : 'Allow it when the browser asks, then test again.',
      };
    case 'model':
      return { title: 'The model is not there', advice: describeModelChoices(kind, report.models) };
    case 'key':
      return {
        title: 'It needs a key, or a different one',
        advice: 'Give the key that belongs to this server.',
      };
    case 'busy':
      return {
        title: 'It is busy',
        advice: `It says ${report.message}. ${report.seconds === null ? 'Try again in a while' : `It may be asked again in ${Math.ceil(report.seconds)} s`}.`,
      };
    case 'other':
      return { title: 'It does not answer as it should', advice: `${toAdviceSentence(report.message)}.` };
  }
}

/** The same in one line. */
export function formatConnectionAdvice(report: ServerReport, kind: RemoteKind): string {
  const { title, advice } = getConnectionAdvice(report, kind);
  return title.includes(report.url) ? `${title}. ${advice}` : `${report.url}: ${title}. ${advice}`;
}

function describeModelAbilities(thinking: boolean, letters: boolean): string {
  if (thinking)
    return 'The model thinks before it answers, which is slow and often leaves no answer: an instruct model does better.';
  return letters
    ? ''
    : 'It gives no log-probabilities on letters, so it is asked for JSON, which takes about three times as long.';
}

function describeOriginPermission(kind: RemoteKind, origin: string): string {
  if (origin === 'null')
    return 'A page opened from a file cannot be allowed by name: serve it over http://localhost.';
  return getServerAdvice(kind).allow(origin);
}

function describeModelChoices(kind: RemoteKind, models: readonly string[]): string {
  if (models.length === 0) return getServerAdvice(kind).noModels;
  const more = models.length > MAX_MODEL_NAMES ? ` and ${models.length - MAX_MODEL_NAMES} more` : '';
  return `Choose one that it has: ${models.slice(0, MAX_MODEL_NAMES).join(', ')}${more}.`;
}

const toAdviceSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
