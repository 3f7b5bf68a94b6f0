import { useState } from 'react';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatNounCount } from '../../../lib/formatCounts.ts';
import type { PairChoicesProps } from '../../../model/modelPlugin.ts';
import { Select } from '../../../views/bar/Select.tsx';
import compare from '../../../views/compare/Compare.module.css';
import { getRecordedPart } from '../recordedPart.ts';
import { splitSet } from './splitSet.ts';

const NO_LABELS: readonly never[] = [];

/** Splits the cases on the screen into two sets by a label; nothing without a label of several values. */
export function SplitChoice({ isBusy, onCompare }: PairChoicesProps) {
  const store = usePageStore();
  const commands = useCommands();
  const labels = usePage(state => getRecordedPart(state).reading?.labels ?? NO_LABELS);
  const [chosen, choose] = useState<{ readonly label?: string; readonly a?: string; readonly b?: string }>(
    {},
  );
  const known = labels.find(({ label }) => label === chosen.label) ?? labels[0];
  if (known === undefined) return null;
  const [a, b] = [chosen.a ?? known.pair[0], chosen.b ?? known.pair[1]];
  const values = known.values.map(({ value, cases }) => ({
    value,
    label: `${escapeInvisibleText(value)}, ${formatNounCount(cases, 'case')}`,
    title: '',
  }));
  return (
    <>
      <h3>By a label of its cases</h3>
      <div className={compare.what}>
        <Select
          label="Label"
          value={known.label}
          choices={labels.map(({ label }) => ({
            value: label,
            label: escapeInvisibleText(label),
            title: '',
          }))}
          onChoose={label => choose({ label })}
        />
        <Select
          label="Value of set A"
          value={a}
          choices={values}
          onChoose={value => choose({ ...chosen, a: value })}
        />
        <Select
          label="Value of set B"
          value={b}
          choices={values}
          onChoose={value => choose({ ...chosen, b: value })}
        />
        <button
          type="button"
          className={compare.start}
          disabled={isBusy || a === b}
          onClick={() => onCompare(splitSet({ store, commands }, { label: known.label, a, b }))}
        >
          Compare
        </button>
      </div>
    </>
  );
}
