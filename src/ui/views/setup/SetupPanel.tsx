import { useState } from 'react';
import type { Tick } from '../../../engine/core/indices.ts';
import type {
  ParameterDefinition,
  ParameterTable,
  ParameterValue,
} from '../../../engine/parameters/parameterDefinition.ts';
import type { RunConfig } from '../../../engine/setup/config.ts';
import { filterParameterChanges } from '../../../engine/setup/setupChanges.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useCommands, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getRestartSetup } from '../../life/reopening.ts';
import { getCurrentModelWords, getModelAppearance, isRecordedModel } from '../../model/getModelAppearance.ts';
import type { RunState } from '../../state/pageState.ts';
import { getPastTick, isLookingBack } from '../../state/viewState.ts';
import { collectChangedParameters } from '../../store/changedParameters.ts';
import { ModelSelect, OracleSelect, PresetSelect } from '../bar/SetupSelects.tsx';
import { ParameterField } from './ParameterField.tsx';
import styles from './SetupRail.module.css';

const ParameterTableDialog = createLazyView(
  async () => (await import('./ParameterTableDialog.tsx')).ParameterTableDialog,
);

/** The value that holds in the tick after the one that is shown: the latest change, else the configuration's. */
function getCurrentParameter(
  config: RunConfig,
  { name, older }: Pick<ParameterDefinition, 'name' | 'older'>,
  shown: Tick,
): ParameterValue {
  if (older && getCurrentParameter(config, older, shown) === true) return older.value;
  const change = filterParameterChanges(config.changes).findLast(
    entry => entry.name === name && entry.tick <= Math.max(0, shown) + 1,
  );
  return change?.value ?? config.parameters[name] ?? 0;
}

/** True if a parameter has an effect in a run: on its network, and with the switch that it needs. */
const hasParameterEffect = ({ network, needs }: ParameterDefinition, config: RunConfig): boolean =>
  (network ?? config.network) === config.network &&
  (needs === undefined || config.parameters[needs] === true);

/** The run's inputs and every parameter with its unit; those that need a reset are listed apart. */
export function SetupPanel({ withChoices }: { withChoices: boolean }) {
  const commands = useCommands();
  const store = usePageStore();
  const run = usePage(state => state.run);
  const { tick, Tick } = usePage(getCurrentModelWords);
  const isBack = usePage(isLookingBack);
  // While it plays at its head every change holds from the next tick on.
  const shown = usePage(state => getPastTick(state) ?? Number.POSITIVE_INFINITY);
  const { Choices, Facts, Decider } = useViews();
  if (!run) return null;
  const { info, setup } = run;
  const changeLive = async ({ name, older }: ParameterDefinition, value: ParameterValue) => {
    if (older && getCurrentParameter(info.config, older, shown) === true)
      await commands.change(older.name, false);
    await commands.change(name, value);
  };
  const set = (parameter: ParameterDefinition, value: ParameterValue) => {
    if (parameter.measures) return void commands.measureBy(parameter.name, value);
    if (parameter.live) return void changeLive(parameter, value);
    const { [parameter.name]: _, ...others } = getRestartSetup(run).parameters;
    const isDefault = parameter.defaults[setup.preset] === value;
    const parameters = isDefault ? others : { ...others, [parameter.name]: value };
    const { suited } = getModelAppearance(setup.model);
    void commands.reset({ parameters: suited?.(store.getState(), parameters, parameter.name) ?? parameters });
  };
  const fields = (live: boolean, measures?: true) =>
    info.parameters
      .filter(({ cell }) => cell === undefined)
      .filter(one => one.live === live && one.measures === measures && hasParameterEffect(one, info.config))
      .map(parameter => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={getCurrentParameter(info.config, parameter, shown)}
          preset={parameter.defaults[setup.preset]}
          onChange={value => set(parameter, value)}
        />
      ));
  const live = fields(true);
  const measured = fields(false, true);
  return (
    <section id="setup" className={styles.panel} aria-label="Set-up">
      <h2 className="hidden">Set-up</h2>
      {withChoices && (
        <div className={styles.choices}>
          <ModelSelect />
          <Choices />
          <PresetSelect />
          {Decider ? <Decider /> : <OracleSelect />}
        </div>
      )}
      <Facts />
      {live.length > 0 && (
        <>
          <h3>{isBack ? `Works from ${Tick} ${Math.max(0, shown) + 1} on` : `Works in the next ${tick}`}</h3>
          <p className="label">
            {isBack
              ? 'A change here makes a branch: the run continues from here in another way, and can be compared with the original.'
              : 'Each change is recorded in the run and in its document.'}
          </p>
          {live}
        </>
      )}
      {measured.length > 0 && (
        <>
          <h3>What is counted</h3>
          {measured}
        </>
      )}
      <h3>Needs a reset</h3>
      <p className="label">
        {isRecordedModel(setup.model)
          ? 'A change here makes the run again from its recording.'
          : `A change here starts again from ${tick} 0 with the same seed.`}
      </p>
      {info.table && <TableButton run={run} table={info.table} />}
      {fields(false)}
    </section>
  );
}

/** Opens the table that some of the parameters form, and says how many of its values differ from the preset. */
function TableButton({ run, table }: { run: RunState; table: ParameterTable }) {
  const [isOpen, setOpen] = useState(false);
  const changed = collectChangedParameters({ run }).filter(
    ({ parameter }) => parameter.cell !== undefined,
  ).length;
  return (
    <p className={styles.table}>
      <button type="button" onClick={() => setOpen(true)}>
        {table.name[0].toUpperCase() + table.name.slice(1)}…
      </button>
      <span className="label">
        {changed === 0
          ? `the preset’s values for each ${table.row}`
          : `${formatNounCount(changed, 'value')} changed`}
      </span>
      {isOpen && <ParameterTableDialog run={run} table={table} onClose={() => setOpen(false)} />}
    </p>
  );
}
