import type { Command } from 'commander';
import { answerGuardHook } from '../../guard/answerGuardHook.ts';
import { addGuardInitCommand } from './addGuardInitCommand.ts';
import { addGuardProxyCommand } from './addGuardProxyCommand.ts';
import { addGuardReportCommand } from './addGuardReportCommand.ts';
import { OBSERVE_OPTION } from './observeOption.ts';

/** Adds `guard`: from recordings to a policy, and from a policy to a guarded agent. */
export function addGuardCommand(
  program: Command,
  addSetup: (command: Command, model?: string) => Command,
  root: URL,
): void {
  const guard = program
    .command('guard')
    .description('stop real agents that are stuck: choose a rule by recordings, and measure its effect');
  addGuardInitCommand(guard, addSetup, root);
  addGuardReportCommand(guard, addSetup, root);
  addGuardProxyCommand(guard);
  guard
    .command('hook')
    .description('answer one call of a coding agent’s hook: its JSON on standard input')
    .argument('<agent>', 'claude, codex, gemini, qwen or copilot')
    .argument('<policy>', 'the policy’s file')
    .argument('[sessions]', 'folder of the sessions; by default next to the policy')
    .option(...OBSERVE_OPTION)
    .action((agent: string, policy: string, sessions: string | undefined, flags: { observe?: string }) =>
      answerGuardHook([agent, policy, sessions], flags.observe),
    );
}
