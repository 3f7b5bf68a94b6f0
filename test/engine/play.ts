import { readFileSync } from 'node:fs';
import { writeRunDocument } from '../../src/engine/export/writeRunDocument.ts';
import type { ModelSources } from '../../src/engine/model/model.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../src/engine/models/openRun.ts';
import { SocialModelState } from '../../src/engine/models/social/socialModel.ts';
import { SOCIAL_PARAMETERS, type SocialParameters } from '../../src/engine/models/social/socialParameters.ts';
import type { Answer, Oracle, OracleRecord, Question } from '../../src/engine/oracle/oracle.ts';
import type { Run } from '../../src/engine/run/run.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { getReports } from './reports.ts';

const root = new URL('../../public/', import.meta.url);

/** Bundled files as Node reads them, and an edge list for `network: 'file'`. */
const sourceOf = (edges: string | undefined): ModelSources => ({
  bundled: async path => readFileSync(new URL(path, root)),
  files:
    edges === undefined ? {} : { network: [{ name: 'edges.txt', bytes: new TextEncoder().encode(edges) }] },
});

/** A run before its warm-up: the defaults with a part of them replaced. */
export async function open(part: Partial<Setup> = {}, edges?: string): Promise<Run> {
  const { run } = await openRun({ ...DEFAULT_SETUP, seed: 1, ...part }, sourceOf(edges));
  return run;
}

/** Plays up to `tick`. */
export async function playTo(run: Run, tick: number, oracle: Oracle = run.policy): Promise<Run> {
  const { signal } = new AbortController();
  while (run.tick < tick) await run.step(oracle, signal);
  return run;
}

/** The model's columns of a social run. */
export function social(run: Run): SocialModelState {
  if (!(run.state instanceof SocialModelState)) throw new Error(`${run.model.name} is not social`);
  return run.state;
}

/** An oracle that answers by a script and keeps what it was asked. */
export class Scripted implements Oracle {
  readonly name = 'scripted';
  readonly asked: Question[] = [];
  readonly #answer: (question: Question) => Answer;

  readonly record?: OracleRecord;

  /** @param record what the document says of it; nothing, unless one is given. */
  constructor(answer: (question: Question) => Answer, record?: OracleRecord) {
    this.#answer = answer;
    if (record) this.record = record;
  }

  async ask(questions: readonly Question[]): Promise<readonly Answer[]> {
    this.asked.push(...questions);
    return questions.map(this.#answer);
  }
}

export interface LogRow {
  readonly tick: number;
  readonly agent: number;
  readonly from: string;
  readonly to: string;
  readonly trigger: string;
  /** 0 for none. */
  readonly context: number;
}

/** The whole log with names. */
export function logRows(run: Run): LogRow[] {
  const { log, chart } = run.machine;
  const rows: LogRow[] = [];
  for (let tick = log.firstTick; tick <= run.tick; tick++) {
    log.forEach(...log.range(tick), (agent, transition, context) => {
      const { source: from, trigger } = chart.definition.transitions[transition];
      const to = chart.states[chart.target[transition]];
      rows.push({ tick, agent, from, to, trigger, context });
    });
  }
  return rows;
}

export const documentText = (run: Run): string => [...writeRunDocument(run, getReports(run))].join('');

/** The social parameters of a preset, with a part of them replaced. */
export function parametersOf(part: Partial<SocialParameters> = {}, preset = 'showcase'): SocialParameters {
  const defaults = SOCIAL_PARAMETERS.map(p => [p.name, p.defaults[preset]]);
  return { ...(Object.fromEntries(defaults) as unknown as SocialParameters), ...part };
}
