import { useRef } from 'react';
import type { OwnInput } from '../../../engine/config.ts';
import type { Choice } from '../../choices.ts';
import { useLink, useMedia, usePage } from '../../hooks.ts';
import { NARROW_BAR } from '../../views/narrowBar.ts';
import { Select } from '../../views/Select.tsx';
import { counted } from '../../words.ts';

const BUNDLED = 'bundled';
const OWN = 'own';
const PICK = 'pick';
/** From here on the bar has room for both choices; else the panel alone has the documents. */
const WIDE_BAR = '(min-width: 1560px)';

interface Props {
  readonly name: OwnInput;
  readonly label: string;
  readonly bundled: Choice;
  readonly pick: Choice;
  /** "24 missions" */
  readonly count: readonly [one: string, many: string];
  readonly accept: string;
  readonly multiple: boolean;
}

/** What comes with Statescope, or files of the user's. */
function InputSelect({ name, label, bundled, pick, count, accept, multiple }: Props) {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const own = usePage(({ run }) => run?.setup.own?.includes(name) ?? false);
  const info = usePage(({ run }) => run?.info.config.inputInfo[name]);
  const shown = info ? counted(info.count, ...count) : bundled.label;
  const choices: Choice[] = [
    { ...bundled, title: own ? bundled.title : `${bundled.title}: ${shown}` },
    ...(own ? [{ value: OWN, label: `${info?.name ?? ''}, ${shown}`, title: 'your files' }] : []),
    pick,
  ];
  const choose = (value: string) => {
    if (value === PICK) picker.current?.click();
    else if (value === BUNDLED) void link.openOwn(name, null);
  };
  return (
    <>
      <Select label={label} value={own ? OWN : BUNDLED} choices={choices} onChoose={choose} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`${label} files`}
        accept={accept}
        multiple={multiple}
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void link.openOwn(name, files);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** The missions, and where there is room the documents that they search in. */
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
    pick={{ value: PICK, label: 'your own missions…', title: 'a list of goals: .json or .txt' }}
    count={['goal', 'goals']}
    accept=".json,.txt,application/json,text/plain"
    multiple={false}
  />
);

export const CorpusSelect = () => (
  <InputSelect
    name="corpus"
    label="Documents"
    bundled={{ value: BUNDLED, label: 'Handbook', title: 'a handbook that comes with Statescope' }}
    pick={{ value: PICK, label: 'your own documents…', title: 'several files: .md or .txt' }}
    count={['document', 'documents']}
    accept=".md,.markdown,.txt,text/markdown,text/plain"
    multiple
  />
);
