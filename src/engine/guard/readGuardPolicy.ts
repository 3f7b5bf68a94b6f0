import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import * as z from '../core/zod.ts';
import { readStopRule, stopRuleSchema } from '../rules/readStopRule.ts';
import { parseChartJson } from '../statechart/formats/parseChartJson.ts';
import { pickFirstMistake, validateShape, writtenChart } from '../statechart/formats/shape.ts';
import { EACH_TOOL } from '../stateMapping/knownMappings.ts';
import {
  checkRegularExpression,
  mappingOrPresetSchema,
  readMappingOrPreset,
} from '../stateMapping/stateMappings.ts';
import {
  BUDGETS,
  type BudgetLimits,
  type Exemption,
  GUARD_FORMAT,
  GUARD_VERSION,
  type GuardPolicy,
  type GuardRule,
  RULE_ENDS,
  type ToolChart,
} from './guardPolicy.ts';

/** UTF-16 units of an advice. */
const MAX_ADVICE_LENGTH = 2_000;
const MAX_RULES = 50;
const MAX_EXEMPTIONS = 200;

const SHARE = 'a number from 0 to 1';

const id = z.string().check(z.minLength(1), z.maxLength(100));
const advice = z.string().check(z.minLength(1), z.maxLength(MAX_ADVICE_LENGTH));
const amount = z.number().check(z.gt(0));
const budget = z.union([amount, z.strictObject({ advise: z.optional(amount), stop: z.optional(amount) })]);

/** Shapes of the parts that have readers of their own. */
interface PartSchemas {
  readonly rule: z.ZodMiniType;
  readonly phases: z.ZodMiniType;
  readonly chart: z.ZodMiniType;
}

/** Shape of a policy's JSON. */
const createPolicySchema = (parts: PartSchemas) =>
  z.strictObject({
    $schema: z.optional(z.string()),
    format: z.literal(GUARD_FORMAT),
    version: z.literal(GUARD_VERSION),
    name: id,
    act: z.optional(z.number().check(z.minimum(0, SHARE), z.maximum(1, SHARE))),
    rules: z.optional(
      z
        .array(
          z.strictObject({
            id,
            when: parts.rule,
            advise: z.optional(z.union([z.boolean(), advice])),
            ignored: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
            end: z.optional(z.enum(RULE_ENDS)),
          }),
        )
        .check(z.maxLength(MAX_RULES)),
    ),
    exempt: z.optional(
      z
        .array(
          z.strictObject({ tool: z.string(), args: z.optional(z.string()), every_s: z.optional(amount) }),
        )
        .check(z.maxLength(MAX_EXEMPTIONS)),
    ),
    budgets: z.optional(
      z.strictObject({
        calls: z.optional(budget),
        tokens: z.optional(budget),
        usd: z.optional(budget),
        minutes: z.optional(budget),
      }),
    ),
    phases: z.optional(parts.phases),
    chart: z.optional(
      z.strictObject({
        definition: parts.chart,
        tools: z.record(z.string(), z.array(z.string())),
        advice: z.optional(z.record(z.string(), advice)),
      }),
    ),
    evidence: z.optional(z.unknown()),
  });

/** Shape by which a policy is read: each part's own reader names its mistakes. */
const policySchema = createPolicySchema({ rule: z.unknown(), phases: z.unknown(), chart: z.unknown() });
type WrittenPolicy = z.infer<typeof policySchema>;
type WrittenRule = NonNullable<WrittenPolicy['rules']>[number];

/** The JSON Schema of a policy, for editors. */
export const buildGuardPolicyJsonSchema = (): object =>
  z.toJSONSchema(
    createPolicySchema({ rule: stopRuleSchema, phases: mappingOrPresetSchema, chart: writtenChart }),
    { unrepresentable: 'any' },
  );

/** A policy out of JSON. @throws InputError that names the place of the first mistake */
export function readGuardPolicy(json: unknown): GuardPolicy {
  const mistakes: string[] = [];
  const written = validateShape(policySchema, json, 'policy', mistakes);
  if (written === undefined) throw new InputError(pickFirstMistake(mistakes));
  const { name, act = 1, rules = [], exempt = [], chart, phases, evidence = null } = written;
  checkRuleIds(rules);
  const policy: GuardPolicy = {
    name,
    act,
    rules: rules.map((rule, i) => readGuardRule(rule, `policy.rules[${i}]`)),
    exempt: exempt.map((one, i) => readExemption(one, `policy.exempt[${i}]`)),
    budgets: readBudgets(written.budgets ?? {}),
    phases: phases === undefined ? EACH_TOOL : readAt('policy.phases', () => readMappingOrPreset(phases)),
    chart: chart === undefined ? null : readToolChart(chart),
    evidence,
  };
  const isEmpty =
    policy.rules.length === 0 && Object.keys(policy.budgets).length === 0 && policy.chart === null;
  if (isEmpty)
    throw new InputError('policy: it has no rules, no budgets and no chart, so it would allow everything');
  return policy;
}

function checkRuleIds(rules: readonly WrittenRule[]): void {
  const twice = rules.findIndex(({ id: own }, i) => rules.findIndex(one => one.id === own) !== i);
  if (twice !== -1)
    throw new InputError(
      `policy.rules[${twice}].id: “${formatQuotedText(rules[twice].id)}” is there already`,
    );
}

function readGuardRule(
  { id: own, when, advise = true, ignored, end = 'stop' }: WrittenRule,
  place: string,
): GuardRule {
  const rule = readAt(`${place}.when`, () => readStopRule(when), 'rule');
  if (advise === false && end === 'advise')
    throw new InputError(`${place}: a rule that neither advises nor ends anything has no effect`);
  if (ignored !== undefined && (advise === false || end === 'advise'))
    throw new InputError(
      `${place}.ignored counts the advice that may be ignored; this rule gives none, or ends nothing`,
    );
  return { id: own, when: rule, advise: advise === false ? null : advise, ignored: ignored ?? 1, end };
}

function readExemption(
  { tool, args, every_s }: NonNullable<WrittenPolicy['exempt']>[number],
  place: string,
): Exemption {
  checkRegularExpression(tool, `${place}.tool`);
  if (args !== undefined) checkRegularExpression(args, `${place}.args`);
  return { tool, args: args ?? null, everySeconds: every_s ?? null };
}

function readBudgets(written: NonNullable<WrittenPolicy['budgets']>): GuardPolicy['budgets'] {
  return Object.fromEntries(
    BUDGETS.flatMap(budget => {
      const limits = written[budget];
      if (limits === undefined) return [];
      const read: BudgetLimits =
        typeof limits === 'number'
          ? { advise: null, stop: limits }
          : { advise: limits.advise ?? null, stop: limits.stop ?? null };
      const place = `policy.budgets.${budget}`;
      if (read.advise === null && read.stop === null)
        throw new InputError(`${place}: give advise, stop or both`);
      if (read.advise !== null && read.stop !== null && read.advise >= read.stop)
        throw new InputError(
          `${place}: advise is ${read.advise}, and has to be less than stop, ${read.stop}`,
        );
      return [[budget, read]];
    }),
  );
}

function readToolChart({
  definition: json,
  tools,
  advice: texts = {},
}: NonNullable<WrittenPolicy['chart']>): ToolChart {
  const definition = readAt('policy.chart.definition', () => parseChartJson(json));
  const triggers = new Set(definition.transitions.map(({ trigger }) => trigger));
  for (const [trigger, patterns] of Object.entries(tools)) {
    if (!triggers.has(trigger))
      throw new InputError(
        `policy.chart.tools: the chart has no trigger “${formatQuotedText(trigger)}”; it has ${[...triggers].join(', ') || 'none'}`,
      );
    for (const [i, pattern] of patterns.entries())
      checkRegularExpression(pattern, `policy.chart.tools.${trigger}[${i}]`);
  }
  const states = new Set(definition.states.map(state => (typeof state === 'string' ? state : state.id)));
  const unknown = Object.keys(texts).find(state => !states.has(state));
  if (unknown !== undefined)
    throw new InputError(`policy.chart.advice: the chart has no state “${formatQuotedText(unknown)}”`);
  return { definition, tools, advice: texts };
}

/** Puts the place before a message. @param without a word that the message begins with, in place of which the place stands */
function readAt<T>(place: string, read: () => T, without = ''): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message } = error;
    const rest =
      without !== '' && message.startsWith(without) ? message.slice(without.length) : `: ${message}`;
    throw new InputError(`${place}${rest}`, { cause: error });
  }
}
