import type { ModelSetup, RemoteSetup } from '../engine/config.ts';
import type { Tick } from '../engine/indices.ts';
import type { Answer, DecisionForm, Question } from '../engine/oracle.ts';
import { isRemote } from '../engine/oracleSetup.ts';
import type { Access } from './access.ts';
import { adviceLine } from './advice.ts';
import { backendOf } from './backends.ts';
import type { Environment } from './environment.ts';
import { httpSpeaker } from './httpSpeaker.ts';
import type { LocalModels } from './local/contract.ts';
import { localAccess } from './local/localAccess.ts';
import { probe } from './probe.ts';
import { usable } from './usable.ts';

/** Most requests under way at one URL: a browser opens at most six. */
const MOST_IN_BROWSER = 6;
const MOST_ELSEWHERE = 16;
/** Milliseconds for the first answer: the model may have to be loaded. */
const FIRST_PATIENCE = 120_000;

/** What it takes to ask a language model for a run. */
export interface ModelNeeds {
  readonly setup: ModelSetup;
  /** The key, read for each request and never kept. */
  readonly key: () => string | null;
  readonly policy: (question: Question) => Answer;
  /** The prompt in full for the document; null where a model has none. */
  readonly template: (form: DecisionForm) => object | null;
  /** Whether texts rather than choices are asked for: then the form of choices does not matter. */
  readonly completes?: boolean;
  readonly environment: Environment;
  /** Language models in this browser; null outside a browser. */
  readonly models?: LocalModels | null;
  readonly mostUnderWay?: number;
  /** The last tick that was played before its first question; 0 by default. */
  readonly from?: Tick;
}

/** @throws InputError for a model in the browser where there is no browser */
export const accessTo = ({ setup, ...needs }: ModelNeeds): Access =>
  isRemote(setup) ? remoteAccess(setup, needs) : localAccess(setup, needs.models ?? null);

function remoteAccess(setup: RemoteSetup, needs: Omit<ModelNeeds, 'setup'>): Access {
  const { key, environment, mostUnderWay, completes = false } = needs;
  const { kind, model, urls } = setup;
  const server = (url: string) => ({ url, key: key(), model });
  return {
    place: urls.join(', '),
    speaker: httpSpeaker({ backend: backendOf(kind), environment, server }, model),
    mostUnderWay: mostUnderWay ?? (environment.origin === null ? MOST_ELSEWHERE : MOST_IN_BROWSER),
    look: signal =>
      probe(setup, key(), environment, signal, {
        patience: FIRST_PATIENCE,
        question: setup.form === 'auto' && !setup.texts && !completes,
      }),
    usable: reports => usable(setup, reports),
    tell: report => adviceLine(report, kind),
  };
}
