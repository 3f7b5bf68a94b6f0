import { DOCUMENT_VERSION } from '../core/version.ts';
import * as z from '../core/zod.ts';
import { MODELS } from './index.ts';

/** The schema of every run document of the present version: a union on `config.model`. */
async function loadRunDocumentSchema(): Promise<z.ZodMiniType> {
  const parts = await Promise.all(MODELS.map(model => model.record()));
  return z.union(parts.map(({ schema }) => schema));
}

/** The published form, draft 2020-12. */
export const buildRunDocumentJsonSchema = async (): Promise<object> => ({
  title: `Statescope run document, version ${DOCUMENT_VERSION}`,
  ...z.toJSONSchema(await loadRunDocumentSchema()),
});
