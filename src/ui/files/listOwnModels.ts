import { checkModelFileSource } from '../../engine/oracle/checkOracleSetup.ts';
import type { LocalKind } from '../../engine/oracle/oracleSetup.ts';
import type { LocalModelSpec } from '../../workers/protocol/api.ts';
import { readStoredItem, writeStoredItem } from '../lib/storedItems.ts';
import { isSameLocalModel } from '../state/localModelState.ts';

const OWN_MODELS_KEY = 'statescope-models';
const MAX_OWN_MODELS = 20;

/** Models that the user named with addresses of their own; kept in this browser, latest last. */
export const listOwnModels = (kind: LocalKind): readonly LocalModelSpec[] =>
  readSavedModels().filter(spec => spec.kind === kind);

/** Keeps a model in this browser; beyond `MAX_OWN_MODELS` the oldest gives way. */
export function addOwnModel(spec: LocalModelSpec): void {
  const others = readSavedModels().filter(other => !isSameLocalModel(other, spec));
  writeStoredItem(OWN_MODELS_KEY, JSON.stringify([...others, spec].slice(-MAX_OWN_MODELS)));
}

/** Takes a model off the list; its files stay. */
export function forgetOwnModel(spec: LocalModelSpec): void {
  writeStoredItem(
    OWN_MODELS_KEY,
    JSON.stringify(readSavedModels().filter(other => !isSameLocalModel(other, spec))),
  );
}

/** The kept models, as far as they are valid. */
function readSavedModels(): readonly LocalModelSpec[] {
  try {
    const list: unknown = JSON.parse(readStoredItem(OWN_MODELS_KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isLocalModelSpec) : [];
  } catch {
    return [];
  }
}

function isLocalModelSpec(value: unknown): value is LocalModelSpec {
  const { kind, model, source } = (value ?? {}) as Partial<LocalModelSpec>;
  if ((kind !== 'webllm' && kind !== 'wllama') || typeof model !== 'string' || !source) return false;
  try {
    checkModelFileSource(kind, source);
    return true;
  } catch {
    return false;
  }
}
