import type { ParameterDefinition, ParameterValue, RunConfig } from '../../engine/config.ts';
import { useLink, usePage } from '../hooks.ts';
import { wordsNow } from '../models/looks.ts';
import { useViews } from '../models/useViews.ts';
import { ParameterField } from './ParameterField.tsx';
import styles from './SetupRail.module.css';
import { ModelSelect, OracleSelect, PresetSelect } from './SetupSelects.tsx';

/** The value that holds at the head: the latest change, else the configuration's. */
function currentValue(config: RunConfig, name: string): ParameterValue {
  const change = config.changes.findLast(entry => entry.name === name);
  return change?.value ?? config.parameters[name] ?? 0;
}

/** The run's inputs and every parameter with its unit; those that need a reset are listed apart. */
export function SetupPanel({ withChoices }: { withChoices: boolean }) {
  const link = useLink();
  const run = usePage(state => state.run);
  const { tick } = usePage(wordsNow);
  const { Choices, Facts } = useViews();
  if (!run) return null;
  const { info, setup } = run;
  const set = (parameter: ParameterDefinition, value: ParameterValue) => {
    if (parameter.live) return void link.change(parameter.name, value);
    const { [parameter.name]: _, ...others } = setup.parameters;
    const isDefault = parameter.defaults[setup.preset] === value;
    void link.reset({ parameters: isDefault ? others : { ...others, [parameter.name]: value } });
  };
  const fields = (live: boolean) =>
    info.parameters
      .filter(parameter => parameter.live === live && (parameter.network ?? setup.network) === setup.network)
      .map(parameter => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={currentValue(info.config, parameter.name)}
          preset={parameter.defaults[setup.preset]}
          onChange={value => set(parameter, value)}
        />
      ));
  const live = fields(true);
  return (
    <section id="setup" className={styles.panel} aria-label="Set-up">
      <h2 className="hidden">Set-up</h2>
      {withChoices && (
        <div className={styles.choices}>
          <ModelSelect />
          <Choices />
          <PresetSelect />
          <OracleSelect />
        </div>
      )}
      <Facts />
      {live.length > 0 && (
        <>
          <h3>Works in the next {tick}</h3>
          <p className="label">Each change is kept in the run and in its document.</p>
          {live}
        </>
      )}
      <h3>Needs a reset</h3>
      <p className="label">A change here starts again from {tick} 0 with the same seed.</p>
      {fields(false)}
    </section>
  );
}
