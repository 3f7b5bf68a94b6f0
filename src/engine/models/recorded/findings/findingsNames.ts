import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { isGuardTool } from '../../../traces/guardSteps.ts';
import type { TraceCase } from '../../../traces/traces.ts';
import { formatCaseName } from '../reading/formatCaseName.ts';
import { unescapeStateName } from '../recordedTerms.ts';

/** Ids and tasks that are a name, neither a sentence nor a path. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:#-]{0,59}$/;
/** The same after the name of its domain: "retail 69". */
const DOMAIN_TASK = /^[A-Za-z][A-Za-z0-9_-]{0,29} [0-9][A-Za-z0-9_.:#-]{0,29}$/;
/** Tasks and ids of a machine: "[mms_issue]bad_sim[PERSONA:Hard]"; neither a sentence nor a path or an address. */
const MACHINE_NAME = /^[\w[\]().:;,|#+=-]{1,1000}$/;
const MAX_LABEL_LENGTH = 60;

/**
 * Gives states, tools, agents and label values the names that a report may bear: a short name of a machine or a guard's
 * decision, otherwise its number among the hidden ones. Equal texts have equal names.
 */
export class FindingsNames {
  readonly #hidden = new Map<string, number>();

  /** @param noun of a hidden one: "state" */
  label(text: string, noun: string): string {
    if (isGuardTool(text) || isShortMachineName(unescapeStateName(text))) return text;
    const number = this.#hidden.get(text) ?? this.#hidden.size + 1;
    this.#hidden.set(text, number);
    return `(${noun} ${number}, name hidden)`;
  }
}

const isShortMachineName = (text: string): boolean =>
  text.length <= MAX_LABEL_LENGTH && MACHINE_NAME.test(text);

/**
 * The name of a case: its number, and then what the page shows where that is the name of a machine. A text that may be private, as a
 * task in words, is left out, and the number finds it on the page.
 */
export function formatFindingsCaseName(one: TraceCase, agent: number): string {
  const number = `case ${agent + 1}`;
  const name = formatCaseName(one, agent + 1, text => MACHINE_NAME.test(text));
  return name.startsWith(number) ? name : `${number}, ${name}`;
}

/** A task of two sets, by its name if that is a plain one. */
export const formatFindingsTaskName = (task: string, number: number): string =>
  PLAIN_NAME.test(task) || DOMAIN_TASK.test(task) ? task : `task ${number} (name hidden)`;

/** The last part of a file's path. */
export const getFileBaseName = (path: string): string =>
  cleanTextLine(path.split(/[/\\]/).at(-1) ?? '', MAX_LABEL_LENGTH * 2);
