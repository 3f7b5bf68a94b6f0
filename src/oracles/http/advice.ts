import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import { getServerKind, type RemoteKind } from '../../engine/oracle/servers/getServerKind.ts';

/** Names of models that are shown. */
const MOST_NAMES = 8;

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
        advice: `${getServerKind(kind).advice.start}, or correct the address.`,
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
  return getServerKind(kind).advice.allow(origin);
}

function describeModelChoices(kind: RemoteKind, models: readonly string[]): string {
  if (models.length === 0) return getServerKind(kind).advice.noModels;
  const more = models.length > MOST_NAMES ? ` and ${models.length - MOST_NAMES} more` : '';
  return `Choose one that it has: ${models.slice(0, MOST_NAMES).join(', ')}${more}.`;
}

const toAdviceSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1).replace(/\.$/, '');
