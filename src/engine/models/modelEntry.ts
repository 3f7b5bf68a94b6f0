import type { DocumentPart } from '../export/documentPart.ts';
import type { Model, ModelSpec } from '../model/model.ts';
import type { ModelComparison } from '../run/modelComparison.ts';

/** A model as the registry holds it: its name, and what is loaded when it is wanted. */
export interface ModelEntry {
  readonly name: string;
  /** Its specification without the rest; a `Model` has it as well. */
  spec(): Promise<ModelSpec>;
  model(): Promise<Model>;
  /** Its part of the run document. */
  record(): Promise<DocumentPart>;
  /** The comparison that `ModelSpec.compares` names. */
  comparison?(): Promise<ModelComparison>;
}
