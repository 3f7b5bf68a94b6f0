import { useEffect } from 'react';
import type { LocalKind, LocalSetup } from '../../../../engine/oracle/oracleSetup.ts';
import { isLocalOracle } from '../../../../engine/oracle/oracleSetup.ts';
import type { ModelChoice } from '../../../../workers/protocol/api.ts';
import { useLink, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { isSameLocalModel } from '../../../state/local.ts';
import { EstimateSection } from '../EstimateSection.tsx';
import { FormFields } from '../FormFields.tsx';
import { LimitFields } from '../LimitFields.tsx';
import { isSameAskingSetup, StartButton } from '../StartButton.tsx';
import { useIntent } from '../useIntent.ts';
import { BrowserLine } from './BrowserLine.tsx';
import { KeptSection } from './KeptSection.tsx';
import { getLocalModelSpec, LoadSection } from './LoadSection.tsx';
import { ModelTable } from './ModelTable.tsx';
import { OwnGguf } from './OwnGguf.tsx';
import { OwnWebllm } from './OwnWebllm.tsx';
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
  const link = useLink();
  const store = usePageStore();
  const { facts, choices, loading } = usePage(state => state.local);
  const { kind } = oracle;
  useEffect(() => void link.lookAtModels(kind), [link, kind]);
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
    if (intent === 'download') void link.loadModel(getLocalModelSpec(oracle));
    if (intent === 'start') void link.reset({ oracle });
    if (intent === 'goOn') void link.goOn(oracle);
  });
  const choose = ({ model, source }: ModelChoice) => edit({ model, source });
  const limit = (limits: LocalSetup['limits']) => {
    if (!inUse) return edit({ limits });
    void link.setLimits(limits).catch((error: Error) => store.getState().notify('error', error.message));
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
