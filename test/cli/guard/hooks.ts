import type { HookAgent } from '../../../src/cli/guard/hookAgents.ts';

/** What agents write to their hooks, after the versions that docs/guard.md names. */
export interface HookInputs {
  before(session: string, id: string, command: string): object;
  after(session: string, id: string, command: string, output: string, failed: boolean): object;
}

const claudeLike = (tool: string, idName: string): HookInputs => ({
  before: (session, id, command) => ({
    ...{ hook_event_name: 'PreToolUse', session_id: session, cwd: '/repo', transcript_path: '/t.jsonl' },
    ...{ tool_name: tool, tool_input: { command }, [idName]: id },
  }),
  after: (session, id, command, output, failed) => ({
    ...{ session_id: session, tool_name: tool, tool_input: { command }, [idName]: id },
    ...(failed
      ? { hook_event_name: 'PostToolUseFailure', error: `Exit code 1\n${output}`, is_interrupt: false }
      : {
          hook_event_name: 'PostToolUse',
          tool_response: { stdout: output, stderr: '', interrupted: false },
        }),
  }),
});

export const HOOK_INPUTS: Readonly<Record<HookAgent, HookInputs>> = {
  claude: claudeLike('Bash', 'tool_use_id'),
  codex: {
    before: claudeLike('Bash', 'tool_use_id').before,
    after: (session, id, command, output) => ({
      ...{ hook_event_name: 'PostToolUse', session_id: session, turn_id: '1', tool_name: 'Bash' },
      ...{ tool_input: { command }, tool_use_id: id, tool_response: output },
    }),
  },
  gemini: {
    before: (session, _, command) => ({
      ...{ hook_event_name: 'BeforeTool', session_id: session, timestamp: '2026-11-28T10:00:00Z' },
      ...{ tool_name: 'run_shell_command', tool_input: { command } },
    }),
    after: (session, _, command, output, failed) => ({
      ...{ hook_event_name: 'AfterTool', session_id: session, tool_name: 'run_shell_command' },
      tool_input: { command },
      tool_response: {
        llmContent: `Output: ${output}\nExit Code: ${failed ? 1 : 0}\nProcess Group PGID: ${Math.floor(Math.random() * 9999)}`,
      },
    }),
  },
  qwen: claudeLike('run_shell_command', 'tool_call_id'),
  copilot: {
    before: (session, _, command) => ({
      ...{ hook_event_name: 'PreToolUse', session_id: session, tool_name: 'Bash', tool_input: { command } },
    }),
    after: (session, id, command, output, failed) => ({
      ...{ hook_event_name: 'PostToolUse', session_id: session, tool_name: 'Bash', tool_input: { command } },
      tool_result: {
        result_type: 'success',
        text_result_for_llm: `${output}\n<shellId: ${id} completed with exit code ${failed ? 1 : 0}>`,
      },
    }),
  },
};
