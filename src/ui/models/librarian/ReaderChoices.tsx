import { useMedia } from '../../hooks/hooks.ts';
import { NARROW_BAR } from '../../views/bar/narrowBar.ts';
import { BUNDLED, InputSelect, PICK_INPUT } from '../../views/setup/InputSelect.tsx';

/** The texts and, if the choices are in the panel, the initial memory. */
export function ReaderChoices() {
  const isInPanel = useMedia(NARROW_BAR);
  return (
    <>
      <SourceSelect />
      {isInPanel && (
        <>
          <MemorySelect />
          <ConfigSelect />
        </>
      )}
    </>
  );
}

const SourceSelect = () => (
  <InputSelect
    name="source"
    label="Texts"
    bundled={{
      value: BUNDLED,
      label: 'Long stories',
      title: 'texts with questions that come with Statescope',
    }}
    pick={{ value: PICK_INPUT, label: 'your own texts…', title: 'several files: .md or .txt' }}
    count={['text', 'texts']}
    accept=".md,.markdown,.txt,text/markdown,text/plain"
  />
);

/** Chooses what librarians remember at first. */
export const MemorySelect = () => (
  <InputSelect
    name="memory"
    label="Memory"
    bundled={{ value: BUNDLED, label: 'Empty memory', title: 'nobody remembers anything at first' }}
    pick={{
      value: PICK_INPUT,
      label: 'memory.json…',
      title: 'one file for all, or files named agent_001.json for one each',
    }}
    count={['file', 'files']}
    accept=".json,application/json"
  />
);

/** Chooses prompts, actions and limits. */
export const ConfigSelect = () => (
  <InputSelect
    name="config"
    label="Configuration"
    bundled={{
      value: BUNDLED,
      label: 'Built-in prompts',
      title: 'prompts and limits that come with Statescope',
    }}
    pick={{ value: PICK_INPUT, label: 'config.json…', title: 'prompts and limits of your own: one .json' }}
    count={['file', 'files']}
    accept=".json,application/json"
  />
);
