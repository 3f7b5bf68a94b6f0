import { useId, useRef, useState } from 'react';
import { MAX_SEED } from '../../../../engine/core/isValidSeed.ts';
import type {
  ParameterDefinition,
  ParameterValue,
} from '../../../../engine/parameters/parameterDefinition.ts';
import type { Setup } from '../../../../engine/setup/config.ts';
import { filterParameterChanges } from '../../../../engine/setup/setupChanges.ts';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { replaceTickWord } from '../../../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../../model/getModelAppearance.ts';
import type { RunState } from '../../../state/pageState.ts';
import { formatParameterValue } from '../../../store/changedParameters.ts';
import { ParameterField } from '../../setup/ParameterField.tsx';
import styles from '../Compare.module.css';

interface Props {
  readonly isBusy: boolean;
  onCompare(comparing: Promise<boolean>): void;
}

/** Values of the choice that are not parameters. */
const POLICY = ':policy';
const SEED = ':seed';
const PRESET = ':preset';

/** The same set-up with one thing otherwise from the beginning. */
export function VariantForm({ isBusy, onCompare }: Props) {
  const id = useId();
  const commands = useCommands();
  const store = usePageStore();
  const run = usePage(state => state.run);
  const { presets, presetsAre } = usePage(getCurrentAppearance);
  const { tick, Tick } = usePage(getCurrentModelWords);
  const [what, setWhat] = useState<string | null>(null);
  const [value, setValue] = useState<ParameterValue | string | null>(null);
  /** True if the last press or key left a refused value: nothing is compared then. */
  const isRefused = useRef(false);
  const begin = () => {
    isRefused.current = false;
  };
  if (run === null) return null;
  const isPolicy = run.setup.oracle.kind === 'policy';
  const parameters = run.info.parameters.filter(({ cell }) => cell === undefined);
  const chosen = what ?? (isPolicy ? (parameters[0]?.name ?? SEED) : POLICY);
  const parameter = parameters.find(({ name }) => name === chosen);
  const otherPresets = presets.filter(preset => preset.value !== run.setup.preset);
  const otherwise = createVariantChoice(chosen, value, run, parameter, otherPresets);
  const present = describePresentSetting(otherwise, run, presets, tick);
  const compare = () => {
    const { setup, words } = createVariantSetup(run.setup, otherwise, tick, presetsAre);
    const rounds = Math.max(0, store.getState().head);
    const source = { kind: 'setup', setup, files: commands.ownFiles(), rounds } as const;
    onCompare(commands.compare(source, { own: 'this run', other: words }));
  };
  return (
    <form
      className={styles.variant}
      onPointerDownCapture={begin}
      onKeyDownCapture={begin}
      onSubmit={event => {
        event.preventDefault();
        if (!isRefused.current) compare();
      }}
    >
      <h3>
        With one change{' '}
        <span className="label">{parameter?.live ? `from ${Tick} 1 on` : 'from the beginning'}</span>
      </h3>
      <div className={styles.what}>
        <label htmlFor={id}>changed</label>
        <select
          id={id}
          value={chosen}
          onChange={event => {
            setWhat(event.target.value);
            setValue(null);
          }}
        >
          {!isPolicy && <option value={POLICY}>who decides: the built-in policy</option>}
          <option value={SEED}>seed</option>
          {otherPresets.length > 0 && <option value={PRESET}>{presetsAre ?? 'preset'}</option>}
          {parameters.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {parameter && otherwise.kind === 'parameter' && (
        <ParameterField
          parameter={parameter}
          value={otherwise.value}
          preset={undefined}
          onChange={next => setValue(next)}
          onRefuse={() => {
            isRefused.current = true;
          }}
        />
      )}
      {otherwise.kind === 'seed' && (
        <label className={styles.what}>
          <span>seed</span>
          <input
            type="number"
            min={0}
            max={MAX_SEED}
            step={1}
            value={otherwise.seed}
            onChange={event => setValue(event.target.valueAsNumber)}
          />
        </label>
      )}
      {otherwise.kind === 'preset' && (
        <label className={styles.what}>
          <span>{presetsAre ?? 'preset'}</span>
          <select value={otherwise.preset} onChange={event => setValue(event.target.value)}>
            {otherPresets.map(preset => (
              <option key={preset.value} value={preset.value}>
                {preset.label}
              </option>
            ))}
          </select>
        </label>
      )}
      {present !== null && <p className="label">In this run: {present}.</p>}
      {!isPolicy && <p className="label">In the other run the built-in policy decides.</p>}
      <button type="submit" className={styles.start} disabled={isBusy}>
        {isBusy ? 'Playing the other run…' : 'Compare'}
      </button>
    </form>
  );
}

/** A changed setting, with another value than the run has until the user chooses one. */
function createVariantChoice(
  what: string,
  value: ParameterValue | string | null,
  { setup, info }: RunState,
  parameter: ParameterDefinition | undefined,
  presets: readonly { readonly value: string; readonly label: string }[],
): Otherwise {
  if (parameter) {
    const now = info.config.parameters[parameter.name] ?? parameter.defaults[setup.preset] ?? 0;
    return {
      kind: 'parameter',
      parameter,
      value:
        value === null || (typeof value === 'string' && !parameter.choices?.includes(value))
          ? suggestOtherValue(parameter, now)
          : value,
    };
  }
  if (what === SEED) {
    const seed =
      typeof value === 'number' && Number.isInteger(value) ? value : (setup.seed + 1) % (MAX_SEED + 1);
    return { kind: 'seed', seed: Math.min(MAX_SEED, Math.max(0, seed)) };
  }
  if (what === PRESET) {
    const preset = presets.find(one => one.value === value) ?? presets[0];
    return { kind: 'preset', preset: preset.value, label: preset.label };
  }
  return { kind: 'policy' };
}

/** The run's present value of the changed setting; null if nothing gives it. */
function describePresentSetting(
  otherwise: Otherwise,
  { setup, info }: RunState,
  presets: readonly { readonly value: string; readonly label: string }[],
  tick: string,
): string | null {
  if (otherwise.kind === 'parameter') {
    const { parameter } = otherwise;
    const now = info.config.parameters[parameter.name] ?? parameter.defaults[setup.preset] ?? 0;
    const since = filterParameterChanges(setup.changes).findLast(({ name }) => name === parameter.name);
    const text = `${formatParameterValue(parameter, now)} ${replaceTickWord(parameter.unit, tick)}`.trim();
    return since
      ? `${text}, since ${tick} ${since.tick} ${formatParameterValue(parameter, since.value)}`
      : text;
  }
  if (otherwise.kind === 'seed') return String(setup.seed);
  return otherwise.kind === 'preset'
    ? (presets.find(one => one.value === setup.preset)?.label ?? null)
    : null;
}

/** The opposite of a switch; half or twice a number, if that is in its range. */
function suggestOtherValue(
  { kind, min, max, choices }: ParameterDefinition,
  now: ParameterValue,
): ParameterValue {
  if (kind === 'boolean' || typeof now === 'boolean') return !now;
  if (typeof now === 'string') return choices?.find(choice => choice !== now) ?? now;
  const wanted = now === 0 ? max : 2 * now <= max ? 2 * now : now / 2;
  const other = Math.max(min, Math.min(max, kind === 'integer' ? Math.round(wanted) : wanted));
  return other === now ? min : other;
}

/** One thing that is otherwise in another run of a set-up, from its beginning on. */
type Otherwise =
  | { readonly kind: 'policy' }
  | { readonly kind: 'seed'; readonly seed: number }
  | { readonly kind: 'preset'; readonly preset: string; readonly label: string }
  | { readonly kind: 'parameter'; readonly parameter: ParameterDefinition; readonly value: ParameterValue };

/** The set-up with one thing otherwise, decided by the policy, and what it is called. @param presetsAre the input that presets are */
export function createVariantSetup(
  setup: Setup,
  otherwise: Otherwise,
  tick: string,
  presetsAre?: string,
): { readonly setup: Setup; readonly words: string } {
  const base: Setup = { ...setup, oracle: { kind: 'policy' } };
  switch (otherwise.kind) {
    case 'policy':
      return { setup: base, words: 'the built-in policy decides' };
    case 'seed':
      return { setup: { ...base, seed: otherwise.seed }, words: `seed ${otherwise.seed}` };
    case 'preset': {
      const { own, ...rest } = base;
      const kept = own?.filter(input => input !== presetsAre) ?? [];
      return {
        setup: {
          ...rest,
          preset: otherwise.preset,
          parameters: {},
          changes: [],
          ...(kept.length > 0 && { own: kept }),
        },
        words: otherwise.label,
      };
    }
    case 'parameter':
      return createParameterVariant(base, otherwise, tick);
  }
}

/** A live parameter is otherwise from the first round on, so that both runs share their warm-up. */
function createParameterVariant(
  base: Setup,
  { parameter, value }: Extract<Otherwise, { readonly kind: 'parameter' }>,
  tick: string,
): { readonly setup: Setup; readonly words: string } {
  const { name, live } = parameter;
  const words =
    `${parameter.label} ${formatParameterValue(parameter, value)} ${replaceTickWord(parameter.unit, tick)}`.trim();
  const changes = base.changes.filter(change => change.kind !== undefined || change.name !== name);
  if (live) return { setup: { ...base, changes: [{ tick: 1, name, value }, ...changes] }, words };
  const { [name]: _, ...others } = base.parameters;
  const isUsual = parameter.defaults[base.preset] === value;
  return { setup: { ...base, parameters: isUsual ? others : { ...others, [name]: value }, changes }, words };
}
