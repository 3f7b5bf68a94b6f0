import { useId, useState } from 'react';
import type { LocalSetup, ModelSource } from '../../../engine/config.ts';
import { checkSource } from '../../../engine/setup.ts';
import { useLink } from '../../hooks.ts';
import { addOwnModel } from '../../ownModels.ts';
import panel from '../OraclePanel.module.css';
import styles from './LocalForm.module.css';

interface Props {
  readonly onAdd: (part: Pick<LocalSetup, 'model' | 'source'>) => void;
}

/** A model that somebody hosts: its weights, its compiled library, and what both are pinned to. */
export function OwnWebllm({ onAdd }: Props) {
  const id = useId();
  const link = useLink();
  const [model, setModel] = useState('');
  const [library, setLibrary] = useState('');
  const [revision, setRevision] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = async () => {
    const { url, pinned } = pinnedOf(model.trim());
    const source: ModelSource = { url, library: library.trim(), revision: revision.trim() || pinned };
    try {
      checkSource('webllm', source);
    } catch (error) {
      return setProblem(error instanceof Error ? error.message : String(error));
    }
    setProblem(null);
    const spec = { kind: 'webllm' as const, model: nameOf(url), source };
    addOwnModel(spec);
    onAdd(spec);
    await link.lookAtModels('webllm');
  };
  return (
    <details className={`${panel.part} ${styles.own}`}>
      <summary>One’s own model</summary>
      <Field
        id={`${id}-model`}
        label="model, URL"
        value={model}
        onChange={setModel}
        hint="https://models.example/our-1b-q4f32_1"
      />
      <Field
        id={`${id}-library`}
        label="library, URL"
        value={library}
        onChange={setLibrary}
        hint="https://models.example/our-1b-webgpu.wasm"
      />
      <Field
        id={`${id}-revision`}
        label="revision"
        value={revision}
        onChange={setRevision}
        hint="a commit; empty follows main"
      />
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={styles.action}>
        <button type="button" onClick={() => void add()}>
          Add to the list
        </button>
        <span className="label">nothing is fetched yet</span>
      </p>
    </details>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly onChange: (value: string) => void;
}

export function Field({ id, label, value, hint, onChange }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.fieldName}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        spellCheck={false}
        autoComplete="off"
        placeholder={hint}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  );
}

/** A URL that is copied from a hub may have the revision in it. */
function pinnedOf(url: string): { readonly url: string; readonly pinned: string | null } {
  const match = /^(.+?)\/(?:resolve|tree)\/([^/]+)\/?$/.exec(url);
  return match === null
    ? { url: url.replace(/\/+$/, ''), pinned: null }
    : { url: match[1]!, pinned: match[2] === 'main' ? null : match[2]! };
}

const nameOf = (url: string): string => url.split('/').pop() || 'own model';
