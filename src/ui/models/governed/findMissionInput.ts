import type { OwnInput } from '../../../engine/setup/config.ts';
import { isTextFile, type KnownFile } from '../../state/fileKinds.ts';

/** Documents, or a list of missions: JSON, or a .txt that comes without another text and without JSON. */
export function findMissionInput(known: KnownFile, all: readonly KnownFile[]): OwnInput | null {
  if (known.kind.form === 'json') return 'missions';
  if (!isTextFile(known)) return null;
  const isAlone = !all.some(other => other !== known && (isTextFile(other) || other.kind.form === 'json'));
  return isAlone && /\.txt$/i.test(known.file.name) ? 'missions' : 'corpus';
}
