import type { Comparison } from '../comparison.ts';
import type { DocumentPart } from '../export/documentPart.ts';
import type { Model, ModelSpec } from '../model.ts';

/** A model as the registry holds it: facts that are known at once, and parts that are loaded on demand. */
export interface ModelEntry extends ModelSpec {
  model(): Promise<Model>;
  /** Its part of the run document. */
  record(): Promise<DocumentPart>;
  /** What `ModelSpec.compares` names. */
  comparison?(): Promise<Comparison>;
}
