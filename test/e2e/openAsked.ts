import { MODEL, type OracleServer, startOracleServer } from './oracleServer.ts';
import type { Statescope } from './page.ts';

/** Opens a run that a server decides by letters, and plays some rounds of it. @returns the server */
export async function openAsked(statescope: Statescope, rounds: number): Promise<OracleServer> {
  const server = await startOracleServer();
  statescope.allow(server.url);
  await statescope.open(
    `network=small-world&agents=100&seed=1&activity=20&posting=20&attention=0.1&oracle=openai&oracle_url=${server.url}&oracle_model=${MODEL}&form=letter`,
  );
  for (let round = 1; round <= rounds; round++) {
    await statescope.button('Step').click();
    await statescope.expectRound(round);
  }
  return server;
}
