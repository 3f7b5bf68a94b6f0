import { OracleHalt } from '../../engine/core/errors.ts';
import type { Tick } from '../../engine/core/indices.ts';
import type { Answer, DecisionForm, Question } from '../../engine/oracle/oracle.ts';
import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import { isRemoteOracle, type ModelSetup, type RemoteSetup } from '../../engine/oracle/oracleSetup.ts';
import type { Environment } from '../client/environment.ts';
import type { Access } from '../client/sharedPlaces.ts';
import { createLocalAccess } from '../local/createLocalAccess.ts';
import type { LocalModels } from '../local/localModelContract.ts';
import { formatConnectionAdvice } from './advice.ts';
import { createHttpSpeaker, probeModelServers } from './probeModelServers.ts';
import { getServerBackend } from './serverBackends.ts';

/** Most requests under way at one URL: a browser opens at most six. */
const MAX_BROWSER_REQUESTS = 6;
const MAX_NODE_REQUESTS = 16;
/** Seconds for the first answer without a deadline: the model may have to be loaded. */
const FIRST_PATIENCE = 120;
/** Seconds that it has in any case. */
const MIN_PATIENCE_SECONDS = 10;

/** Requirements for asking a language model in a run. */
export interface ModelNeeds {
  readonly setup: ModelSetup;
  /** The key, read for each request and never kept. */
  readonly key: () => string | null;
  readonly policy: (question: Question) => Answer;
  /** The prompt in full for the document; null if a model has none. */
  readonly template: (form: DecisionForm) => object | null;
  /** True if texts rather than choices are requested: then the form of choices does not matter. */
  readonly completes?: boolean;
  readonly environment: Environment;
  /** Language models in this browser; null outside a browser. */
  readonly models?: LocalModels | null;
  readonly mostUnderWay?: number;
  /** Seconds that an answer may take at present; null for no limit. */
  readonly deadline?: () => number | null;
  /** The last tick that was played before its first question; 0 by default. */
  readonly from?: Tick;
  /** Which of several runs asks at present, from 1. */
  readonly world?: () => number;
}

/** @throws InputError for a model in the browser without a browser */
export const createModelAccess = ({ setup, ...needs }: ModelNeeds): Access =>
  isRemoteOracle(setup) ? createRemoteAccess(setup, needs) : createLocalAccess(setup, needs.models ?? null);

function createRemoteAccess(setup: RemoteSetup, needs: Omit<ModelNeeds, 'setup'>): Access {
  const { key, environment, mostUnderWay, completes = false } = needs;
  const { kind, model, urls } = setup;
  const server = (url: string) => ({ url, key: key(), model });
  const patience = () => Math.max(MIN_PATIENCE_SECONDS, needs.deadline?.() ?? FIRST_PATIENCE);
  return {
    place: urls.join(', '),
    speaker: createHttpSpeaker({ backend: getServerBackend(kind), environment, server }, model),
    mostUnderWay: mostUnderWay ?? (environment.origin === null ? MAX_NODE_REQUESTS : MAX_BROWSER_REQUESTS),
    look: signal =>
      probeModelServers(setup, key(), environment, signal, {
        patience: 1000 * patience(),
        question: setup.form === 'auto' && !setup.texts && !completes,
      }),
    patience,
    usable: reports => selectUsableServers(setup, reports),
    tell: report => formatConnectionAdvice(report, kind),
  };
}

/** The servers that can be asked. @throws OracleHalt when there is none, with what to do about it */
function selectUsableServers(setup: RemoteSetup, reports: readonly ServerReport[]): readonly ServerReport[] {
  const answering = reports.filter(report => report.kind === 'answers');
  if (answering.length === 0) throw new OracleHalt(describeUnusableServers(setup, reports));
  return answering;
}

function describeUnusableServers({ kind }: RemoteSetup, reports: readonly ServerReport[]): string {
  const more = reports.length > 1 ? ` (and ${reports.length - 1} more addresses without an answer)` : '';
  return formatConnectionAdvice(reports[0], kind) + more;
}
