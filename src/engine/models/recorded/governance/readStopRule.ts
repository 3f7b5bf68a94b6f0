import { InputError } from '../../../core/errors.ts';
import * as z from '../../../core/zod.ts';
import { validateShape } from '../../../statechart/formats/shape.ts';
import { COMPARED, type Compared, KINDS, type PlainRule, type RuleKind, type StopRule } from './rule.ts';

const MOST = 1_000_000;
const PLAIN = z.strictObject({
  rule: z.enum(Object.keys(KINDS) as RuleKind[]),
  threshold: z.int().check(z.minimum(1), z.maximum(MOST)),
  compare: z.enum(COMPARED),
  likeness: z.optional(z.number().check(z.gt(0), z.maximum(1))),
  window: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
});
const ANY = z.strictObject({ rule: z.literal('any'), of: z.array(PLAIN).check(z.minLength(1)) });
type Written = z.infer<typeof PLAIN>;

/** A rule out of JSON. @throws InputError that names the first mistake and its place */
export function readStopRule(json: unknown): StopRule {
  const mistakes: string[] = [];
  const isAny = typeof json === 'object' && json !== null && 'rule' in json && json.rule === 'any';
  const any = isAny ? validateShape(ANY, json, 'rule', mistakes) : undefined;
  const one = isAny ? undefined : validateShape(PLAIN, json, 'rule', mistakes);
  if (any !== undefined)
    return { rule: 'any', of: any.of.map((rule, i) => checkPlainRule(rule, `rule.of[${i}]`)) };
  if (one !== undefined) return checkPlainRule(one, 'rule');
  throw new InputError(mistakes[0]);
}

function checkPlainRule({ rule, threshold, compare, likeness, window }: Written, place: string): PlainRule {
  const can: readonly Compared[] = KINDS[rule];
  if (!can.includes(compare))
    throw new InputError(`${place}.compare: “${rule}” compares ${can.join(', ')}, not “${compare}”`);
  if (rule !== 'similar' && (likeness !== undefined || window !== undefined))
    throw new InputError(`${place}: likeness and window belong to “similar”, not to “${rule}”`);
  if (rule === 'similar' && threshold < 2)
    throw new InputError(`${place}.threshold: one call has none to be like; at least 2`);
  return {
    rule,
    threshold,
    compare,
    ...(likeness !== undefined && { likeness }),
    ...(window !== undefined && { window }),
  };
}
