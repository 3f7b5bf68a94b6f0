// The coding agents that `npm run test:agents` runs: their pinned packages, how each is pointed at the scripted model and at
// the guard, and how far each can be stopped.

export const PROMPT = 'Check it.';

/** Calls that a stubborn model makes. */
export const MOST_CALLS = 12;

const json = value => JSON.stringify(value, null, 2);

/**
 * - `packages`; `node`: the oldest Node that they run on; `allowsScripts`: whether their scripts run on installation
 * - `program`: name of the program, and `args` for one turn without a person
 * - `env`: environment, by the model's address; no telemetry, no updates
 * - `files`: settings in the home by path, by the model's address and the folder of the work
 * - `guard`: file that the guard's settings belong to, in the `home` or the `folder` of the work, and how they are written:
 *   the text that `guard init` prints, as it is or joined to settings that are there
 * - `review`: what a person presses in the agent's own review of hooks, each key once its question is on the screen, until
 *   `file` of the home holds `done`
 * - `pluginPackages`: what the agent would fetch itself into `pluginFolders` of its home and its work
 * - `endsTurn`: whether a stop ends the turn; in the others further calls are refused
 * - `stopCode`: exit code after a stop
 */
export const AGENTS = {
  codex: {
    packages: { '@openai/codex': '0.171.0' },
    program: 'codex',
    args: ['exec', '--skip-git-repo-check', PROMPT],
    env: () => ({ SCRIPTED_KEY: 'none' }),
    files: (url, work) => ({
      '.codex/config.toml': [
        'model = "mock-1"',
        'model_provider = "scripted"',
        'check_for_update_on_startup = false',
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        '[analytics]',
        'enabled = false',
        // In a terminal it would start a server that outlives it.
        '[features]',
        'daemon_auto_start = false',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "SCRIPTED_KEY"',
        `[projects.${JSON.stringify(work)}]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    }),
    guard: { home: '.codex/hooks.json' },
    review: {
      steps: [
        { asks: /2\.\s*Trust\s*all/, key: '2' },
        { asks: /›\s*2\.\s*Trust\s*all/, key: '\r' },
      ],
      ...{ file: '.codex/config.toml', done: /post_tool_use[^\n]*\n\s*trusted_hash/ },
    },
    ...{ endsTurn: false, stopCode: 0 },
  },
  gemini: {
    packages: { '@google/gemini-cli': '0.61.0' },
    program: 'gemini',
    args: ['--yolo', '-p', PROMPT],
    env: url => ({
      ...{ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_MODEL: 'gemini-2.5-flash' },
      ...{ GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_TELEMETRY_ENABLED: 'false' },
    }),
    files: () => ({
      '.gemini/settings.json': json({
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    }),
    guard: { home: '.gemini/settings.json' },
    ...{ endsTurn: true, stopCode: 0 },
  },
  claude: {
    packages: { '@anthropic-ai/claude-code': '2.1.332' },
    allowsScripts: true,
    program: 'claude',
    args: ['-p', PROMPT, '--allowedTools', 'Bash'],
    env: url => ({
      ...{ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', DISABLE_AUTOUPDATER: '1' },
      ...{ DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    }),
    files: () => ({}),
    guard: { folder: '.claude/settings.json' },
    ...{ endsTurn: true, stopCode: 0 },
  },
  opencode: {
    packages: { 'opencode-ai': '1.18.33' },
    allowsScripts: true,
    program: 'opencode',
    args: ['run', PROMPT],
    env: () => ({
      ...{ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    files: url => ({
      '.config/opencode/opencode.json': json({
        ...{ autoupdate: false, share: 'disabled', model: 'scripted/mock-1', small_model: 'scripted/mock-1' },
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { 'mock-1': { name: 'mock', limit: { context: 100_000, output: 4_000 } } },
          },
        },
      }),
    }),
    guard: { folder: '.opencode/plugin/guard.js' },
    pluginPackages: { '@opencode-ai/plugin': '1.18.33' },
    pluginFolders: { home: '.config/opencode', folder: '.opencode' },
    ...{ endsTurn: true, stopCode: 1 },
  },
  qwen: {
    packages: { '@qwen-code/qwen-code': '0.24.4' },
    node: 22,
    program: 'qwen',
    args: ['--yolo', '-p', PROMPT],
    env: url => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'mock-1' }),
    files: () => ({
      '.qwen/settings.json': json({
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    }),
    guard: { home: '.qwen/settings.json' },
    ...{ endsTurn: false, stopCode: 0 },
  },
  copilot: {
    packages: { '@github/copilot': '1.0.102' },
    allowsScripts: true,
    node: 22,
    program: 'copilot',
    args: ['-p', PROMPT, '--allow-all-tools', '--no-auto-update'],
    env: url => ({
      ...{
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: 'none',
        COPILOT_MODEL: 'mock-1',
      },
      ...{ COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
    }),
    files: () => ({}),
    guard: { home: '.copilot/hooks/guard.json' },
    ...{ endsTurn: false, stopCode: 0 },
  },
};

/** Frameworks whose tools the guard's library watches: their packages, and the script of an agent. */
export const FRAMEWORKS = {
  mastra: {
    packages: { '@mastra/core': '1.71.0', '@ai-sdk/openai': '3.0.141', zod: '4.6.7' },
    script: 'mastra.mjs',
    ...{ endsTurn: false, stopCode: 0 },
  },
};
