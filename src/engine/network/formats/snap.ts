import { readEdgeTable } from './edgeTable.ts';
import type { NetworkFormat } from './networkFormat.ts';

/** SNAP's lists: comments that say whether the graph is directed and what the two columns are, then two nodes a line. */
export const SNAP: NetworkFormat = {
  name: 'SNAP',
  fits: ({ text }) => /^(?:#.*\r?\n){0,10}?#\s*(?:(?:un)?directed graph\b|FromNodeId\s+ToNodeId)/i.test(text),
  read: readEdgeTable,
};
