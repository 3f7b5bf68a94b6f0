import { useState } from 'react';
import { Dialog } from '../../../controls/Dialog.tsx';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { ReadingChoice } from '../ReadingChoice.tsx';
import styles from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';

/** The rules by which steps become states, to be changed. */
export function MappingDialog({ onClose }: { readonly onClose: () => void }) {
  const commands = useCommands();
  const store = usePageStore();
  const known = usePage(state => getRecordedPart(state).reading?.mappingText ?? '');
  const [text, setText] = useState(known);
  const use = async () => {
    const before = store.getState().run;
    await commands.openOwn('mapping', [new File([text], 'rules.json')]);
    // Rules with a mistake stay, to be mended.
    if (store.getState().run !== before) onClose();
  };
  return (
    <Dialog title="States of the steps" onClose={onClose}>
      <ReadingChoice onClose={onClose} />
      <p className="label">
        Rules in order, of which the first that fits counts. Each looks at the tool, args, tool args, agent or
        state, and names a state, or null to leave the step out; “otherwise” says what becomes of the rest:
        tool, agent, source or ignored.
      </p>
      <textarea
        className={styles.edit}
        aria-label="Mapping"
        rows={18}
        spellCheck={false}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <button type="button" className={styles.tune} onClick={() => void use()}>
        Start again with this mapping
      </button>
    </Dialog>
  );
}
