import { digest32 } from '../../../engine/digest32.ts';
import { workflowQueries } from '../../../engine/models/workflow/workflowQueries.ts';
import { afterApplying, opening, replaced } from '../../files/editing.ts';
import { STAYS } from '../../files/fileKinds.ts';
import { counted } from '../../words/words.ts';
import type { PageParts } from '../plugin.ts';
import { workflowOf } from './workflowPart.ts';

/** Most bytes of a text that the editor takes. */
const MOST_TEXT = 1_000_000;

/** Opens a workflow; one with mistakes comes into the editor, and the run stays. */
export async function openWorkflow({ store, link }: PageParts, file: File): Promise<void> {
  const text = await textOf(file);
  const over = workflowOf(store.getState()).inputs?.text;
  if (text === null || over === undefined) return link.openOwn('workflow', [file]);
  const check = await link.ask(engine => workflowQueries.ask(engine, 'checkWorkflow', text));
  const errors = check?.problems.filter(({ severity }) => severity === 'error').length ?? 0;
  const { edit, arrange, notify, run } = store.getState();
  if (errors === 0) {
    edit(edits => opening(edits, text));
    await link.openOwn('workflow', [file]);
    if (store.getState().run === run) edit(edits => afterApplying(edits, over));
    return;
  }
  edit(edits => replaced(edits, { name: file.name, text, base: digest32(over) }));
  arrange({ folded: false });
  notify('note', `${file.name} has ${counted(errors, 'mistake')}: it is in the editor. ${STAYS}`);
}

/** The file's text; null for one that is not text or too long: the engine reports what is wrong with it. */
async function textOf(file: File): Promise<string | null> {
  if (file.size > MOST_TEXT) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}
