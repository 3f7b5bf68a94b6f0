import { DEFAULT_SETUP } from '../../../engine/models/defaultSetup.ts';
import type { ModelKind, OracleSetup } from '../../../engine/oracle/oracleSetup.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentAppearance, listModelChoices } from '../../model/getModelAppearance.ts';
import { ORACLES } from '../../state/oracleChoices.ts';
import { collectChangedParameters } from '../../store/changedParameters.ts';
import { getLastModelSetup } from '../../store/slices/decidingSlice.ts';
import { Select } from './Select.tsx';

/** Chooses the model; another one opens another run. */
export function ModelSelect() {
  const commands = useCommands();
  const model = usePage(state => state.run?.setup.model ?? DEFAULT_SETUP.model);
  return (
    <Select
      label="Model"
      value={model}
      choices={listModelChoices()}
      onChoose={value => void commands.openModel(value)}
    />
  );
}

/** Stands for the preset in force without the changes to it. */
const UNCHANGED = 'unchanged';

/** Chooses the preset; another one opens another run. */
export function PresetSelect() {
  const commands = useCommands();
  const preset = usePage(state => state.run?.setup.preset ?? 'showcase');
  const changed = usePage(state => collectChangedParameters(state).length);
  const { presets, presetsAre } = usePage(getCurrentAppearance);
  if (presetsAre !== undefined) return null;
  const choose = (value: string) =>
    void commands.reset({ preset: value === UNCHANGED ? preset : value, parameters: {}, changes: [] });
  const choices = presets.flatMap(choice =>
    choice.value === preset && changed > 0
      ? [
          { ...choice, label: `${choice.label}, ${formatNounCount(changed, 'change')}` },
          { ...choice, value: UNCHANGED, label: `${choice.label}, no changes` },
        ]
      : [choice],
  );
  return <Select label="Preset" value={preset} choices={choices} onChoose={choose} />;
}

/** Chooses the oracle: the policy decides at once; all others need a set-up. */
export function OracleSelect() {
  const commands = useCommands();
  const store = usePageStore();
  const oracle = usePage(state => state.run?.setup.oracle.kind ?? 'policy');
  const model = usePage(({ run }) =>
    run && isLanguageModelOracle(run.setup.oracle) ? run.setup.oracle.model : '',
  );
  const choose = (value: string) => {
    if (value === 'policy') return void commands.reset({ oracle: { kind: 'policy' } });
    const draft: OracleSetup =
      value === 'replay' ? { kind: value } : getLastModelSetup(store.getState(), value as ModelKind);
    store.getState().setDraft(draft);
    store.getState().arrange({ panel: 'oracle' });
  };
  const choices = ORACLES.map(choice =>
    choice.value === oracle && model !== ''
      ? { ...choice, label: `${choice.label.replace('-compatible', '')}, ${model}` }
      : choice,
  );
  return <Select label="Oracle" value={oracle} choices={choices} onChoose={choose} />;
}
