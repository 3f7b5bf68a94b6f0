import { useState } from 'react';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import { useCommands, usePage } from '../../../hooks/hooks.ts';
import { Select } from '../../../views/bar/Select.tsx';
import styles from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';

const MappingDialog = createLazyView(async () => (await import('./MappingDialog.tsx')).MappingDialog);

const USUAL_MAPPING = 'usual';
const OWN_MAPPING = 'own';

/** Mappings to choose from, as the engine names them. */
const NAMED_MAPPINGS = [
  { value: 'source', label: 'as the traces say', title: 'the state that the source names, else the tool' },
  { value: 'tool', label: 'each tool', title: 'each tool a state' },
  { value: 'agent', label: 'each agent', title: 'each agent or role a state' },
  { value: 'phases', label: 'phases', title: 'searching, analyzing, deciding, finishing' },
  { value: 'coding', label: 'coding agents', title: 'search, read, edit, test, build, version control …' },
  {
    value: 'tau',
    label: 'by the tool’s verb',
    title: 'what a tool’s name begins with: get, find, transfer …',
  },
  { value: 'shell', label: 'by shell command', title: 'the command that a shell is given' },
  { value: 'sql', label: 'by SQL keyword', title: 'SELECT, SHOW …' },
  { value: 'moatless', label: 'moatless’ actions', title: 'searching, reading, editing, testing' },
];

/** Which step is which state: chosen by name, or written as rules. */
export function MappingChoice() {
  const commands = useCommands();
  const [isEdited, setEdited] = useState(false);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('mapping') ?? false);
  const name = usePage(state => getRecordedPart(state).reading?.mappingName);
  const value = !isOwn
    ? USUAL_MAPPING
    : (NAMED_MAPPINGS.find(one => one.value === name)?.value ?? OWN_MAPPING);
  const choices = [
    { value: USUAL_MAPPING, label: 'by default', title: 'by what the traces hold' },
    ...NAMED_MAPPINGS,
    ...(value === OWN_MAPPING
      ? [{ value: OWN_MAPPING, label: 'your mapping', title: 'a mapping of your own' }]
      : []),
  ];
  const choose = (chosen: string) => {
    if (chosen === OWN_MAPPING) return;
    const file = new File([JSON.stringify({ preset: chosen })], `${chosen}.json`);
    void commands.openOwn('mapping', chosen === USUAL_MAPPING ? null : [file]);
  };
  return (
    <div className={styles.mapping}>
      <span>States</span>
      <Select label="States" value={value} choices={choices} onChoose={choose} />
      <button type="button" onClick={() => setEdited(true)}>
        Edit mapping…
      </button>
      {isEdited && <MappingDialog onClose={() => setEdited(false)} />}
    </div>
  );
}
