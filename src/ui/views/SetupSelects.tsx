import { useRef } from 'react';
import type { ModelKind, OracleSetup } from '../../engine/config.ts';
import { asksModel } from '../../engine/setup.ts';
import { type Choice, FILE_NETWORK, MODELS, NETWORKS, ORACLES, PRESETS } from '../choices.ts';
import { useLink, usePage, usePageStore } from '../hooks.ts';
import { remembered } from '../store.ts';
import styles from './Bar.module.css';

const OWN_FILE = 'own-file';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
  readonly strong?: boolean;
}

function Select({ label, value, choices, onChoose, strong = false }: Props) {
  return (
    <select
      className={strong ? styles.strong : styles.select}
      aria-label={label}
      title={`${label}: ${choices.find(choice => choice.value === value)?.title ?? value}`}
      value={value}
      onChange={event => onChoose(event.target.value)}
    >
      {choices.map(choice => (
        <option key={choice.value} value={choice.value} title={choice.title}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

export function ModelSelect() {
  const link = useLink();
  const model = usePage(state => state.run?.setup.model ?? 'social');
  return (
    <Select
      label="Model"
      value={model}
      choices={MODELS}
      onChoose={value => void link.reset({ model: value })}
    />
  );
}

/** The bundled networks, the generators, and a file of the user's. */
export function NetworkSelect() {
  const link = useLink();
  const picker = useRef<HTMLInputElement>(null);
  const network = usePage(state => state.run?.setup.network ?? 'congress');
  const fileName = usePage(state => state.run?.info.config.networkInfo?.name ?? '');
  const own = { value: OWN_FILE, label: 'your own edge list…', title: 'lines of: source target [weight]' };
  const loaded =
    network === FILE_NETWORK ? [{ value: FILE_NETWORK, label: fileName, title: 'your file' }] : [];
  const choose = (value: string) => {
    if (value === OWN_FILE) picker.current?.click();
    else void link.reset({ network: value, agents: null });
  };
  return (
    <>
      <Select
        label="Network"
        strong
        value={network}
        choices={[...NETWORKS, ...loaded, own]}
        onChoose={choose}
      />
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Edge list file"
        accept=".csv,.txt,.tsv,.edges,.edgelist,text/plain,text/csv"
        onChange={event => {
          const file = event.target.files?.[0];
          if (file) void link.openFile(file);
          event.target.value = '';
        }}
      />
    </>
  );
}

export function PresetSelect() {
  const link = useLink();
  const preset = usePage(state => state.run?.setup.preset ?? 'showcase');
  const choose = (value: string) => void link.reset({ preset: value, parameters: {}, changes: [] });
  return <Select label="Preset" value={preset} choices={PRESETS} onChoose={choose} />;
}

/** The policy decides at once; whatever else has something to be set up. */
export function OracleSelect() {
  const link = useLink();
  const store = usePageStore();
  const oracle = usePage(state => state.run?.setup.oracle.kind ?? 'policy');
  const model = usePage(({ run }) => (run && asksModel(run.setup.oracle) ? run.setup.oracle.model : ''));
  const choose = (value: string) => {
    if (value === 'policy') return void link.reset({ oracle: { kind: 'policy' } });
    const draft: OracleSetup =
      value === 'replay' ? { kind: value } : remembered(store.getState(), value as ModelKind);
    store.setState({ panel: 'oracle', draft });
  };
  const choices = ORACLES.map(choice =>
    choice.value === oracle && model !== ''
      ? { ...choice, label: `${choice.label.replace('-compatible', '')}, ${model}` }
      : choice,
  );
  return <Select label="Oracle" value={oracle} choices={choices} onChoose={choose} />;
}
