import type { NetworkRecord } from './networkFormat.ts';

/** Comments at the top that may say what a file is. */
const FIRST = 20;

/** What comments say of the direction, as SNAP's "Undirected graph"; null where they say nothing, or both. */
export function findDeclaredDirection(comments: readonly string[]): NetworkRecord['declared'] {
  const text = comments.slice(0, FIRST).join('\n');
  const isUndirected = /\bundirected\b/i.test(text);
  const isDirected = /\bdirected\b/i.test(text);
  if (isUndirected === isDirected) return null;
  return isUndirected ? 'undirected' : 'directed';
}
