import type { OwnInput } from '../../../engine/config.ts';
import { isJson, isText } from '../../fileKinds.ts';

/**
 * The input that dropped files belong to: documents, or a list of missions. @throws Error, in one line, for
 * anything else
 */
export async function forMissions(files: readonly File[]): Promise<OwnInput> {
  const [first] = files;
  if (files.length > 1) {
    const other = files.find(file => !isText(file));
    if (other === undefined) return 'corpus';
    throw new Error(`${other.name}: several files must all be documents (.md or .txt)`);
  }
  if (first && isJson(first)) return 'missions';
  if (first && /\.(md|markdown)$/i.test(first.name)) return 'corpus';
  if (first && /\.txt$/i.test(first.name)) return 'missions';
  throw new Error(
    `${first?.name}: missions take documents (.md), a list of missions (.json, .txt) or a run document`,
  );
}
