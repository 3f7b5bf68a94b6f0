import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatHookSettings, formatOpencodePlugin, OPENCODE_FILE } from './formatHookSettings.ts';

/** Files of the hook's program and of the one that opencode loads. */
const HOOK_FILE = 'guard-hook.mjs';
const OPENCODE_GUARD_FILE = 'guard-opencode.mjs';
const SETTINGS_FOLDER = 'settings';

/** Contents of a guard's folder that are not its policy's alone. */
interface GuardFolder {
  /** Absolute path. */
  readonly folder: string;
  /** Path of the policy in it. */
  readonly policy: string;
  /** Address of a receiver of what the guard decides; undefined for none. */
  readonly observe: string | undefined;
}

/** Settings of one agent: the file that was written, and the file of the agent's that they belong to. */
interface WrittenSettings {
  readonly agent: string;
  readonly file: string;
  readonly target: string;
}

/** Writes the programs of hook and plugin, and a file of settings per agent, into the folder of a policy. */
export function writeGuardPrograms({ folder, policy, observe }: GuardFolder): readonly WrittenSettings[] {
  const settings = join(folder, SETTINGS_FOLDER);
  mkdirSync(settings, { recursive: true });
  const [hook, plugin] = [HOOK_FILE, OPENCODE_GUARD_FILE].map(file => copyProgram(file, folder));
  const write = (agent: string, extension: string, target: string, text: string): WrittenSettings => {
    const file = join(settings, `${agent}.${extension}`);
    writeFileSync(file, `${text}\n`);
    return { agent, file, target };
  };
  return [
    ...formatHookSettings(hook, policy, observe).map(({ agent, file, json }) =>
      write(agent, 'json', file, JSON.stringify(json, null, 2)),
    ),
    write('opencode', 'js', OPENCODE_FILE, formatOpencodePlugin(plugin, policy, observe)),
  ];
}

function copyProgram(file: string, folder: string): string {
  const target = join(folder, file);
  copyFileSync(fileURLToPath(new URL(file, import.meta.url)), target);
  return target;
}
