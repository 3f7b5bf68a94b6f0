import { parseMessage } from '../lists/message.ts';
import { createOrderedCaseReader } from '../orderedCases.ts';
import { parseTraceTime } from '../times.ts';
import type { CaseDraft, ValueFormat } from '../traceReading.ts';
import {
  assignRemainingCosts,
  createMessageStep,
  createStepDraft,
  type StepDraft,
  setStepResult,
} from '../traceSteps.ts';
import { type Costs, normalizeUsage, readProviderUsage } from '../usage.ts';
import { getListField, getNumberField, getPathValue, getTextField, isFieldsObject } from '../values.ts';

/** First word of a shell command, past those that only change the folder. */
export function getCommandWord(command: string): string {
  const rest = command.replace(/^\s*(?:cd\s+\S+\s*(?:&&|;)\s*)+(?=\S)/, '');
  return /^\s*(\S+)/.exec(rest)?.[1] ?? '';
}

/** Trajectories of SWE-agent: actions are commands of a shell. They have tokens and cost of the whole run alone. */
export const SWE_AGENT: ValueFormat = {
  name: 'SWE-agent',
  fits: value =>
    getListField(value, 'trajectory').some(
      step =>
        isFieldsObject(step) &&
        getTextField(step, 'action') !== null &&
        getPathValue(step, 'observation') !== undefined,
    ),
  open: sink =>
    createOrderedCaseReader(sink, (value, place, cases) => {
      let prompt: string | null = null;
      const steps = getListField(value, 'trajectory').map(given => {
        const step = buildSweStep(given, prompt);
        prompt = getTextField(given, 'observation') ?? prompt;
        return step;
      });
      assignRemainingCosts(steps, readSweTotalCosts(value));
      const task =
        getTextField(value, 'instance_id') ??
        getTextField(getPathValue(value, 'replay_config'), 'instance_id');
      const id = task ?? getFileStem(place.file);
      const end = getTextField(getPathValue(value, 'info'), 'exit_status');
      cases.add(
        { id, end, labels: { task: id, model: getTextField(getPathValue(value, 'info'), 'model') }, steps },
        place,
      );
    }),
};

/** Both agents count the sent and received tokens of a run and its cost, without cached input. */
function readSweTotalCosts(value: unknown): Costs {
  const stats = getPathValue(value, 'info', 'model_stats');
  const tokens = normalizeUsage({
    input: getNumberField(stats, 'tokens_sent'),
    output: getNumberField(stats, 'tokens_received'),
  });
  return { ...tokens, usd: getNumberField(stats, 'instance_cost') };
}

function buildSweStep(given: unknown, prompt: string | null): StepDraft {
  const action = getTextField(given, 'action')?.trim() ?? '';
  const answer = getTextField(given, 'response', 'thought');
  if (action === '') return createMessageStep(answer, { prompt });
  return createStepDraft({
    tool: getCommandWord(action),
    args: action,
    result: getPathValue(given, 'observation'),
    prompt,
    answer,
  });
}

/** Trajectories of mini-swe-agent: messages, whose commands and usage are in `extra`. */
export const MINI_SWE_AGENT: ValueFormat = {
  name: 'mini-swe-agent',
  fits: value =>
    /^mini-swe-agent/.test(getTextField(value, 'trajectory_format') ?? '') ||
    getListField(value, 'messages').some(message => Array.isArray(getPathValue(message, 'extra', 'actions'))),
  open: sink =>
    createOrderedCaseReader(sink, (value, place, cases) =>
      cases.add(buildMiniSweCase(value, place.file), place),
    ),
};

function buildMiniSweCase(value: unknown, file: string): CaseDraft {
  const steps: StepDraft[] = [];
  let open: StepDraft[] = [];
  let prompt: string | null = null;
  for (const given of getListField(value, 'messages')) {
    const message = parseMessage(given);
    const lines = getListField(given, 'extra', 'actions').flatMap(one => getTextField(one, 'command') ?? []);
    if (message?.role === 'assistant' || lines.length > 0) {
      open = buildMiniSweTurn(
        given,
        lines.length > 0 ? lines : extractFencedCommands(message?.text ?? null),
        prompt,
      );
      steps.push(...open);
    } else if (message !== null && message.role !== 'system') {
      prompt = message.text ?? prompt;
      const step = open.shift();
      if (step !== undefined && step.args !== null)
        setSweStepOutput(step, message.text ?? getTextField(given, 'content'));
    }
  }
  assignRemainingCosts(steps, readSweTotalCosts(value));
  const info = getPathValue(value, 'info');
  const id = getTextField(value, 'instance_id') ?? getFileStem(file);
  const model = getTextField(getPathValue(info, 'config', 'model'), 'model_name');
  return { id, end: getTextField(info, 'exit_status'), labels: { task: id, model }, steps };
}

/** The command of an answer of version 1, which holds exactly one between fences; with none or several nothing was run. */
function extractFencedCommands(text: string | null): readonly string[] {
  const fences = [
    ...(text ?? '').matchAll(/```(?:bash|sh|mswea_bash_command)[ \t]*\r?\n([\s\S]*?)\r?\n```/g),
  ];
  return fences.length === 1 ? [fences[0][1].trim()] : [];
}

function buildMiniSweTurn(given: unknown, commands: readonly string[], prompt: string | null): StepDraft[] {
  const extra = getPathValue(given, 'extra');
  const costs = {
    ...readProviderUsage(getPathValue(extra, 'response', 'usage')),
    usd: getNumberField(extra, 'cost'),
  };
  const facts = { at: parseTraceTime(getPathValue(extra, 'timestamp')), prompt };
  const answer = parseMessage(given)?.text ?? null;
  if (commands.length === 0) return [createMessageStep(answer, { ...facts, ...costs })];
  return commands.map((args, index) =>
    createStepDraft({
      ...facts,
      ...(index === 0 ? { ...costs, answer } : {}),
      tool: getCommandWord(args),
      args,
    }),
  );
}

function setSweStepOutput(step: StepDraft, output: string | null): void {
  setStepResult(step, output);
  const code = /<returncode>\s*(-?\d+)\s*<\/returncode>/.exec(output ?? '')?.[1];
  if (code !== undefined) step.failed = code !== '0';
}

/** The name of a file without its folders and endings, by which a case is named that has no id. */
const getFileStem = (file: string): string =>
  file.replace(/^.*\/|\.(?:traj\.)?jsonl?$|\.(?:traj|json)$/g, '');
