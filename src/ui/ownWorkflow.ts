import type { Files, Setup } from '../engine/config.ts';
import { keepOwnText, keptOwnText } from './edits.ts';

/** A workflow of the user's is kept for a reload. */
export function keepWorkflow({ workflow }: Files): void {
  for (const { name, bytes } of workflow ?? []) keepOwnText({ name, text: new TextDecoder().decode(bytes) });
}

/** The one that was kept, where the set-up names one of the user's. */
export function keptWorkflow({ own }: Setup): Files {
  const kept = own?.includes('workflow') ? keptOwnText() : null;
  return kept ? { workflow: [{ name: kept.name, bytes: new TextEncoder().encode(kept.text) }] } : {};
}
