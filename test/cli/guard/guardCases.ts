import fc from 'fast-check';

const threshold = fc.integer({ min: 1, max: 4 });
const rule = fc
  .tuple(
    fc.constantFrom('in_a_row', 'in_run', 'nothing_new', 'alternating'),
    threshold,
    fc.constantFrom('tool', 'call', 'result'),
  )
  .filter(([kind, , compare]) => kind !== 'nothing_new' || compare !== 'tool')
  .map(([kind, n, compare]) => ({ rule: kind, threshold: n, compare }));
const escalation = fc.constantFrom({}, { advise: false }, { ignored: 2 }, { end: 'advise' });
/** Rules with every kind of escalation. */
const GUARD_RULES = fc
  .array(fc.tuple(rule, escalation), { minLength: 1, maxLength: 3 })
  .map(all => all.map(([when, more], i) => ({ id: `r${i}`, when, ...more })));

const limit = fc.integer({ min: 1, max: 20 });
/** Random policies: rules, exemptions and budgets. */
export const GUARD_POLICY_PARTS = fc.record(
  {
    rules: GUARD_RULES,
    exempt: fc.constantFrom([{ tool: 'Bash', args: '"a"' }], [{ tool: '^Bash$', args: '"[bc]"' }]),
    budgets: fc.record({
      calls: fc.oneof(
        limit,
        fc.tuple(limit, limit).map(([advise, more]) => ({ advise, stop: advise + more })),
      ),
    }),
  },
  { requiredKeys: ['rules'] },
);
/** Policies that are tried of each way into an agent. */
export const GUARD_POLICY_RUNS = 1_000 * Number(process.env.LONG ?? 1);

/** Calls by command, result and failure. */
export const GUARD_STEPS = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'), fc.boolean()),
  { maxLength: 20 },
);
