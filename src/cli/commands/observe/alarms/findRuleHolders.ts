import { createDefaultSetup } from '../../../../engine/checks/createDefaultSetup.ts';
import { InputError } from '../../../../engine/core/errors.ts';
import type { RuleHolder } from '../../../../engine/model/rulesSummary.ts';
import { openRun } from '../../../../engine/models/openRun.ts';
import { SPECS } from '../../../options/specs.ts';

/** A case under way in which a rule holds. */
export interface FoundHolder extends RuleHolder {
  readonly rule: string;
}

/**
 * Cases under way in which one of some rules holds by now.
 * @param lines of a receiver's store
 * @param rules ids of rules, as governance calls them
 * @returns none if no case can be read
 */
export async function findRuleHolders(
  lines: readonly string[],
  rules: readonly string[],
): Promise<readonly FoundHolder[]> {
  const spec = SPECS.find(({ isRecorded }) => isRecorded);
  if (spec === undefined || lines.length === 0) return [];
  const setup = { ...createDefaultSetup(spec), own: ['traces'], parameters: { under_way: true } };
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  try {
    const { run } = await openRun(setup, {
      bundled: () => Promise.reject(new Error('nothing is bundled')),
      ...{ files: { traces: [{ name: 'observed.jsonl', bytes }] }, isLarge: true },
      // Requests are answered between the parts of the work.
      between: () => new Promise<void>(resolve => setImmediate(resolve)),
    });
    const summary = await (await run.state.loadReports()).rules?.();
    return summary === undefined
      ? []
      : rules.flatMap(rule => summary.holders(rule).map(holder => ({ ...holder, rule })));
  } catch (error) {
    // Nothing is an agent's yet.
    if (error instanceof InputError) return [];
    throw error;
  }
}
