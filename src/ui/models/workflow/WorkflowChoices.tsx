import { useMemo, useRef } from 'react';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/getModelAppearance.ts';
import type { NamedChoice } from '../../state/oracleChoices.ts';
import { Select } from '../../views/bar/Select.tsx';
import { OWN_WORKFLOW } from './ownWorkflow.ts';

const OWN = 'own';
const CURRENT_WORKFLOW = 'kept';
const PICK_WORKFLOW = 'pick';

/** The examples, the user's own workflow, or another file. */
export function WorkflowChoices() {
  const commands = useCommands();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(getCurrentAppearance);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const epoch = usePage(({ run }) => run?.info.epoch);
  // Only a run changes what is kept.
  const kept = useMemo(() => OWN_WORKFLOW.text(), [epoch]);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('workflow') ?? false);
  const own = usePage(({ run }) => (isOwn ? run?.info.config.inputInfo.workflow?.name : kept?.name));
  // Texts from an address are listed next to the user's own.
  const other = isOwn && OWN_WORKFLOW.lent() !== null ? kept : null;
  const choices: NamedChoice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN, label: own, title: 'your own workflow' }]),
    ...(other
      ? [{ value: CURRENT_WORKFLOW, label: other.name, title: 'your own workflow, saved in this browser' }]
      : []),
    { value: PICK_WORKFLOW, label: 'open a file…', title: 'a workflow of your own: one .yaml' },
  ];
  const choose = (value: string) => {
    if (value === PICK_WORKFLOW) return picker.current?.click();
    if (value === CURRENT_WORKFLOW && kept)
      return void commands.openOwn('workflow', [new File([kept.text], kept.name)]);
    if (value !== OWN) return void commands.reset({ preset: value, own: [], changes: [] });
    if (kept && !isOwn) void commands.openOwn('workflow', [new File([kept.text], kept.name)]);
  };
  return (
    <>
      <Select label="Example" value={isOwn ? OWN : preset} choices={choices} onChoose={choose} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Workflow files"
        accept=".yaml,.yml,.json"
        multiple
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void commands.openFiles(files, 'workflow');
          event.target.value = '';
        }}
      />
    </>
  );
}
