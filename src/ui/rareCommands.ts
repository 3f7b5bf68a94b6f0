import { fileLink } from './fileLink.ts';
import type { EnginePort } from './life/connection.ts';
import { type Openings, settled } from './life/openings.ts';
import type { Link, RareLink } from './link.ts';
import { modelLink } from './modelLink.ts';
import { oracleLink } from './oracleLink.ts';
import type { OracleMemory } from './oracleMemory.ts';
import { reloading } from './reload/reloading.ts';
import type { PageStore } from './store/pageState.ts';

/** What the rare commands need of the link that they are a part of. */
interface Parts {
  readonly store: PageStore;
  readonly port: EnginePort;
  readonly runs: Openings;
  readonly memory: OracleMemory;
  pause(): Promise<void>;
  /** Loads the page anew, and nobody is asked whether it may go. */
  reload(): void;
  /** The whole. */
  link(): Link;
}

/** Files, language models, and what the page may reach; loaded with the first of these commands. */
export function rareCommands({ store, port, runs, memory, pause, reload, link }: Parts): RareLink {
  const { engine, ask, fail } = port;
  const { open, attempt, asksFirst, remember, files, addressed, readdress } = runs;
  const { keyUrls, recording, readRecording } = memory;
  return {
    ...oracleLink({ store, ask, engine, open, fail, remember, memory }),
    ...fileLink({ store, settled: () => settled(store.getState().run), attempt, fail, asksFirst, link }),
    ...modelLink({ store, engine, pause, fail }),
    ...reloading({
      store,
      engine,
      pause,
      fail,
      files,
      recording,
      keyUrls,
      readRecording,
      addressed,
      bring: attempt,
      readdress,
      reload,
    }),
  };
}
