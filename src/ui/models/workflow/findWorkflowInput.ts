import type { OwnInput } from '../../../engine/setup/config.ts';
import type { KnownFile } from '../../state/fileKinds.ts';

/** A run is made from one workflow, in YAML. */
export const findWorkflowInput = ({ kind }: KnownFile): OwnInput | null =>
  kind.form === 'yaml' ? 'workflow' : null;
