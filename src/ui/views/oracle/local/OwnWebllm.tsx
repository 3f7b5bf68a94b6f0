import { useState } from 'react';
import type { LocalModelSpec } from '../../../../workers/protocol/api.ts';
import { Field } from './Field.tsx';
import { OwnModel, type OwnModelProps } from './OwnModel.tsx';

/** A hosted model: its weights, its compiled library, and what both are pinned to. */
export function OwnWebllm({ onAdd }: OwnModelProps) {
  const [model, setModel] = useState('');
  const [library, setLibrary] = useState('');
  const [revision, setRevision] = useState('');
  const specOf = (): LocalModelSpec => {
    const { url, pinned } = parsePinnedUrl(model.trim());
    const source = { url, library: library.trim(), revision: revision.trim() || pinned };
    return { kind: 'webllm', model: getModelNameFromUrl(url), source };
  };
  return (
    <OwnModel
      title="Your own model"
      specOf={specOf}
      onAdd={onAdd}
      fields={
        <>
          <Field
            label="model, URL"
            value={model}
            onChange={setModel}
            hint="https://models.example/our-1b-q4f32_1"
          />
          <Field
            label="library, URL"
            value={library}
            onChange={setLibrary}
            hint="https://models.example/our-1b-webgpu.wasm"
          />
          <Field
            label="revision"
            value={revision}
            onChange={setRevision}
            hint="a commit; empty follows main"
          />
        </>
      }
      beside={<span className="label">nothing is fetched yet</span>}
    />
  );
}

/** A URL that is copied from a hub may have the revision in it. */
function parsePinnedUrl(url: string): { readonly url: string; readonly pinned: string | null } {
  const match = /^(.+?)\/(?:resolve|tree)\/([^/]+)\/?$/.exec(url);
  return match === null
    ? { url: url.replace(/\/+$/, ''), pinned: null }
    : { url: match[1], pinned: match[2] === 'main' ? null : match[2] };
}

const getModelNameFromUrl = (url: string): string => url.split('/').pop() || 'own model';
