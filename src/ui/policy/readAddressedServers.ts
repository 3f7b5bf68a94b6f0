import { createRemoteDefaults } from '../../engine/oracle/oracleSetup.ts';
import { isRemoteKind } from '../../engine/oracle/servers/getServerKind.ts';
import { parseServerUrls } from '../../oracles/http/parseServerUrls.ts';

/** The base URLs of an address's oracle, as `readOracleSetup` has them, before anything else is loaded; none for one without a server. */
export function readAddressedServers(given: URLSearchParams): readonly string[] {
  const kind = given.get('oracle');
  if (kind === null || !isRemoteKind(kind)) return [];
  const { urls } = createRemoteDefaults(kind);
  const text = given.get('oracle_url');
  const read = text === null ? urls : parseServerUrls(text);
  // A mistake is reported when the run is opened.
  return 'kind' in read ? urls : read;
}
