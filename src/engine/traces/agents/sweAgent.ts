import { messageOf } from '../lists/message.ts';
import { caseByCase } from '../orderedCases.ts';
import type { CaseDraft, ValueFormat } from '../reading.ts';
import { payWhole, type StepDraft, sayOf, setResult, stepOf } from '../steps.ts';
import { timeOf } from '../times.ts';
import { type Costs, normalUsage, readUsage } from '../usage.ts';
import { at, isFields, listAt, numberAt, textAt } from '../values.ts';

/** First word of a shell command, past those that only change the folder. */
export function commandWord(command: string): string {
  const rest = command.replace(/^\s*(?:cd\s+\S+\s*(?:&&|;)\s*)+(?=\S)/, '');
  return /^\s*(\S+)/.exec(rest)?.[1] ?? '';
}

/** Trajectories of SWE-agent: actions are commands of a shell. They tell tokens and cost of the whole run alone. */
export const SWE_AGENT: ValueFormat = {
  name: 'SWE-agent',
  fits: value =>
    listAt(value, 'trajectory').some(
      step => isFields(step) && textAt(step, 'action') !== null && at(step, 'observation') !== undefined,
    ),
  open: sink =>
    caseByCase(sink, (value, place, cases) => {
      let prompt: string | null = null;
      const steps = listAt(value, 'trajectory').map(given => {
        const step = sweStep(given, prompt);
        prompt = textAt(given, 'observation') ?? prompt;
        return step;
      });
      payWhole(steps, wholeOf(value));
      const task = textAt(value, 'instance_id') ?? textAt(at(value, 'replay_config'), 'instance_id');
      const id = task ?? nameOfFile(place.file);
      const end = textAt(at(value, 'info'), 'exit_status');
      cases.add({ id, end, labels: { task: id, model: textAt(at(value, 'info'), 'model') }, steps }, place);
    }),
};

/** Both agents count what a run was sent and received, and what it cost; whether input was cached they do not tell. */
function wholeOf(value: unknown): Costs {
  const stats = at(value, 'info', 'model_stats');
  const tokens = normalUsage({
    input: numberAt(stats, 'tokens_sent'),
    output: numberAt(stats, 'tokens_received'),
  });
  return { ...tokens, usd: numberAt(stats, 'instance_cost') };
}

function sweStep(given: unknown, prompt: string | null): StepDraft {
  const action = textAt(given, 'action')?.trim() ?? '';
  const answer = textAt(given, 'response', 'thought');
  if (action === '') return sayOf(answer, { prompt });
  return stepOf({
    tool: commandWord(action),
    args: action,
    result: at(given, 'observation'),
    prompt,
    answer,
  });
}

/** Trajectories of mini-swe-agent: messages, whose commands and usage are in `extra`. */
export const MINI_SWE_AGENT: ValueFormat = {
  name: 'mini-swe-agent',
  fits: value =>
    /^mini-swe-agent/.test(textAt(value, 'trajectory_format') ?? '') ||
    listAt(value, 'messages').some(message => Array.isArray(at(message, 'extra', 'actions'))),
  open: sink => caseByCase(sink, (value, place, cases) => cases.add(miniCase(value, place.file), place)),
};

function miniCase(value: unknown, file: string): CaseDraft {
  const steps: StepDraft[] = [];
  let open: StepDraft[] = [];
  let prompt: string | null = null;
  for (const given of listAt(value, 'messages')) {
    const message = messageOf(given);
    const told = listAt(given, 'extra', 'actions').flatMap(one => textAt(one, 'command') ?? []);
    if (message?.role === 'assistant' || told.length > 0) {
      open = miniTurn(given, told.length > 0 ? told : commandsIn(message?.text ?? null), prompt);
      steps.push(...open);
    } else if (message !== null && message.role !== 'system') {
      prompt = message.text ?? prompt;
      const step = open.shift();
      if (step !== undefined && step.args !== null) returned(step, message.text ?? textAt(given, 'content'));
    }
  }
  payWhole(steps, wholeOf(value));
  const info = at(value, 'info');
  const id = textAt(value, 'instance_id') ?? nameOfFile(file);
  const model = textAt(at(info, 'config', 'model'), 'model_name');
  return { id, end: textAt(info, 'exit_status'), labels: { task: id, model }, steps };
}

/** The command of an answer of version 1, which holds exactly one between fences; with none or several nothing was run. */
function commandsIn(text: string | null): readonly string[] {
  const fences = [
    ...(text ?? '').matchAll(/```(?:bash|sh|mswea_bash_command)[ \t]*\r?\n([\s\S]*?)\r?\n```/g),
  ];
  return fences.length === 1 ? [fences[0][1].trim()] : [];
}

function miniTurn(given: unknown, commands: readonly string[], prompt: string | null): StepDraft[] {
  const extra = at(given, 'extra');
  const costs = { ...readUsage(at(extra, 'response', 'usage')), usd: numberAt(extra, 'cost') };
  const facts = { at: timeOf(at(extra, 'timestamp')), prompt };
  const answer = messageOf(given)?.text ?? null;
  if (commands.length === 0) return [sayOf(answer, { ...facts, ...costs })];
  return commands.map((args, index) =>
    stepOf({ ...facts, ...(index === 0 ? { ...costs, answer } : {}), tool: commandWord(args), args }),
  );
}

function returned(step: StepDraft, output: string | null): void {
  setResult(step, output);
  const code = /<returncode>\s*(-?\d+)\s*<\/returncode>/.exec(output ?? '')?.[1];
  if (code !== undefined) step.failed = code !== '0';
}

/** The name of a file without its folders and endings, by which a case is named that has no id. */
const nameOfFile = (file: string): string => file.replace(/^.*\/|\.(?:traj\.)?jsonl?$|\.(?:traj|json)$/g, '');
