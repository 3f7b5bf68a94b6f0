/** Names that conditions of a run can use. */
interface PauseNames {
  readonly states: readonly string[];
  readonly triggers: readonly string[];
  readonly outcomes: readonly string[];
  /** Per-agent values. */
  readonly values: readonly string[];
}

/** Most that are offered. */
const MAX_COMPLETIONS = 40;

/** Ways to go on with a condition that somebody writes, each as the whole text that it makes. */
export function completeCondition(text: string, names: PauseNames): readonly string[] {
  const [, before, word] = /^(.*?)([^\s:()]*)$/s.exec(text) ?? ['', '', ''];
  return listNextWords(before, names)
    .filter(one => one.startsWith(word) && one !== word)
    .slice(0, MAX_COMPLETIONS)
    .map(one => before + one);
}

function listNextWords(
  before: string,
  { states, triggers, outcomes, values }: PauseNames,
): readonly string[] {
  if (before.includes(':')) return [...values, 'and ', 'or ', 'not '];
  if (/(^|\s)enters\s+$/.test(before)) return states;
  if (/(^|\s)takes\s+$/.test(before)) return triggers;
  if (/^\s*agent_\d+\s+$/.test(before)) return ['enters ', 'takes ', 'moves', 'gets stuck'];
  if (before.trim() !== '') return [];
  return ['any agent: ', 'enters ', 'takes ', 'fails', 'gets stuck', ...outcomes, ...states];
}

/** The triggers, and of one that leads to several states each of those. */
export function listTriggerWays(
  transitions: readonly { readonly trigger: string; readonly target: string }[],
): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const { trigger, target } of transitions)
    targets.set(trigger, (targets.get(trigger) ?? new Set()).add(target));
  return [...targets].flatMap(([trigger, all]) => [
    trigger,
    ...(all.size > 1 ? [...all].map(target => `${trigger} to ${target}`) : []),
  ]);
}
