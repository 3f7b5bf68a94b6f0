import type { RecordingInfo, RunFile } from '../../workers/protocol/api.ts';
import type { KeyCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import type { PageStore } from '../state/pageState.ts';

/** Oracle settings of an engine, which a new engine needs again. */
export interface OracleMemory {
  readonly link: KeyCommands;
  /** Base URLs for which there is a key. */
  keyUrls(): readonly string[];
  readRecording(file: RunFile): Promise<RecordingInfo>;
  /** Ends the opening of what was read: if it is not shown, the document that is shown is read again, since its run is played and checked by it. */
  settleRecording(file: RunFile, isShown: boolean): Promise<void>;
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
  /** The one that was opened last. */
  let shown: RunFile | null = null;
  const read = async (file: RunFile) => {
    const info = await engine().readRecording(file);
    recording = file;
    return info;
  };
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
    readRecording: read,
    async settleRecording(file, isShown) {
      if (isShown) shown = file;
      else if (recording === file && shown !== null) await read(shown);
    },
    renew(api) {
      if (key.key !== '') void api.setKey(key.key, key.urls).catch(fail);
      if (recording) void api.readRecording(recording).catch(fail);
    },
  };
}
