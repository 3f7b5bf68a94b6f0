import type { OwnInput } from '../../../engine/config.ts';
import type { KnownFile } from '../../files/fileKinds.ts';

/** A run is made from one workflow, in YAML. */
export const workflowInput = ({ kind }: KnownFile): OwnInput | null =>
  kind.form === 'yaml' ? 'workflow' : null;
