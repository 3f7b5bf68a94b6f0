import type { Frame } from '../engine/model/frame.ts';
import { connectEngine, type EngineClient } from './connectEngine.ts';
import engineUrl from './engine/engine.worker.ts?worker&url';
import { startModelWorkersFor } from './localModels/startModelWorkersFor.ts';
import { startWorker } from './shared/startWorker.ts';

/**
 * Starts the engine's worker, and those of language models in this browser when it asks for them.
 * @param onFrame is called in order; the next frames come once it has returned.
 * @param onFailure is called once if the worker dies; nothing can be asked of it then.
 * @param root folder with Statescope's bundled files; by default the page's own.
 */
export function connectEngineWorker(
  onFrame: (frame: Frame) => void,
  onFailure: (message: string) => void,
  root = new URL('.', document.baseURI),
): EngineClient {
  const worker = startWorker(engineUrl, 'engine');
  return connectEngine(worker, onFrame, onFailure, root, startModelWorkersFor(worker));
}
