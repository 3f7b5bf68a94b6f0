import { useMemo, useRef } from 'react';
import { useLink, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance } from '../../model/looks.ts';
import type { Choice } from '../../state/choices.ts';
import { Select } from '../../views/bar/Select.tsx';
import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { OWN_CHART } from './ownChart.ts';

const OWN = 'own';
const KEPT = 'kept';
const PICK = 'pick';

/** The bundled charts or the user's own, and the network. */
export function ChartChoices() {
  return (
    <>
      <ChartSelect />
      <NetworkSelect />
    </>
  );
}

function ChartSelect() {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(getCurrentAppearance);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const epoch = usePage(({ run }) => run?.info.epoch);
  // Only a run changes what is kept.
  const kept = useMemo(() => OWN_CHART.text(), [epoch]);
  const isOwn = usePage(({ run }) => run?.setup.own?.includes('chart') ?? false);
  const own = usePage(({ run }) => (isOwn ? run?.info.config.inputInfo.chart?.name : kept?.name));
  // What came with an address stands beside the user's own.
  const other = isOwn && OWN_CHART.lent() !== null ? kept : null;
  const choices: Choice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN, label: own, title: 'your own statechart' }]),
    ...(other
      ? [{ value: KEPT, label: other.name, title: 'your own statechart, kept in this browser' }]
      : []),
    {
      value: PICK,
      label: 'open a file…',
      title: 'a statechart of your own: SCXML, JSON as of XState, or Mermaid',
    },
  ];
  const choose = (value: string) => {
    if (value === PICK) return picker.current?.click();
    if (value === KEPT && kept) return void link.openOwn('chart', [new File([kept.text], kept.name)]);
    if (value !== OWN) return void link.reset({ preset: value, own: [], parameters: {}, changes: [] });
    if (kept && !isOwn) void link.openOwn('chart', [new File([kept.text], kept.name)]);
  };
  return (
    <>
      <Select label="Chart" strong value={isOwn ? OWN : preset} choices={choices} onChoose={choose} />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Statechart file"
        accept=".scxml,.xml,.json,.mmd,.md"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void link.openFiles(files, 'chart');
          event.target.value = '';
        }}
      />
    </>
  );
}
