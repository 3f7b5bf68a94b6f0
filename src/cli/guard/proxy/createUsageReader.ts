import type { GuardCosts } from '../../../engine/guard/guardCall.ts';
import { getPathValue } from '../../../engine/traces/values.ts';

/** UTF-16 units of an answer that is not streamed, beyond which its usage is not looked for. */
const MAX_ANSWER_LENGTH = 20_000_000;

/** Reads the tokens of an answer while it passes. */
interface UsageReader {
  read(chunk: Buffer): void;
  /** The tokens, once the answer has ended; null if it names none. */
  end(): GuardCosts | null;
}

/** A reader of one answer, streamed or not. */
export function createUsageReader(isStreamed: boolean): UsageReader {
  const decoder = new TextDecoder();
  let rest = '';
  let costs: GuardCosts | null = null;
  const readLine = (line: string): void => {
    // Few lines of a stream name the usage, and the others are not worth parsing.
    if (!line.includes('"usage"')) return;
    costs = mergeCosts(costs, findUsage(line.replace(/^data: ?/, '')));
  };
  return {
    read(chunk) {
      if (rest.length < MAX_ANSWER_LENGTH) rest += decoder.decode(chunk, { stream: true });
      if (!isStreamed) return;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) readLine(line);
    },
    end() {
      readLine(rest);
      return costs;
    },
  };
}

/** Later figures replace earlier ones, since a stream counts upwards. */
const mergeCosts = (known: GuardCosts | null, found: GuardCosts | null): GuardCosts | null =>
  known === null || found === null
    ? (found ?? known)
    : {
        tokensIn: Math.max(known.tokensIn ?? 0, found.tokensIn ?? 0),
        tokensOut: Math.max(known.tokensOut ?? 0, found.tokensOut ?? 0),
      };

function findUsage(json: string): GuardCosts | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null;
  }
  const usage =
    getPathValue(parsed, 'usage') ??
    getPathValue(parsed, 'message', 'usage') ??
    getPathValue(parsed, 'response', 'usage');
  const amount = (...names: readonly string[]): number | null => {
    const found = names.map(name => getPathValue(usage, name)).find(value => typeof value === 'number');
    return typeof found === 'number' ? found : null;
  };
  const tokensOut = amount('completion_tokens', 'output_tokens');
  const fresh = amount('prompt_tokens', 'input_tokens');
  if (fresh === null && tokensOut === null) return null;
  // Anthropic's input leaves out what was read from the cache and written to it.
  const cached = (amount('cache_read_input_tokens') ?? 0) + (amount('cache_creation_input_tokens') ?? 0);
  return { tokensIn: (fresh ?? 0) + cached, tokensOut: tokensOut ?? 0 };
}
