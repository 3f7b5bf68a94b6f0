import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { proposeGuardPolicy } from '../../../engine/guard/proposeGuardPolicy.ts';
import { readGuardPolicy } from '../../../engine/guard/readGuardPolicy.ts';
import type { HealthyRepeats, RuleFigures, RulesSummary } from '../../../engine/model/rulesSummary.ts';
import { findEvidenceGap, MIN_STOPPED_CASES } from '../../../engine/rules/findEvidenceGap.ts';
import { CAREFUL } from '../../../engine/rules/presetRules.ts';
import { describeStopRule, type StopRule } from '../../../engine/rules/stopRule.ts';
import { getPathValue, isFieldsObject } from '../../../engine/traces/values.ts';
import { readReportTarget } from '../../guard/reporting/readReportTarget.ts';
import { writeGuardPrograms } from '../../guard/writeGuardPrograms.ts';
import { createDecimalParser } from '../../options/optionNumbers.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { printResult } from '../../output/standardOutput.ts';
import { loadCaseReporter, RECORDED_MODEL } from '../addDiscoverCommand.ts';
import { formatCasesLine, formatFigureRange, formatRuleEffects } from '../governance/addGovernanceCommand.ts';
import { OBSERVE_OPTION } from './observeOption.ts';
import { readPolicyFile } from './readPolicyFile.ts';

interface GuardInitFlags extends Flags {
  readonly lose?: number;
  readonly rule?: string;
  readonly policy?: string;
  readonly shadow?: true;
  readonly atOnce?: true;
  readonly act: number;
  readonly name?: string;
  readonly out: string;
  readonly observe?: string;
}

const POLICY_FILE = 'policy.json';
const DEFAULT_LOSE = 0.02;
/** Times that the proposed policy lets advice be ignored. */
const IGNORED_ADVICE = 1;
/** Options that a policy which is there already can have. */
const POLICY_OPTIONS: ReadonlySet<string> = new Set(['policy', 'out', 'act', 'shadow', 'observe']);

/** Adds `guard init`: proposes a policy out of recordings and writes it with its evidence. */
export function addGuardInitCommand(
  guard: Command,
  addSetup: (command: Command, model?: string) => Command,
  root: URL,
): void {
  const init = guard
    .command('init')
    .description(
      'propose a policy by recordings, and write it with its evidence and the hook of coding agents; standard output is JSON alone',
    );
  addSetup(init, RECORDED_MODEL)
    .option('--lose <share>', 'largest share of successful cases that may be stopped (2%)', parseShare)
    .option('--rule <id>', 'take this rule, as governance calls it, instead of choosing one')
    .option(
      '--policy <file>',
      'use this policy, such as one downloaded from the page, instead of proposing one',
    )
    .option(
      '--act <share>',
      'share of sessions in which the guard acts',
      createDecimalParser('--act', 0, 1),
      1,
    )
    .option('--at-once', 'stop without advice first')
    .option(
      '--shadow',
      'only note what the guard would have done, which needs no evidence: the same as --act 0',
    )
    .option('--name <text>', 'name of the experiment: sessions are drawn by it; by default that of --out')
    .option('--out <folder>', 'folder for the policy, the hook and the sessions', 'guard')
    .option(...OBSERVE_OPTION)
    .action((flags: GuardInitFlags) =>
      writeGuardFolder(flags, name => init.getOptionValueSource(name) === 'cli', root),
    );
}

/** A share out of "2%". @throws InputError */
function parseShare(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text) ?? [];
  if (digits === undefined || Number(digits) > 100)
    throw new InputError(`--lose must be a percentage from 0% to 100%, such as 2%, not ${text}`);
  return Number(digits) / 100;
}

async function writeGuardFolder(flags: GuardInitFlags, isGiven: IsGiven, root: URL): Promise<void> {
  if (flags.shadow && isGiven('act')) throw new InputError('--shadow is --act 0: give one of them');
  const folder = resolve(flags.out);
  // An address with a mistake is refused now, not by each hook.
  readReportTarget(flags.observe, {});
  const path = join(folder, POLICY_FILE);
  const isInPlace = flags.policy !== undefined && resolve(flags.policy) === path;
  if (existsSync(path) && !isInPlace)
    throw new InputError(`${path} exists already: choose another --out, or move it away`);
  const { lines, policy, summary } =
    flags.policy === undefined
      ? await proposePolicy(flags, isGiven, root)
      : takePolicy(flags.policy, flags, isGiven, isInPlace);
  readGuardPolicy(policy);
  mkdirSync(folder, { recursive: true });
  if (!isInPlace) writeFileSync(path, `${JSON.stringify(policy, null, 2)}\n`, { flag: 'wx' });
  const settings = writeGuardPrograms({ folder, policy: path, observe: flags.observe });
  const width = Math.max(...settings.map(({ file }) => file.length));
  const printed = [
    ...lines,
    `Policy: ${path}`,
    'Settings of coding agents, each with the agent’s own file that they are to be merged into:',
    ...settings.map(({ agent, file, target }) => `  ${agent.padEnd(8)} ${file.padEnd(width)}  ${target}`),
    'Agents in TypeScript, a proxy for any language, and reports: docs/guard.md',
  ];
  // For people; programs read the other stream.
  for (const line of printed) process.stderr.write(`${line}\n`);
  const files = Object.fromEntries(settings.map(({ agent, file }) => [agent, file]));
  printResult({ policy: path, ...summary, settings: files });
}

/** A policy for the folder, with lines for people and a summary for programs. */
interface ChosenPolicy {
  readonly policy: object;
  readonly lines: readonly string[];
  readonly summary: object;
}

/** @throws InputError for a policy with a mistake, and for options of a proposal */
function takePolicy(file: string, flags: GuardInitFlags, isGiven: IsGiven, isInPlace: boolean): ChosenPolicy {
  const other = Object.keys(flags).find(name => isGiven(name) && !POLICY_OPTIONS.has(name));
  if (other !== undefined)
    throw new InputError(
      `--policy is a policy already, and --${other.replace(/[A-Z]/g, sign => `-${sign.toLowerCase()}`)} belongs to a proposal: give one of them`,
    );
  const hasAct = flags.shadow === true || isGiven('act');
  if (isInPlace && hasAct) throw new InputError(`${file} stays as it is: change its act there`);
  const { act: own, evidence } = readPolicyFile(file);
  const act = flags.shadow ? 0 : isGiven('act') ? flags.act : own;
  // The place of its schema is none of the new file's.
  const { $schema: _, ...written } = JSON.parse(readFileSync(file, 'utf8'));
  const policy = { ...written, act };
  const lines = [describeAct(act), ...(act > 0 ? describePolicyEvidence(evidence) : [])];
  return { policy, lines, summary: { act } };
}

/** A line about a policy that acts on thin evidence, or on none. */
function describePolicyEvidence(evidence: unknown): readonly string[] {
  const advice = 'with --shadow it is tried without effect first';
  const figures = getPathValue(evidence, 'shown_on') ?? getPathValue(evidence, 'on_all');
  if (!isFieldsObject(figures)) return [`The policy names no recordings that speak for it: ${advice}.`];
  const weakness = explainThinEvidence(figures as RuleFigures, '');
  return weakness === null ? [] : [`Not enough evidence to act: ${weakness}; ${advice}.`];
}

async function proposePolicy(flags: GuardInitFlags, isGiven: IsGiven, root: URL): Promise<ChosenPolicy> {
  if (!isGiven('traces') && !isGiven('preset'))
    throw new InputError(
      'give your recordings with --traces, a policy of your own with --policy, or a bundled set to try it on with --preset telecom',
    );
  const { rules } = await loadCaseReporter(flags, isGiven, root);
  if (rules === undefined) throw new InputError('guard init works only with recorded cases');
  const summary = await rules();
  const proposal = await chooseRule(summary, flags);
  const advised = flags.atOnce ? null : summary.afterAdvice(proposal.rule, IGNORED_ADVICE, proposal.on);
  const healthy = summary.healthyRepeats();
  const act = flags.shadow ? 0 : flags.act;
  if (proposal.weakness !== null && act > 0)
    throw new InputError(`${proposal.weakness}; with --shadow the guard only notes what it would have done`);
  const policy = proposeGuardPolicy({
    ...{ name: flags.name ?? basename(resolve(flags.out)), act, advises: !flags.atOnce },
    ...{ id: proposal.id, rule: proposal.rule, mapping: summary.mapping },
    evidence: {
      traces: flags.traces ?? flags.preset ?? 'the default set',
      measure: summary.measure,
      ...(flags.rule === undefined && { lose_at_most: flags.lose ?? DEFAULT_LOSE }),
      ...proposal.figures,
      ...(advised !== null && { after_advice: advised }),
      ...(healthy.length > 0 && { healthy_repeats: healthy }),
      written: new Date().toISOString(),
    },
  });
  const would = act === 0 ? 'would advise first, and stop' : 'advises first, and stops';
  return {
    policy,
    summary: { act, rule: proposal.rule, ...proposal.figures },
    lines: [
      describeAct(act),
      `Rule: ${describeStopRule(proposal.rule)}.`,
      ...proposal.lines,
      ...(proposal.weakness === null ? [] : [`Not enough evidence to act: ${proposal.weakness}.`]),
      ...(summary.lack === null ? [] : [summary.lack]),
      ...(advised === null
        ? ['Stops are at the first step at which the rule holds, as the recordings were judged.']
        : [
            `The guard ${would} a session when the rule holds again. On the same cases, had none of them heeded the advice:`,
            ...formatRuleEffects(advised, summary.measure),
            'A recording cannot show what advice does: none of these agents got any. Only guard report measures it.',
          ]),
      ...healthy.map(describeHealthyRepeats),
    ],
  };
}

/** A line that proposes an exemption; the figures above are without it. */
const describeHealthyRepeats = ({ tool, args, repeats, succeeded }: HealthyRepeats): string =>
  `Healthy repeats on the half that the rule is chosen on: ${repeats} in ${succeeded} successful cases and in no failed one. If they are by design, add to exempt: ${JSON.stringify({ tool, ...(args !== null && { args }) })}`;

const describeAct = (act: number): string =>
  act === 0
    ? 'Shadow: the guard only notes what it would have done, in every session.'
    : act === 1
      ? 'The guard acts in every session; with --act 0.5 it acts in half of them, so that its effect can be measured.'
      : `The guard acts in ${(act * 100).toFixed(0)} % of the sessions, drawn by their ids; guard report compares them with the others.`;

/** A rule for the policy with its figures. */
interface ProposedRule {
  readonly id: string;
  readonly rule: StopRule;
  readonly figures: Readonly<Record<string, RuleFigures | null>>;
  readonly lines: readonly string[];
  /** Cases of the last lines. */
  readonly on: 'all' | 'other half';
  /** The reason why the evidence is too thin for a guard that acts; null if it is not. */
  readonly weakness: string | null;
}

async function chooseRule(
  summary: RulesSummary,
  { rule: id, lose = DEFAULT_LOSE }: GuardInitFlags,
): Promise<ProposedRule> {
  const { measure } = summary;
  if (id !== undefined) return takeRule(summary, id);
  const { setting, chosenOn, shownOn } = await summary.tuned(lose);
  if (setting !== null && chosenOn !== null && shownOn !== null)
    return {
      ...{ id: 'tuned', rule: setting as StopRule, on: 'other half' },
      weakness: explainThinEvidence(shownOn, ' of the half that the rule was not chosen on'),
      figures: { chosen_on: chosenOn, shown_on: shownOn },
      lines: [
        `Chosen on half of the tasks, ${formatCasesLine(chosenOn)}:`,
        ...formatRuleEffects(chosenOn, measure),
        `On the other half, ${formatCasesLine(shownOn)}:`,
        ...formatRuleEffects(shownOn, measure),
      ],
    };
  const { id: own, name, figures } = await summary.one('careful');
  const limit = `${+(lose * 100).toFixed(4)} %`;
  const isJudged = (figures.succeeded ?? 0) > 0 && (figures.failed ?? 0) > 0;
  return {
    ...{ id: own, rule: CAREFUL, on: 'all' },
    weakness: isJudged
      ? `no rule saves anything with at most ${limit} of the successful cases stopped`
      : explainThinEvidence(figures, ''),
    figures: { on_all: figures },
    lines: [`${name}, ${formatCasesLine(figures)}:`, ...formatRuleEffects(figures, measure)],
  };
}

/** A rule of the user's choice, with the interval for a choice that was made because of these figures. */
async function takeRule(summary: RulesSummary, asked: string): Promise<ProposedRule> {
  const { measure } = summary;
  const { id, name, setting, figures } = await summary.one(asked);
  const { rules } = await summary.all();
  const chosen = rules.find(rule => rule.id === id)?.figures ?? {};
  const isKnown = chosen.saved_share_if_chosen_low != null;
  return {
    ...{ id, rule: setting as StopRule, on: 'all' },
    weakness: explainThinEvidence(figures, ''),
    figures: { on_all: isKnown ? { ...figures, ...selectChosenInterval(chosen) } : figures },
    lines: [
      `${name}, ${formatCasesLine(figures)}:`,
      ...formatRuleEffects(figures, measure),
      ...(isKnown
        ? [
            `If you chose it because it did best here, of ${rules.length} rules: saves ${formatFigureRange(chosen, 'saved_share_if_chosen')} of all ${measure} (95 %). Without --rule, a rule is chosen on one half of the tasks and shown on the other.`,
          ]
        : []),
    ],
  };
}

const selectChosenInterval = ({
  saved_share_if_chosen_low: low = null,
  saved_share_if_chosen_high: high = null,
}: RuleFigures): RuleFigures => ({ saved_share_if_chosen_low: low, saved_share_if_chosen_high: high });

/** @param where end of "3 stopped cases …" */
function explainThinEvidence(figures: RuleFigures, where: string): string | null {
  const { failed, succeeded, stopped_failed: stopped } = figures;
  const gap = findEvidenceGap({
    ...{ failed: failed ?? 0, succeeded: succeeded ?? 0, stoppedFailed: stopped ?? 0 },
  });
  switch (gap) {
    case 'outcomes':
      return 'no case says how it ended, so nobody knows what a stop would save or cost';
    case 'successes':
      return 'no case succeeded, so nobody knows what a stop would cost';
    case 'stops':
      return `${stopped} stopped ${stopped === 1 ? 'case' : 'cases'}${where} ${stopped === 1 ? 'is' : 'are'} not enough (at least ${MIN_STOPPED_CASES}): collect more recordings`;
    case null:
      return null;
  }
}
