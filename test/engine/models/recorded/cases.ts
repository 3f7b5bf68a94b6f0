import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { createRun, type Loaded, loadSetup } from '../../../../src/engine/models/openRun.ts';
import { formatHeldFileName } from '../../../../src/engine/models/recorded/reading/held.ts';
import { toCaseRecord } from '../../../../src/engine/models/recorded/reading/toCaseRecord.ts';
import { RECORDED } from '../../../../src/engine/models/recorded/recordedSpec.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import type { TraceCase, TraceStep } from '../../../../src/engine/traces/traces.ts';

const NOTHING: TraceStep = {
  ...{ tool: 'say', state: null, agent: null, args: null, argsHash: null, result: null, resultHash: null },
  ...{ failed: null, error: null, prompt: null, answer: null, at: null, until: null },
  ...{ tokensIn: null, tokensOut: null, tokensCachedRead: null, tokensCachedWrite: null },
  ...{ tokensReasoning: null, usd: null, modelCalls: null, waitsFor: null, isInferred: false },
};

/** A step of which only some is known. */
export const step = (tool: string, known: Partial<TraceStep> = {}): TraceStep => ({
  ...NOTHING,
  tool,
  ...known,
});

/** A case of some steps, of which nothing else is known. */
export const aCase = (
  id: string,
  steps: readonly TraceStep[],
  known: Partial<TraceCase> = {},
): TraceCase => ({
  ...{ id, parent: null, outcome: null, reward: null, end: null, tokens: 'none', labels: {} },
  ...known,
  steps,
});

const loadedFrom = (cases: readonly TraceCase[], part: Partial<Setup>): Promise<Loaded> => {
  const lines = cases.map(one => JSON.stringify(toCaseRecord(one, null))).join('\n');
  const traces = [{ name: formatHeldFileName('cases.jsonl'), bytes: new TextEncoder().encode(lines) }];
  const setup = { ...createDefaultSetup(RECORDED), own: ['traces'], ...part };
  return loadSetup(setup, {
    bundled: () => Promise.reject(new Error('nothing is bundled')),
    files: { traces },
  });
};

/** A run of cases, before its first tick. */
export const runOf = async (cases: readonly TraceCase[], part: Partial<Setup> = {}): Promise<Run> =>
  createRun(await loadedFrom(cases, part));

/** Some cases of different lengths, in which one repeats itself. */
export const recordedLoaded = (): Promise<Loaded> =>
  loadedFrom(
    ['a', 'b', 'c', 'd'].map((id, i) =>
      aCase(
        id,
        Array.from({ length: 12 + 5 * i }, (_, at) =>
          // The second goes round in circles in its middle.
          i === 1 && at > 4 && at < 12
            ? step('search', { argsHash: 'q', resultHash: 'nothing' })
            : step(['search', 'read', 'say'][at % 3], { argsHash: `${at}`, resultHash: `${at}` }),
        ),
      ),
    ),
    {},
  );
