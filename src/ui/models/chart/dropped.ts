import type { OwnInput } from '../../../engine/setup/config.ts';
import type { KnownFile } from '../../state/fileKinds.ts';

/** A statechart as SCXML or JSON; a network; anything else that is a text may be an edge list. */
export const findChartInput = ({ kind }: KnownFile): OwnInput | null => {
  if (kind.form === 'chart' || kind.form === 'json') return 'chart';
  return ['network', 'text', 'table'].includes(kind.form) ? 'network' : null;
};
