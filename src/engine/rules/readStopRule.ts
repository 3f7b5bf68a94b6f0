import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import * as z from '../core/zod.ts';
import { pickFirstMistake, validateShape } from '../statechart/formats/shape.ts';
import {
  type Compared,
  type PlainRule,
  RULE_KINDS,
  type RuleKind,
  type StopRule,
  USUAL_WINDOW,
} from './stopRule.ts';

const MAX_THRESHOLD = 1_000_000;
const plainRuleSchema = z.strictObject({
  rule: z.enum(Object.keys(RULE_KINDS) as RuleKind[]),
  threshold: z.int().check(z.minimum(1), z.maximum(MAX_THRESHOLD)),
  compare: z.string(),
  likeness: z.optional(z.number().check(z.gt(0), z.maximum(1))),
  window: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
});
const anyRuleSchema = z.strictObject({
  rule: z.literal('any'),
  of: z.array(plainRuleSchema).check(z.minLength(1)),
});
type Written = z.infer<typeof plainRuleSchema>;

/** Shape of each kind of rule with what it can compare, for editors; a mistake in a rule is named by the shapes above. */
const RULES_BY_KIND = (Object.entries(RULE_KINDS) as [RuleKind, readonly Compared[]][]).map(
  ([rule, compared]) => {
    const { threshold, likeness, window } = plainRuleSchema.shape;
    const own = { rule: z.literal(rule), threshold, compare: z.enum(compared) };
    return rule === 'similar' ? z.strictObject({ ...own, likeness, window }) : z.strictObject(own);
  },
);
/** Shape of a rule's JSON. */
export const stopRuleSchema = z.union([
  ...RULES_BY_KIND,
  z.strictObject({ rule: z.literal('any'), of: z.array(z.union(RULES_BY_KIND)).check(z.minLength(1)) }),
]);

/** A rule out of JSON. @throws InputError that names the first mistake and its place */
export function readStopRule(json: unknown): StopRule {
  const mistakes: string[] = [];
  const isAny = typeof json === 'object' && json !== null && 'rule' in json && json.rule === 'any';
  const any = isAny ? validateShape(anyRuleSchema, json, 'rule', mistakes) : undefined;
  const one = isAny ? undefined : validateShape(plainRuleSchema, json, 'rule', mistakes);
  if (any !== undefined)
    return { rule: 'any', of: any.of.map((rule, i) => checkPlainRule(rule, `rule.of[${i}]`)) };
  if (one !== undefined) return checkPlainRule(one, 'rule');
  throw new InputError(pickFirstMistake(mistakes));
}

function checkPlainRule({ rule, threshold, compare, likeness, window }: Written, place: string): PlainRule {
  const can: readonly Compared[] = RULE_KINDS[rule];
  const compared = can.find(one => one === compare);
  if (compared === undefined)
    throw new InputError(
      `${place}.compare: “${rule}” compares ${can.join(', ')}, not “${formatQuotedText(compare)}”`,
    );
  if (rule !== 'similar' && (likeness !== undefined || window !== undefined))
    throw new InputError(`${place}: likeness and window belong to “similar”, not to “${rule}”`);
  if (rule === 'similar' && threshold < 2)
    throw new InputError(`${place}.threshold must be at least 2: one call has no other to be compared with`);
  if (rule === 'similar' && threshold > (window ?? USUAL_WINDOW) + 1)
    throw new InputError(
      `${place}.threshold is ${threshold}, and among ${window ?? USUAL_WINDOW} earlier calls and this one there are at most ${(window ?? USUAL_WINDOW) + 1}`,
    );
  return {
    rule,
    threshold,
    compare: compared,
    ...(likeness !== undefined && { likeness }),
    ...(window !== undefined && { window }),
  };
}
