import type { RecordingInfo, RunFile } from '../../workers/protocol/api.ts';
import type { KeyCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import type { PageStore } from '../state/pageState.ts';

/** Oracle settings of an engine, which a new engine needs again. */
export interface OracleMemory {
  readonly link: KeyCommands;
  /** Base URLs for which there is a key. */
  keyUrls(): readonly string[];
  /** The run document that was read last. */
  recording(): RunFile | null;
  readRecording(file: RunFile): Promise<RecordingInfo>;
  /** Passes the settings of the previous engine to a new one. */
  renew(api: RemoteEngine): void;
}

/** @param engine the current one, started if there is none */
export function createOracleMemory(
  store: PageStore,
  engine: () => RemoteEngine,
  fail: (error: unknown) => void,
): OracleMemory {
  let key: { readonly key: string; readonly urls: readonly string[] } = { key: '', urls: [] };
  let recording: RunFile | null = null;
  return {
    link: {
      setKey(given, urls) {
        key = { key: given, urls };
        store.getState().learn({ forgottenKey: [] });
        void engine().setKey(given, urls).catch(fail);
      },
      hasKey: urls => key.key !== '' && urls.every(url => key.urls.includes(url)),
    },
    keyUrls: () => (key.key === '' ? [] : key.urls),
    recording: () => recording,
    async readRecording(file) {
      const info = await engine().readRecording(file);
      recording = file;
      return info;
    },
    renew(api) {
      if (key.key !== '') void api.setKey(key.key, key.urls).catch(fail);
      if (recording) void api.readRecording(recording).catch(fail);
    },
  };
}
