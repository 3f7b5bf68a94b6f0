import type { OwnInput } from '../../../engine/config.ts';
import type { KnownFile } from '../../files/fileKinds.ts';

/** Key that a mapping of states begins with, and nothing else does. */
const MAPPING = /^\s*\{\s*"(mapping|rules|preset)"\s*:/;

/** A chart that the cases should follow, a mapping of their steps to states, or traces: what they are is told by their content. */
export function traceInput({ kind }: KnownFile): OwnInput | null {
  if (kind.form === 'chart') return 'given';
  return MAPPING.test(kind.head) ? 'mapping' : 'traces';
}
