import { useRef } from 'react';
import { useLink, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import type { Choice } from '../../state/choices.ts';
import { Select } from '../../views/bar/Select.tsx';

const OWN = 'own';
const PICK = 'pick';

/** The bundled sets of cases, or traces of the user's own. */
export function TracesSelect() {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(getCurrentAppearance);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const own = usePage(({ run }) =>
    run?.setup.own?.includes('traces') ? run.info.config.inputInfo.traces?.name : undefined,
  );
  const choices: Choice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN, label: own, title: 'your own traces' }]),
    {
      value: PICK,
      label: 'your own traces…',
      title: 'OpenTelemetry, messages with tool calls, event logs: .json, .jsonl, .csv, .xes, .pb, .gz, .zip',
    },
  ];
  const choose = (value: string) => {
    if (value === PICK) return picker.current?.click();
    if (value !== OWN) void link.reset({ preset: value, own: [], agents: null, parameters: {}, changes: [] });
  };
  return (
    <>
      <Select
        label="Traces"
        strong
        value={own === undefined ? preset : OWN}
        choices={choices}
        onChoose={choose}
      />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        aria-label="Trace files"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void link.openFiles(files, 'traces');
          event.target.value = '';
        }}
      />
    </>
  );
}
