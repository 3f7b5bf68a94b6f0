import { useMedia } from '../../hooks/hooks.ts';
import { NARROW_BAR } from '../../views/bar/narrowBar.ts';
import { BUNDLED, InputSelect, PICK_INPUT } from '../../views/setup/InputSelect.tsx';

/** Width from which the bar has room for both choices; below, the documents are in the panel alone. */
const WIDE_BAR = '(min-width: 1560px)';

/** The missions and, if there is room, the documents that they search. */
export function MissionChoices() {
  const hasRoom = useMedia(WIDE_BAR);
  const isInPanel = useMedia(NARROW_BAR);
  return (
    <>
      <MissionsSelect />
      {(hasRoom || isInPanel) && <CorpusSelect />}
    </>
  );
}

const MissionsSelect = () => (
  <InputSelect
    name="missions"
    label="Missions"
    bundled={{
      value: BUNDLED,
      label: 'Built-in goals',
      title: 'missions that show every way to get stuck',
    }}
    pick={{ value: PICK_INPUT, label: 'your own missions…', title: 'a list of goals: .json or .txt' }}
    count={['goal', 'goals']}
    accept=".json,.txt,application/json,text/plain"
  />
);

/** Chooses the documents that missions search. */
export const CorpusSelect = () => (
  <InputSelect
    name="corpus"
    label="Documents"
    bundled={{ value: BUNDLED, label: 'Handbook', title: 'a handbook that comes with Statescope' }}
    pick={{ value: PICK_INPUT, label: 'your own documents…', title: 'several files: .md or .txt' }}
    count={['document', 'documents']}
    accept=".md,.markdown,.txt,text/markdown,text/plain"
  />
);
