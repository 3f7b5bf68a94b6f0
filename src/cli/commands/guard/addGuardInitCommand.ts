import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { InputError } from '../../../engine/core/errors.ts';
import { proposeGuardPolicy } from '../../../engine/guard/proposeGuardPolicy.ts';
import { readGuardPolicy } from '../../../engine/guard/readGuardPolicy.ts';
import type { HealthyRepeats, RuleFigures, RulesSummary } from '../../../engine/model/rulesSummary.ts';
import { CAREFUL } from '../../../engine/rules/presetRules.ts';
import type { StopRule } from '../../../engine/rules/stopRule.ts';
import { formatHookSettings, formatOpencodePlugin, OPENCODE_FILE } from '../../guard/formatHookSettings.ts';
import { readReportTarget } from '../../guard/reporting/readReportTarget.ts';
import { createDecimalParser } from '../../options/optionNumbers.ts';
import type { Flags, IsGiven } from '../../options/orders.ts';
import { loadCaseReporter, RECORDED_MODEL } from '../addDiscoverCommand.ts';
import { formatCasesLine, formatRuleEffects } from '../governance/addGovernanceCommand.ts';
import { OBSERVE_OPTION } from './observeOption.ts';

interface GuardInitFlags extends Flags {
  readonly lose: number;
  readonly rule?: string;
  readonly shadow?: true;
  readonly atOnce?: true;
  readonly act: number;
  readonly name?: string;
  readonly out: string;
  readonly observe?: string;
}

/** Files of the hook's program and of the one that opencode loads. */
const HOOK_FILE = 'guard-hook.mjs';
const OPENCODE_GUARD_FILE = 'guard-opencode.mjs';
const POLICY_FILE = 'policy.json';
const DEFAULT_LOSE = 0.02;
/** Times that the proposed policy lets advice be ignored. */
const IGNORED_ADVICE = 1;

/** Adds `guard init`: proposes a policy out of recordings and writes it with its evidence. */
export function addGuardInitCommand(
  guard: Command,
  addSetup: (command: Command, model?: string) => Command,
  root: URL,
): void {
  const init = guard
    .command('init')
    .description(
      'propose a policy by recordings, and write it with its evidence and the hook of coding agents',
    );
  addSetup(init, RECORDED_MODEL)
    .option(
      '--lose <share>',
      'largest share of successful cases that may be stopped, such as 2%',
      parseShare,
      DEFAULT_LOSE,
    )
    .option('--rule <id>', 'take this rule, as governance calls it, instead of choosing one')
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
  const folder = resolve(flags.out);
  // An address with a mistake is refused now, not by each hook.
  readReportTarget(flags.observe, {});
  const path = join(folder, POLICY_FILE);
  if (existsSync(path)) throw new InputError(`${path} exists already: choose another --out, or move it away`);
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
    ...{ name: flags.name ?? basename(folder), act, advises: !flags.atOnce },
    ...{ id: proposal.id, rule: proposal.rule, mapping: summary.mapping },
    evidence: {
      traces: flags.traces ?? flags.preset ?? 'the default set',
      measure: summary.measure,
      ...(flags.rule === undefined && { lose_at_most: flags.lose }),
      ...proposal.figures,
      ...(advised !== null && { after_advice: advised }),
      ...(healthy.length > 0 && { healthy_repeats: healthy }),
      written: new Date().toISOString(),
    },
  });
  readGuardPolicy(policy);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(policy, null, 2)}\n`, { flag: 'wx' });
  const [hook, plugin] = [HOOK_FILE, OPENCODE_GUARD_FILE].map(file => copyProgram(file, folder));
  const lines = [
    ...proposal.lines,
    ...(proposal.weakness === null ? [] : [`Not enough evidence to act: ${proposal.weakness}.`]),
    ...(summary.lack === null ? [] : [summary.lack]),
    ...(advised === null
      ? ['The guard stops a session the first time that the rule holds, as the recordings were judged.']
      : [
          'The guard advises first, and stops a session when the rule holds again. On the same cases, had none of them heeded the advice:',
          ...formatRuleEffects(advised, summary.measure),
          'A recording cannot show what advice does: none of these agents got any. Only guard report measures it.',
        ]),
    ...healthy.map(describeHealthyRepeats),
    describeAct(act),
    `Policy: ${path}`,
    'Hooks of coding agents, each for its settings:',
    ...formatHookSettings(hook, path, flags.observe).map(
      ({ agent, file, json }) => `${agent}, ${file}: ${JSON.stringify(json)}`,
    ),
    `opencode, ${OPENCODE_FILE}: ${formatOpencodePlugin(plugin, path, flags.observe)}`,
    'For agents in TypeScript, a proxy for any language, and reports: docs/guard.md',
  ];
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${JSON.stringify({ policy: path, act, rule: proposal.rule, ...proposal.figures })}\n`,
  );
}

function copyProgram(file: string, folder: string): string {
  const target = join(folder, file);
  copyFileSync(fileURLToPath(new URL(file, import.meta.url)), target);
  return target;
}

/** A line that proposes an exemption; the figures above are without it. */
const describeHealthyRepeats = ({ tool, args, repeats, succeeded }: HealthyRepeats): string =>
  `Healthy repeats on the half that the rule is chosen on: ${repeats} in ${succeeded} successful cases and in no failed one. If they are by design, add to exempt: ${JSON.stringify({ tool, ...(args !== null && { args }) })}`;

const describeAct = (act: number): string =>
  act === 0
    ? 'It only notes what it would have done.'
    : act === 1
      ? 'It acts in every session; with --act 0.5 it acts in half of them, so that its effect can be measured.'
      : `It acts in ${(act * 100).toFixed(0)} % of the sessions, drawn by their ids; guard report compares them with the others.`;

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

async function chooseRule(summary: RulesSummary, { rule: id, lose }: GuardInitFlags): Promise<ProposedRule> {
  const { measure } = summary;
  const tuned = await summary.tuned(lose);
  const { fewest } = tuned;
  if (id === undefined && tuned.setting !== null && tuned.chosenOn !== null && tuned.shownOn !== null) {
    const { setting, chosenOn, shownOn } = tuned;
    return {
      ...{
        id: 'tuned',
        rule: setting as StopRule,
        weakness: explainThinEvidence(shownOn, fewest, ' of the half that the rule was not chosen on'),
      },
      on: 'other half',
      figures: { chosen_on: chosenOn, shown_on: shownOn },
      lines: [
        `Chosen on half of the tasks, ${formatCasesLine(chosenOn)}:`,
        ...formatRuleEffects(chosenOn, measure),
        `On the other half, ${formatCasesLine(shownOn)}:`,
        ...formatRuleEffects(shownOn, measure),
      ],
    };
  }
  const one = await summary.one(id ?? 'careful');
  const limit = `${+(lose * 100).toFixed(4)} %`;
  const why =
    id === undefined && (one.figures.succeeded ?? 0) > 0 && (one.figures.failed ?? 0) > 0
      ? `no rule saves anything with at most ${limit} of the successful cases stopped`
      : explainThinEvidence(one.figures, fewest, '');
  return {
    ...{ id: one.id, rule: id === undefined ? CAREFUL : (one.setting as StopRule), weakness: why },
    on: 'all',
    figures: { on_all: one.figures },
    lines: [`${one.name}, ${formatCasesLine(one.figures)}:`, ...formatRuleEffects(one.figures, measure)],
  };
}

/** @param where end of "3 stopped cases …" */
function explainThinEvidence(figures: RuleFigures, fewest: number, where: string): string | null {
  const { failed, succeeded, stopped_failed: stopped } = figures;
  if ((failed ?? 0) + (succeeded ?? 0) === 0)
    return 'no case says how it ended, so nobody knows what a stop would save or cost';
  if ((succeeded ?? 0) === 0) return 'no case succeeded, so nobody knows what a stop would cost';
  if ((stopped ?? 0) >= fewest) return null;
  return `${stopped} stopped ${stopped === 1 ? 'case' : 'cases'}${where} ${stopped === 1 ? 'is' : 'are'} not enough (at least ${fewest}): collect more recordings`;
}
