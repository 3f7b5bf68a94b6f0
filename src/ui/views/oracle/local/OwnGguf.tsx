import { useRef, useState } from 'react';
import { getGgufName } from '../../../../oracles/local/getGgufName.ts';
import type { LocalModelSpec } from '../../../../workers/protocol/api.ts';
import { useLink } from '../../../hooks/hooks.ts';
import { Field } from './Field.tsx';
import { OwnModel, type OwnModelProps } from './OwnModel.tsx';

/** A GGUF by its address, or a file from this machine. */
export function OwnGguf({ onAdd }: OwnModelProps) {
  const link = useLink();
  const file = useRef<HTMLInputElement>(null);
  const [given, setGiven] = useState('');
  const specOf = (): LocalModelSpec => {
    const url = given.trim();
    return { kind: 'wllama', model: getGgufName(url), source: { url, library: null, revision: null } };
  };
  return (
    <OwnModel
      title="Your own GGUF"
      specOf={specOf}
      onAdd={onAdd}
      fields={
        <Field
          label="model, URL"
          value={given}
          onChange={setGiven}
          hint="https://models.example/our-model-Q4_K_M.gguf"
        />
      }
      beside={
        <>
          <button type="button" onClick={() => file.current?.click()}>
            Choose a file
          </button>
          <span className="label">or drop it on the page</span>
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
        </>
      }
    />
  );
}
