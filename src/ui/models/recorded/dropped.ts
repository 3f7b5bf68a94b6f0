import type { OwnInput } from '../../../engine/setup/config.ts';
import { looksLikeTable } from '../../../engine/traces/events/looksLikeTable.ts';
import type { KnownFile } from '../../state/fileKinds.ts';

/** What a mapping of states holds, and nothing else does. */
const MAPPING = /^\s*\{\s*"preset"\s*:|^\s*\{[^[]*"rules"\s*:\s*\[\s*\{\s*"(on|match|state)"\s*:/;

/** What a reading of traces holds. */
const READING =
  /^\s*\{\s*"(?:(?:columns|object_type|dates|decimals)"\s*:\s*[{"]|errors_in_results"\s*:\s*(?:true|false))/;

/** Whether a text has a line of JSON, which logs may begin with later. */
const WITH_JSON = /^\s*[{[]/m;

/**
 * A chart that the cases should follow, a mapping of their steps to states, a reading, or traces: what they are is told by
 * their content. Null for prose and other texts that no trace is.
 */
export function findTraceInput({ kind }: KnownFile): OwnInput | null {
  if (kind.form === 'chart') return 'given';
  if (READING.test(kind.head)) return 'reading';
  if (kind.form === 'text' && !looksLikeTable(kind.head) && !WITH_JSON.test(kind.head)) return null;
  return MAPPING.test(kind.head) ? 'mapping' : 'traces';
}
