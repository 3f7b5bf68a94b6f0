import { computeFnv1aDigest } from '../../../engine/core/hashing/computeFnv1aDigest.ts';
import { beginOpeningText, finishApplyingText, replaceDraft } from '../../files/draftEditing.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import type { PageParts } from '../../model/modelPlugin.ts';
import { STAYS } from '../../state/fileKinds.ts';
import { countCheckErrors, type SideText } from './sideText.ts';

/** Most bytes of a text that the editor takes. */
const MAX_TEXT_BYTES = 1_000_000;

/** Opens a text as a run; one with mistakes comes into the editor, and the run stays. */
export const createTextOpener =
  (side: SideText) =>
  async ({ store, commands }: PageParts, file: File): Promise<void> => {
    const text = await readFileText(file);
    const over = side.part(store.getState()).inputs?.text;
    if (text === null || over === undefined) return commands.openOwn(side.input, [file]);
    const errors = countCheckErrors(await commands.ask(engine => side.check(engine, text)));
    const { edit, arrange, notify, run } = store.getState();
    if (errors === 0) {
      edit(edits => beginOpeningText(edits, text));
      await commands.openOwn(side.input, [file]);
      if (store.getState().run === run) edit(edits => finishApplyingText(edits, over));
      return;
    }
    const draft = { name: file.name, text, base: computeFnv1aDigest(over), input: side.input };
    edit(edits => replaceDraft(edits, draft));
    arrange({ folded: false });
    notify('note', `${file.name} has ${formatNounCount(errors, 'mistake')}: it is in the editor. ${STAYS}`);
  };

/** The file's text; null for one that is not text or too long: the engine reports what is wrong with it. */
async function readFileText(file: File): Promise<string | null> {
  if (file.size > MAX_TEXT_BYTES) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}
