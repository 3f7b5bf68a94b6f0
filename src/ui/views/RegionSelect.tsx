import type { Choice } from '../choices.ts';
import { useLink, usePage } from '../hooks.ts';
import { Select } from './Select.tsx';

/** The region that all views show, where the chart has several. */
export function RegionSelect() {
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
