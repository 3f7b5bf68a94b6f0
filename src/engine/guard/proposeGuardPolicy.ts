import type { StopRule } from '../rules/stopRule.ts';
import { GUARD_FORMAT, GUARD_VERSION } from './guardPolicy.ts';

/** Choices behind a proposed policy. */
interface GuardProposal {
  /** Names the experiment. */
  readonly name: string;
  readonly id: string;
  readonly rule: StopRule;
  /** Calls that it does not count, by regular expressions; absent: it counts all. */
  readonly exempt?: readonly { readonly tool: string; readonly args: string | null }[];
  /** Share of sessions in which it acts, 0 to 1. */
  readonly act: number;
  /** False: the session is stopped the first time that the rule holds, as the recordings were judged. */
  readonly advises: boolean;
  /** The mapping by which the rule compares states, as JSON. */
  readonly mapping: unknown;
  /** Recordings and figures that the rule was chosen by. */
  readonly evidence: object;
}

/** Writes a policy of one rule, as JSON that `readGuardPolicy` reads, with its evidence. */
export const proposeGuardPolicy = ({
  name,
  id,
  rule,
  exempt = [],
  act,
  advises,
  mapping,
  evidence,
}: GuardProposal): object => ({
  ...{ format: GUARD_FORMAT, version: GUARD_VERSION, name, act },
  rules: [{ id, when: rule, advise: advises, ...(advises && { ignored: 1 }), end: 'stop' }],
  ...(exempt.length > 0 && {
    exempt: exempt.map(({ tool, args }) => (args === null ? { tool } : { tool, args })),
  }),
  phases: mapping,
  evidence,
});
