import type { MappedField, Mapping } from './mapping.ts';

/** State for coding agents' tools without a known meaning. */
export const OTHER_TOOL = 'OTHER';

/** Words between spaces and ends of lines. */
function splitByWhitespace(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Tools that run a command, as coding agents call them. */
const SHELLS = splitByWhitespace(`
  bash shell sh exec_command local_shell local_shell_call run_shell_command run_commands run_command
  execute_command execute_bash run_terminal_cmd run_terminal_command run_in_terminal
  runTerminalCommand terminal container.exec powershell unified_exec
`);
const SHELL = `(?:${SHELLS.map(name => name.replace('.', '\\.').replace(/^[a-z]/, sign => `[${sign}${sign.toUpperCase()}]`)).join('|')})`;

/** Of a command, or of one that follows another in one line, with what only says how it is run. */
const COMMAND_START = `^${SHELL} `;
const ANYWHERE = `^${SHELL} (?:.*(?:&&|;|\\\\n) ?)?`;
const RUN_BY =
  '(?:sudo |time |npx |bunx |uv run |poetry run |pipenv run |pnpm exec |yarn exec |python3? -m )?';

/** True if a tool runs commands. */
export const isShellTool = (tool: string): boolean => new RegExp(`^${SHELL}$`).test(tool);

type Rule = readonly [on: MappedField, match: string, state: string];

const createToolNameRule = (state: string, names: string): Rule => [
  'tool',
  `^(?:${splitByWhitespace(names).join('|')})$`,
  state,
];
const createCommandRule = (state: string, words: string): Rule => [
  'tool args',
  `${COMMAND_START}${RUN_BY}(?:${words})\\b`,
  state,
];
const createAnyCommandRule = (state: string, words: string): Rule => [
  'tool args',
  `${ANYWHERE}${RUN_BY}(?:${words})\\b`,
  state,
];

const TEST_COMMANDS = [
  '(?:npm|pnpm|yarn|bun|deno)(?: run)? test|npm t|pytest|unittest|tox|nox|vitest|jest|mocha',
  'playwright test|cypress run|go test|cargo (?:nextest|test)|mvn (?:test|verify)',
  './mvnw (?:test|verify)|gradle test|./gradlew test|make (?:test|check)|ctest|rspec|phpunit',
  'dotnet test|swift test|bazel test|mix test|rake test|bundle exec rspec|node --test|manage.py test',
  'python3? manage.py test|./runtests',
].join('|');
const BUILD_COMMANDS = [
  '(?:npm|pnpm|yarn|bun)(?: run)? (?:build|compile|lint|typecheck|check|install|ci|i|add)|tsc',
  'vite build|webpack|esbuild|make|cmake|ninja|cargo (?:build|check|clippy)|go (?:build|vet|mod)|mvn',
  './mvnw|gradle|./gradlew|dotnet build|swift build|bazel build|pip3? install|uv (?:sync|pip|add)',
  'poetry install|apt(?:-get)? install|docker (?:build|compose)|eslint|biome|ruff|mypy|black|prettier',
  'gcc|g\\+\\+|clang|javac|rustc',
].join('|');
const EDIT_COMMANDS = 'sed -i|rm|mv|cp|mkdir|rmdir|touch|tee|patch|chmod|chown|ln|truncate';
const SEARCH_COMMANDS = 'ls|find|fd|grep|rg|ag|ack|tree|pwd|which|whereis|locate|git grep|Get-ChildItem|dir';
const READ_COMMANDS =
  'cat|head|tail|less|more|nl|wc|awk|sed|jq|yq|diff|cmp|stat|file|sort|uniq|cut|xxd|strings|Get-Content|type|env|printenv';
const RUN_COMMANDS =
  'python3?|node|deno|bun|ruby|php|perl|java|go run|cargo run|dotnet run|bash|sh|zsh|\\./|npm (?:run|start|exec)|yarn|pnpm|npx|uv|curl|wget|docker|kubectl|timeout|sleep|ps|kill|psql|sqlite3|redis-cli';

/** By tools and commands; the first match counts, so reading cart.test.ts does not count as a test. */
const CODING_RULES: readonly Rule[] = [
  createToolNameRule('TALK', `say attempt_completion complete_task final_answer task_complete exit_agent`),
  createToolNameRule(
    'ASK',
    `AskUserQuestion ask_followup_question ask_user ask_question askQuestion question request_user_input
      vscode_askQuestions followup`,
  ),
  createToolNameRule(
    'DELEGATE',
    `Agent agent Task task new_task spawn_agent spawn_agents wait_agent send_input close_agent
      invoke_agent run_subagent runSubagent subagent use_subagents delegate_task delegate handoff
      SendMessage send_message resume_agent TaskOutput read_agent Skill skill activate_skill`,
  ),
  createToolNameRule(
    'PLAN',
    `TodoWrite TodoRead todo_write todowrite todoread write_todos update_plan update_todo_list
      manage_todo_list EnterPlanMode ExitPlanMode enter_plan_mode exit_plan_mode plan_mode_respond
      plan_exit TaskCreate TaskUpdate TaskList TaskGet think sequentialthinking save_memory update_topic
      report_intent switch_mode focus_chain plan`,
  ),
  createToolNameRule(
    'SEARCH',
    `Grep Glob LS grep glob ls list find rg search search_files list_files list_dir list_directory
      listDirectory grep_search file_search codebase_search search_file_content codesearch semantic_search
      find_files find_file search_dir search_file glob_file_search ToolSearch tool_search WebSearch
      web_search websearch google_web_search search_web lsp LSP list_code_definition_names
      builtin_grep_search builtin_file_glob_search builtin_ls search_codebase list_mcp_resources pwd tree
      fd`,
  ),
  createToolNameRule(
    'READ',
    `Read read read_file readFile read_files read_many_files view view_file view_image open_file open cat
      head tail nl wc goto scroll_down scroll_up NotebookRead WebFetch web_fetch webfetch fetch fetch_url
      get_file BashOutput read_bash builtin_read_file read_lints fetch_webpage read_mcp_resource
      get_errors problems`,
  ),
  [
    'tool args',
    '^(?:str_replace_editor|str_replace_based_edit_tool|file_editor|FileEditorTool) (?:view\\b|.*"command": ?"view")',
    'READ',
  ],
  createToolNameRule(
    'EDIT',
    `Edit MultiEdit Write edit multiedit multi_edit write write_file writeFile replace insert
      replace_in_file write_to_file apply_diff apply_patch patch str_replace_editor str_replace
      str_replace_based_edit_tool insert_content insert_edit_into_file NotebookEdit edit_file editFile
      editor create create_file create_new_file file_editor FileEditorTool search_replace
      search_and_replace replace_string_in_file multi_replace_string_in_file single_find_and_replace
      edit_existing_file delete_file builtin_edit_existing_file builtin_create_new_file sed rm mv cp mkdir
      touch generate_rule`,
  ),
  createToolNameRule('VERSION CONTROL', `git gh svn hg builtin_view_diff get_changed_files view_diff`),
  createToolNameRule('TEST', `run_tests runTests test pytest test_failure RunTests`),
  createToolNameRule('BUILD', `build run_build make npm pip run_build_task create_and_run_task`),
  createAnyCommandRule('TEST', TEST_COMMANDS),
  createAnyCommandRule('BUILD', BUILD_COMMANDS),
  createAnyCommandRule('VERSION CONTROL', 'git(?! grep)|gh|svn|hg|jj'),
  createCommandRule('EDIT', EDIT_COMMANDS),
  [
    'tool args',
    `${COMMAND_START}(?:(?:echo|cat|printf)\\b[^|]*[^-0-9=&|]> ?[\\w./~$]|cat ?<<|perl -p?i)`,
    'EDIT',
  ],
  createCommandRule('SEARCH', SEARCH_COMMANDS),
  createCommandRule('READ', READ_COMMANDS),
  ['tool args', `${COMMAND_START}${RUN_BY}(?:${RUN_COMMANDS})`, 'RUN'],
  createToolNameRule(
    'RUN',
    `python3? node code_interpreter ipython write_stdin KillShell kill_bash stop_bash write_bash`,
  ),
  ['tool', '', OTHER_TOOL],
];

/**
 * States of coding agents, by their tools and, for a shell, by the command: search, read, edit, test, build, version
 * control, run, plan, delegate, ask, talk. Of several commands in one line a test, a build and version control count at
 * any place, else the first.
 */
export const CODING: Mapping = {
  name: 'coding',
  // Of a shell's arguments the command alone, and of that what changes folders, sets variables or ends it after a time.
  strip:
    '^\\{"(?:command|cmd|commands|script)": ?\\[?"(?:(?:bash|sh|zsh|/bin/bash)", ?"-l?c", ?")?(?:(?:cd [^;&|"]+(?:&&|;) *)|(?:[A-Z_]+=[^ "]* )|(?:timeout (?:-[a-z]+ )?[0-9]+[smh]? ))*',
  otherwise: 'tool',
  rules: CODING_RULES.map(([on, match, state]) => ({ on, match, state })),
};
