import type { RemoteSetup } from '../engine/config.ts';
import type { Answer, DecisionForm, Question } from '../engine/oracle.ts';
import type { ServerReport } from '../engine/oracleReport.ts';
import type { Ask } from './ask.ts';
import { backendOf } from './backends.ts';
import type { Outside } from './outside.ts';
import { type Parts, runAsk } from './pipeline.ts';
import { chooseForm } from './probe.ts';
import { Windows } from './window.ts';

/** Requests under way at one URL; more than six a browser does not open. */
const MOST_IN_BROWSER = 6;
const MOST_ELSEWHERE = 16;

export interface RemoteNeeds {
  readonly setup: RemoteSetup;
  /** Read for each request; never kept. */
  readonly key: () => string | null;
  readonly policy: (question: Question) => Answer;
  /** The prompt in full for the document; null where a model has none. */
  readonly template: (form: DecisionForm) => object | null;
  readonly outside: Outside;
  readonly mostUnderWay?: number;
}

/** What the test of the servers settled. */
export interface Connected {
  readonly parts: Parts;
  readonly ask: Ask;
}

/** What an oracle keeps from before it is connected. */
export type Kept = Pick<Parts, 'budget' | 'meter' | 'breaker' | 'cache' | 'deadline'>;

/** The way to the servers that answer, in the form that all of them can. */
export function connect(needs: RemoteNeeds, reports: readonly ServerReport[], kept: Kept): Connected {
  const { setup, key, outside, mostUnderWay } = needs;
  const { model, texts, temperature } = setup;
  const form = chooseForm(setup, reports);
  const most = mostUnderWay ?? (outside.origin === null ? MOST_ELSEWHERE : MOST_IN_BROWSER);
  const urls = reports.map(({ url }) => url);
  const parts: Parts = {
    ...kept,
    connection: {
      backend: backendOf(setup.kind),
      outside,
      server: url => ({ url, key: key(), model }),
    },
    windows: new Windows(urls, most, outside),
    manner: { form, texts: texts && form === 'json', temperature },
    model,
  };
  return { parts, ask: runAsk(parts, setup.archetypes) };
}
