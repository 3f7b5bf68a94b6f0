import type { ModelKind, ModelSetup } from '../../../engine/oracle/oracleSetup.ts';
import {
  createLlmDefaults,
  isLanguageModelOracle,
  isLocalOracle,
} from '../../../engine/oracle/oracleSetup.ts';
import { reduceLife } from '../../state/life.ts';
import { NO_MODELS } from '../../state/localModelState.ts';
import type { DecidingSlice, PageState, SliceAccess } from '../../state/pageState.ts';
import { isRunFullySaved } from './createSavedRunsSlice.ts';

/** True if answers of a language model would be lost with the run. */
export const hasUnsavedAnswers = (state: PageState): boolean =>
  hasModelAnswers(state) && !isRunFullySaved(state);

const hasModelAnswers = ({ run, head, exported, oracleReport, heldBefore }: PageState): boolean =>
  run !== null &&
  head > exported &&
  (heldBefore || (isLanguageModelOracle(run.setup.oracle) && (oracleReport?.spent.calls ?? 0) > 0));

/** The last set-up of a language model, or the defaults. */
export const getLastModelSetup = ({ models }: Pick<PageState, 'models'>, kind: ModelKind): ModelSetup =>
  models[kind] ?? createLlmDefaults(kind);

/** State of a run in which nothing has decided yet. */
export const UNDECIDED = {
  oracleReport: null,
  orderSensitivity: null,
  kinError: null,
  mixed: false,
  heldBefore: false,
} as const satisfies Partial<DecidingSlice>;

/** Parts of the state that change with the oracle. */
export const getOracleStateChanges = (
  oracle: ModelSetup | { readonly kind: 'policy' | 'replay' },
  { local, models }: Pick<PageState, 'local' | 'models'>,
) => ({
  local: isLocalOracle(oracle) ? local : { ...local, loaded: null },
  models: isLanguageModelOracle(oracle) ? { ...models, [oracle.kind]: oracle } : models,
  corner: isLanguageModelOracle(oracle) ? ('oracle' as const) : ('agents' as const),
});

/** Owns what the page knows about the oracle. */
export const createDecidingSlice = ({ set, get }: SliceAccess): DecidingSlice => ({
  ...UNDECIDED,
  replayed: null,
  draft: null,
  local: NO_MODELS,
  models: {},
  leaving: null,
  intent: null,
  forgottenKey: [],
  learn: part => set(part),
  setDraft: draft => set({ draft }),
  knowLocal(part) {
    const { local } = get();
    set({ local: { ...local, ...part(local) } });
  },
  decideBy(oracle, handOvers) {
    const state = get();
    const { run, mixed, head } = state;
    if (!run) return;
    set({
      ...UNDECIDED,
      run: { ...run, info: { ...run.info, handOvers }, setup: { ...run.setup, oracle } },
      mixed: mixed || head > 0,
      heldBefore: hasModelAnswers(state),
      draft: null,
      ...getOracleStateChanges(oracle, state),
    });
  },
  askBeforeLeaving: leaving => set({ leaving, life: reduceLife(get().life, 'ask') }),
  stay: () => set({ leaving: null, life: reduceLife(get().life, 'stay') }),
});
