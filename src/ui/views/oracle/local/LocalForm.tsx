import { useEffect, useRef, useState } from 'react';
import { isLocalOracle, type LocalKind, type LocalSetup } from '../../../../engine/oracle/oracleSetup.ts';
import { getGgufName } from '../../../../oracles/local/getGgufName.ts';
import type { BrowserFacts, LocalModelSpec, ModelChoice } from '../../../../workers/protocol/api.ts';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { isSameLocalModel } from '../../../state/localModelState.ts';
import { formatByteSize } from '../../../words/sizes.ts';
import { EstimateSection } from '../EstimateSection.tsx';
import { FormFields } from '../FormFields.tsx';
import { LimitFields } from '../LimitFields.tsx';
import panel from '../OraclePanel.module.css';
import { isSameAskingSetup, StartButton } from '../StartButton.tsx';
import { useIntent } from '../useIntent.ts';
import { Field } from './Field.tsx';
import { getLocalModelSpec, LoadSection } from './LoadSection.tsx';
import styles from './LocalForm.module.css';
import { ModelTable } from './ModelTable.tsx';
import { OwnModel, type OwnModelProps } from './OwnModel.tsx';
import { WaysOn } from './WaysOn.tsx';

interface Props {
  /** The value in the form. */
  readonly oracle: LocalSetup;
  /** The model that decides in the run, if it runs in this browser. */
  readonly current: LocalSetup | null;
}

const ABOUT: Readonly<Record<LocalKind, string>> = {
  webllm:
    'A model inside this browser, on the graphics card: nothing leaves the machine, nothing is fetched before a click.',
  wllama:
    'A model inside this browser, on the processor: slower, and it runs everywhere. Nothing leaves the machine, nothing is fetched before a click.',
};

/** A language model inside this browser: which, whether it is here, how it is asked. */
export function LocalForm({ oracle, current }: Props) {
  const commands = useCommands();
  const store = usePageStore();
  const { facts, choices, loading } = usePage(state => state.local);
  const { kind } = oracle;
  useEffect(() => void commands.lookAtModels(kind), [commands, kind]);
  const edit = (part: Partial<LocalSetup>): void => {
    const { draft } = store.getState();
    const now = draft && isLocalOracle(draft) && draft.kind === kind ? draft : oracle;
    const next = { ...now, ...part };
    store.getState().setDraft(current !== null && isSameAskingSetup(next, current) ? null : next);
  };
  const inUse = current !== null && isSameAskingSetup(oracle, current);
  const listed = choices[kind];
  const chosen = listed?.find(choice => isSameLocalModel(choice, oracle)) ?? null;
  const fallback = oracle.model === '' ? chooseDefaultModel(listed ?? []) : null;
  useEffect(() => {
    if (fallback !== null) edit({ model: fallback.model, source: fallback.source });
  });
  useIntent(intent => {
    if (intent === 'download') void commands.loadModel(getLocalModelSpec(oracle));
    if (intent === 'start') void commands.reset({ oracle });
    if (intent === 'goOn') void commands.goOn(oracle);
  });
  const choose = ({ model, source }: ModelChoice) => edit({ model, source });
  const limit = (limits: LocalSetup['limits']) => {
    if (!inUse) return edit({ limits });
    void commands.setLimits(limits).catch((error: Error) => store.getState().notify('error', error.message));
  };
  return (
    <>
      <p>{ABOUT[kind]}</p>
      {facts !== null && <BrowserLine facts={facts} kind={kind} />}
      {kind === 'webllm' && facts !== null && facts.webgpu !== 'ready' ? (
        <WaysOn
          title={NO_GPU[facts.webgpu]}
          text="WebLLM cannot run here. These can, with the same questions and the same log:"
        />
      ) : (
        <>
          <ModelTable kind={kind} choices={listed ?? null} chosen={oracle} onChoose={choose} />
          <LoadSection oracle={oracle} choice={chosen} />
          {kind === 'webllm' ? <OwnWebllm onAdd={edit} /> : <OwnGguf onAdd={edit} />}
          <FormFields oracle={oracle} reports={[]} onChange={edit} />
          <EstimateSection oracle={oracle} reports={[]} />
          <LimitFields limits={inUse ? current.limits : oracle.limits} onChange={limit} />
          <StartButton
            oracle={oracle}
            inUse={inUse}
            obstacle={
              loading !== null
                ? 'it is being loaded'
                : chosen?.cached
                  ? null
                  : 'download the model first; nothing is fetched at Play'
            }
          />
        </>
      )}
      <KeptSection kind={kind} />
    </>
  );
}

const NO_GPU = {
  'no adapter': 'This browser offers WebGPU, but no graphics adapter',
  none: 'This browser does not support WebGPU',
} as const;

/** A model that is already here, else the default. */
function chooseDefaultModel(choices: readonly ModelChoice[]): ModelChoice | null {
  const able = choices.filter(({ obstacle }) => obstacle === null);
  return able.find(({ cached }) => cached) ?? able.find(({ standard }) => standard) ?? able[0] ?? null;
}

/** The browser's means of running a model. */
function BrowserLine({ facts, kind }: { facts: BrowserFacts; kind: LocalKind }) {
  const { webgpu, shaderF16, largestBuffer, keepsFiles, free } = facts;
  const gpu: readonly (readonly [string, string])[] =
    webgpu === 'ready'
      ? [
          ['WebGPU', 'in a worker'],
          shaderF16 ? ['shader-f16', 'q4f16 models run'] : ['no shader-f16', 'q4f16 models do not run'],
          [formatByteSize(largestBuffer), 'largest buffer'],
        ]
      : [[webgpu === 'none' ? 'no WebGPU' : 'no adapter', 'in this browser']];
  const processor = [['llama.cpp', 'in WebAssembly, one thread']] as const;
  const keeping: typeof gpu =
    kind === 'webllm' || keepsFiles
      ? []
      : [['not saved', 'a file of yours is to be chosen again after a reload']];
  const room = free === null ? [] : ([[formatByteSize(free), 'free for the cache']] as const);
  return (
    <dl className={styles.facts}>
      {[...(kind === 'webllm' ? gpu : processor), ...keeping, ...room].map(([fact, about]) => (
        <div key={about}>
          <dt>{fact}</dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Bytes below which stored data is not mentioned. */
const LITTLE = 100_000;

/**
 * Data that the browser stores for this page, with a button that deletes it; shown even if models can no longer run.
 */
function KeptSection({ kind }: { kind: LocalKind }) {
  const commands = useCommands();
  const used = usePage(state => state.local.facts?.used ?? 0);
  const [sure, setSure] = useState(false);
  if (used < LITTLE) return null;
  const remove = () => {
    setSure(false);
    void commands.removeAllModels(kind);
  };
  return (
    <section className={panel.part} aria-label="Saved in this browser">
      <h3>Saved in this browser</h3>
      <p>
        {formatByteSize(used)}, mostly models: those of the lists, and the remains of interrupted downloads.
      </p>
      <p className={styles.action}>
        {sure ? (
          <>
            <button type="button" onClick={remove}>
              Delete {formatByteSize(used)}
            </button>
            <button type="button" onClick={() => setSure(false)}>
              Keep them
            </button>
          </>
        ) : (
          <button type="button" onClick={() => setSure(true)}>
            Delete all models
          </button>
        )}
      </p>
    </section>
  );
}

/** A GGUF by its address, or a file from this machine. */
function OwnGguf({ onAdd }: OwnModelProps) {
  const commands = useCommands();
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
      extra={
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
              if (chosen) void commands.openModelFile(chosen);
            }}
          />
        </>
      }
    />
  );
}

/** A hosted model: its weights, its compiled library, and what both are pinned to. */
function OwnWebllm({ onAdd }: OwnModelProps) {
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
      extra={<span className="label">nothing is fetched yet</span>}
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
