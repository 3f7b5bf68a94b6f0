import { createExemptionTest } from '../../../guard/createExemptionTest.ts';
import { isShellTool } from '../../../stateMapping/codingMapping.ts';
import type { TraceStep } from '../../../traces/traces.ts';
import type { PreparedCase } from './prepareCases.ts';

/** Calls that a rule does not count, as a guard's policy names them: regular expressions of tool and arguments. */
export interface ExemptCall {
  readonly tool: string;
  /** Null: whatever its arguments. */
  readonly args: string | null;
}

/** The cases as a rule sees them that does not count some calls. */
export function exemptCases(
  cases: readonly PreparedCase[],
  exempt: readonly ExemptCall[],
): readonly PreparedCase[] {
  if (exempt.length === 0) return cases;
  return cases.map(one => new ExemptCase(one, exempt));
}

/** A case without the exempt calls among the steps that rules see; its amounts stay. */
class ExemptCase implements PreparedCase {
  readonly source: PreparedCase['source'];
  readonly states: PreparedCase['states'];
  readonly places: PreparedCase['places'];
  readonly steps: PreparedCase['steps'];
  readonly stepPlaces: PreparedCase['stepPlaces'];
  readonly stepStates: PreparedCase['stepStates'];
  readonly lastPlace: number;
  readonly #whole: PreparedCase;

  constructor(whole: PreparedCase, exempt: readonly ExemptCall[]) {
    const isExempt = createExemptionTest(exempt.map(one => ({ ...one, everySeconds: null })));
    const counts = whole.stepPlaces.map(place => !isExempt(whole.source.steps[place]));
    this.#whole = whole;
    this.source = whole.source;
    this.states = whole.states;
    this.places = whole.places;
    this.steps = whole.steps.filter((_, i) => counts[i]);
    this.stepPlaces = whole.stepPlaces.filter((_, i) => counts[i]);
    this.stepStates = whole.stepStates.filter((_, i) => counts[i]);
    this.lastPlace = whole.lastPlace;
  }

  get ledger(): PreparedCase['ledger'] {
    return this.#whole.ledger;
  }

  get total(): PreparedCase['total'] {
    return this.#whole.total;
  }
}

/** The beginning of a shell's command in its arguments. */
const COMMAND = /"(command|cmd)"\s*:\s*"([\w./-]+)/;

/** A kind of call: its tool, of a shell with the command, in words and as a policy names it. */
interface CallKind extends ExemptCall {
  readonly words: string;
}

/** The kind of a call: "Bash npm" for a shell's command. */
export function getCallKind({ tool, args }: Pick<TraceStep, 'tool' | 'args'>): CallKind {
  const [, field, command] = (isShellTool(tool) && COMMAND.exec(args ?? '')) || [null, null, null];
  return {
    tool: `^${escapePattern(tool)}$`,
    args: field === null ? null : `"${field}"\\s*:\\s*"${escapePattern(String(command))}\\b`,
    words: field === null ? tool : `${tool} ${command}`,
  };
}

/** "get_details_by_id", "Bash npm": a kind of call in words, out of a policy's expressions. */
export const describeExemptCall = (call: ExemptCall): string => listCallWords(call).join(' ');

/** Its tool, and of a shell the command. */
export function listCallWords({ tool, args }: ExemptCall): readonly string[] {
  const command = /"([^"]*)\\b$/.exec(args ?? '')?.[1];
  return [tool.slice(1, -1), ...(command ? [command] : [])].map(word => word.replaceAll('\\', ''));
}

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
