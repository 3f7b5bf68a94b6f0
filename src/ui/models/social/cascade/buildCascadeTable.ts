import { POST_KINDS } from '../../../../engine/models/social/cascade/postKinds.ts';
import type { TableData } from '../../../controls/tableData.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getSocialPart } from '../socialPart.ts';

/** Each post of the cascade on the screen, in the order in which they came. */
export function buildCascadeTable(state: PageState): TableData {
  const { run } = state;
  const { tree } = getSocialPart(state);
  const head = ['post', 'by', 'kind', 'round', 'parent', 'likes', 'text'];
  if (!tree || !run) return { head, rows: [] };
  const id = (row: number) => (row < 0 ? '' : `post_${String(tree.post[row] + 1).padStart(3, '0')}`);
  const rows = Array.from(tree.post, (_, row) => [
    id(row),
    run.info.names[tree.author[row]],
    POST_KINDS[tree.kind[row]],
    tree.tick[row],
    id(tree.parent[row]),
    tree.likes[row],
    tree.text[row],
  ]);
  return { head, rows };
}
