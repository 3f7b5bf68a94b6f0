import { useId, useRef, useState } from 'react';
import type { LocalSetup } from '../../../engine/config.ts';
import { checkSource } from '../../../engine/setup.ts';
import { useLink } from '../../hooks.ts';
import { addOwnModel } from '../../ownModels.ts';
import panel from '../OraclePanel.module.css';
import styles from './LocalForm.module.css';
import { Field } from './OwnWebllm.tsx';

interface Props {
  readonly onAdd: (part: Pick<LocalSetup, 'model' | 'source'>) => void;
}

/** A GGUF by its address, or a file from this machine. */
export function OwnGguf({ onAdd }: Props) {
  const id = useId();
  const link = useLink();
  const file = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = async () => {
    const source = { url: url.trim(), library: null, revision: null };
    try {
      checkSource('wllama', source);
    } catch (error) {
      return setProblem(error instanceof Error ? error.message : String(error));
    }
    setProblem(null);
    const spec = { kind: 'wllama' as const, model: nameOf(source.url), source };
    addOwnModel(spec);
    onAdd(spec);
    await link.lookAtModels('wllama');
  };
  return (
    <details className={`${panel.part} ${styles.own}`}>
      <summary>One’s own GGUF</summary>
      <Field
        id={`${id}-url`}
        label="model, URL"
        value={url}
        onChange={setUrl}
        hint="https://models.example/our-model-Q4_K_M.gguf"
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
        <button type="button" onClick={() => file.current?.click()}>
          Choose a file
        </button>
        <span className="label">or drop it on the page</span>
      </p>
      <input
        ref={file}
        type="file"
        accept=".gguf"
        hidden
        aria-label="GGUF file"
        onChange={event => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void link.openModelFile(chosen);
        }}
      />
    </details>
  );
}

/** "tiny" for "https://…/tiny.gguf"; a % that begins no escape stays. */
function nameOf(url: string): string {
  const name = (new URL(url).pathname.split('/').pop() ?? '').replace(/\.gguf$/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
