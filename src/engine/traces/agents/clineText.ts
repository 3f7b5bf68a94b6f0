import type { ToolCall } from '../lists/message.ts';

/** What an answer says, and the call that it writes as XML: Cline and Roo Code had models without tools write calls so. */
interface WrittenAnswer {
  readonly text: string | null;
  readonly calls: readonly ToolCall[];
}

/** A result that stands in the words of a user. */
interface WrittenResult {
  readonly tool: string;
  readonly value: string;
  /** Null where the user refused the call. */
  readonly failed: boolean | null;
}

/** Names of tools have two words, and stand at the beginning of a line. */
const CALL = /^<([a-z]+(?:_[a-z]+)+)>\n?([\s\S]*?)<\/\1>/m;
const PARAMETER = /<([a-z_]+)>([\s\S]*?)<\/\1>/g;
const RESULT = /^\[([a-z]+(?:_[a-z]+)+)(?: for [^\n]*)?\] Result:\s*?(?:\n|$)/gm;
const FAILED =
  /^(?:The tool execution failed with the following error|Error:|<error>)|^(?:Exit code|Command failed with exit code):? [1-9]\d*$/m;
const REFUSED = /^The user denied this operation/;

/** Parts of what a program adds to the words of a user. */
const ADDED = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g;
const WRAPPER = /^<(user_input|task|feedback|answer|user_message)(?: [^>]*)?>\n?([\s\S]*?)\n?<\/\1>$/;

/** Takes the call out of an answer. */
export function parseWrittenAnswer(text: string): WrittenAnswer {
  const found = CALL.exec(text);
  if (found === null || found[1] === 'task_progress') return { text, calls: [] };
  const args: Record<string, string> = {};
  for (const [, name, value] of found[2].matchAll(PARAMETER)) args[name] = value.trim();
  const words = text.slice(0, found.index).trim();
  return { text: words === '' ? null : words, calls: [{ id: null, name: found[1], args }] };
}

/** The results in the words of a user; none where they are a user's own. */
export function parseWrittenResults(text: string): WrittenResult[] {
  const bare = text.replace(ADDED, '');
  const heads = [...bare.matchAll(RESULT)];
  return heads.map((head, index) => {
    const value = bare.slice(head.index + head[0].length, heads[index + 1]?.index).trim();
    return { tool: head[1], value, failed: REFUSED.test(value) ? null : FAILED.test(value) };
  });
}

/** The words of a user without what a program puts around them. */
export function extractUserWords(text: string): string | null {
  const bare = text.replace(ADDED, '').trim();
  return (WRAPPER.exec(bare)?.[2] ?? bare) || null;
}
