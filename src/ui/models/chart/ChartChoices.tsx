import { useRef } from 'react';
import type { Choice } from '../../choices.ts';
import { useLink, usePage } from '../../hooks.ts';
import { NetworkSelect } from '../../views/network/NetworkSelect.tsx';
import { Select } from '../../views/Select.tsx';
import { lookNow } from '../looks.ts';

const OWN = 'own';
const PICK = 'pick';

/** The bundled charts or the user's own, and the network. */
export function ChartChoices() {
  return (
    <>
      <ChartSelect />
      <RegionSelect />
      <NetworkSelect />
    </>
  );
}

/** The region that all views show, where the chart has several. */
function RegionSelect() {
  const link = useLink();
  const region = usePage(({ run }) => run?.info.chart.region);
  if (!region || region.names.length < 2) return null;
  const choices = region.names.map((name, i): Choice => {
    const label = name ?? 'top level';
    return { value: String(i), label, title: `what happens in ${label}` };
  });
  return (
    <Select
      label="Region"
      value={String(region.shown)}
      choices={choices}
      onChoose={value => void link.showRegion(Number(value))}
    />
  );
}

function ChartSelect() {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const { presets } = usePage(lookNow);
  const preset = usePage(({ run }) => run?.setup.preset ?? '');
  const own = usePage(({ run }) =>
    run?.setup.own?.includes('chart') ? run.info.config.inputInfo.chart?.name : undefined,
  );
  const choices: Choice[] = [
    ...presets,
    ...(own === undefined ? [] : [{ value: OWN, label: own, title: 'your own statechart' }]),
    { value: PICK, label: 'open a file…', title: 'a statechart of your own: SCXML, or JSON as of XState' },
  ];
  const choose = (value: string) => {
    if (value === PICK) picker.current?.click();
    else if (value !== OWN) void link.reset({ preset: value, own: [], parameters: {}, changes: [] });
  };
  return (
    <>
      <Select
        label="Chart"
        strong
        value={own === undefined ? preset : OWN}
        choices={choices}
        onChoose={choose}
      />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Statechart file"
        accept=".scxml,.xml,.json"
        onChange={event => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) void link.openFiles(files, 'chart');
          event.target.value = '';
        }}
      />
    </>
  );
}
