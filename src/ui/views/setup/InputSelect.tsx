import { useRef } from 'react';
import type { OwnInput } from '../../../engine/setup/config.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import type { NamedChoice } from '../../state/oracleChoices.ts';
import { Select } from '../bar/Select.tsx';

/** Value of the choice for what comes with Statescope. */
export const BUNDLED = 'bundled';
const OWN_INPUT = 'own';
/** Value of the choice that opens a file dialog. */
export const PICK_INPUT = 'pick';

interface Props {
  readonly name: OwnInput;
  readonly label: string;
  readonly bundled: NamedChoice;
  readonly pick: NamedChoice;
  /** Noun for the parts: "24 missions". */
  readonly count: readonly [one: string, many: string];
  readonly accept: string;
}

/** A choice between the bundled input and the user's files. */
export function InputSelect({ name, label, bundled, pick, count, accept }: Props) {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const own = usePage(({ run }) => run?.setup.own?.includes(name) ?? false);
  const info = usePage(({ run }) => run?.info.config.inputInfo[name]);
  const shown = info ? formatNounCount(info.count, ...count) : bundled.label;
  const choices: NamedChoice[] = [
    { ...bundled, title: own ? bundled.title : `${bundled.title}: ${shown}` },
    ...(own ? [{ value: OWN_INPUT, label: `${info?.name ?? ''}, ${shown}`, title: 'your files' }] : []),
    pick,
  ];
  const choose = (value: string) => {
    if (value === PICK_INPUT) picker.current?.click();
    else if (value === BUNDLED) void commands.openOwn(name, null);
  };
  return (
    <>
      <Select label={label} value={own ? OWN_INPUT : BUNDLED} choices={choices} onChoose={choose} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`${label} files`}
        accept={accept}
        multiple
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files, name);
          event.target.value = '';
        }}
      />
    </>
  );
}
