import type { ModelSetup } from '../../engine/oracle/oracleSetup.ts';
import { isRemoteOracle } from '../../engine/oracle/oracleSetup.ts';
import { formatNounCount } from '../lib/formatCounts.ts';

/**
 * Announcement of a deciding model, before it is asked.
 * @param rounds that the address asks for
 * @param tick the model's word
 */
export function describeModelReadiness(oracle: ModelSetup, rounds: number, tick: string): string {
  const where = isRemoteOracle(oracle) ? `at ${oracle.urls.join(', ')}` : 'in this browser';
  const whom = `${oracle.model || 'a language model'} ${where}`;
  const wish = rounds > 0 ? ` The address asks for ${formatNounCount(rounds, tick)}.` : '';
  return `${whom} decides in this run. Nothing is asked before you press Play or Step.${wish}`;
}
