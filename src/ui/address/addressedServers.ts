import { remoteDefaults } from '../../engine/oracleSetup.ts';
import { parseUrls } from '../../oracles/urls.ts';

/** The base URLs of an address's oracle, as `readOracle` has them, before anything else is loaded; none for one without a server. */
export function addressedServers(given: URLSearchParams): readonly string[] {
  const kind = given.get('oracle');
  if (kind !== 'ollama' && kind !== 'openai') return [];
  const { urls } = remoteDefaults(kind);
  try {
    const text = given.get('oracle_url');
    return text === null ? urls : parseUrls(text);
  } catch {
    // The problem is reported when the run is opened.
    return urls;
  }
}
