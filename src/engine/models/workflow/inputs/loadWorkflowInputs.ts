import { sha256OfText } from '#sha256';
import { NO_NETWORK } from '../../../checks/createDefaultSetup.ts';
import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { InputError, InputErrors } from '../../../core/errors.ts';
import { formatNounCount } from '../../../core/formatNounCount.ts';
import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { TextProblem } from '../../../core/textProblem.ts';
import {
  decodeTextFile,
  formatMegabytes,
  MAX_FILE_NAME_LENGTH,
  type Reads,
} from '../../../files/textFile.ts';
import type { Material, ModelSources } from '../../../model/model.ts';
import type { ParameterValue } from '../../../parameters/parameterDefinition.ts';
import type { Setup } from '../../../setup/config.ts';
import { WORKFLOW_PARAMETERS } from '../workflowParameters.ts';
import { readWorkflow } from './readWorkflow.ts';
import type { Workflow } from './workflow.ts';

const USUAL_AGENTS = 12;
const MAX_WORKFLOW_BYTES = 1_000_000;

/** Inputs of a run. */
export interface WorkflowInputs {
  readonly name: string;
  readonly text: string;
  readonly workflow: Workflow;
}

/** Reading of a workflow. */
const YAML: Reads = {
  forms: ['yaml', 'text', 'empty'],
  words: 'a workflow in YAML, which begins with workflow:, and under it state_machine: and steps:',
};

/** The user's own workflow, or the bundled one that the preset names. @throws InputError */
export async function loadWorkflowInputs(
  setup: Setup,
  sources: ModelSources,
): Promise<Material<WorkflowInputs>> {
  if (setup.network !== NO_NETWORK)
    throw new InputError(
      `model workflow takes no network, but the set-up names "${formatQuotedText(setup.network)}"`,
    );
  checkPriceRange(setup);
  const { agents: wanted, own = [] } = setup;
  const { name, bytes } = own.includes('workflow')
    ? getUserWorkflowFile(sources)
    : await loadBundledWorkflow(setup.preset, sources);
  if (bytes.length > MAX_WORKFLOW_BYTES)
    throw new InputError(
      `${name} is ${formatMegabytes(bytes.length)}; at most ${formatMegabytes(MAX_WORKFLOW_BYTES)} are read`,
    );
  const text = decodeTextFile(name, bytes, YAML).replace(/\r\n?/g, '\n');
  const { workflow, problems } = readWorkflow(text);
  if (workflow === null) throw new WorkflowError(name, problems);
  return {
    inputs: { name, text, workflow },
    agents: wanted ?? USUAL_AGENTS,
    networkInfo: null,
    inputInfo: { workflow: { name, count: workflow.steps.length, sha256: sha256OfText(text) } },
    notes: describeWorkflowWarnings(name, problems),
  };
}

/** @throws InputError if the highest price is below the lowest. */
function checkPriceRange({ parameters, preset }: Setup): void {
  const value = (name: string): ParameterValue =>
    parameters[name] ?? WORKFLOW_PARAMETERS.find(p => p.name === name)!.defaults[preset];
  const [low, high] = [value('price_low'), value('price_high')];
  if (high < low)
    throw new InputError(`price_high ${high} is below price_low ${low}; it must be at least as high`);
}

function getUserWorkflowFile({ files }: ModelSources) {
  const given = files.workflow ?? [];
  if (given.length === 0)
    throw new InputError('this run used your own workflow; drop it on the page to open it again');
  if (given.length > 1) throw new InputError(`${given.length} files given as workflow; only one is read`);
  return { name: cleanTextLine(given[0].name, MAX_FILE_NAME_LENGTH), bytes: given[0].bytes };
}

async function loadBundledWorkflow(name: string, sources: ModelSources) {
  return { name: `${name}.yaml`, bytes: await sources.bundled(`workflows/${name}.yaml`) };
}

function describeWorkflowWarnings(name: string, problems: readonly TextProblem[]): readonly string[] {
  const [first] = problems;
  if (first === undefined) return [];
  const rest = problems.length > 1 ? `; ${formatNounCount(problems.length - 1, 'more warning')}` : '';
  return [`${name}, line ${first.line}, column ${first.column}: ${first.message}${rest}`];
}

/** Most lines of a message; a page of them would help nobody. */
const MAX_PROBLEM_LINES = 20;

/** A workflow that cannot be run: every mistake with its line and column. */
class WorkflowError extends InputErrors {
  constructor(
    file: string,
    readonly problems: readonly TextProblem[],
  ) {
    super(
      formatWorkflowErrors(
        file,
        problems.filter(({ severity }) => severity === 'error'),
      ),
    );
  }
}

function formatWorkflowErrors(file: string, errors: readonly TextProblem[]): string {
  const lines = errors.slice(0, MAX_PROBLEM_LINES).map(({ line, column, message, meant }) => {
    const hint = meant === null ? '' : `; did you mean “${meant}”?`;
    return `line ${line}, column ${column}: ${message}${hint}`;
  });
  const more = errors.length > MAX_PROBLEM_LINES ? [`and ${errors.length - MAX_PROBLEM_LINES} more`] : [];
  if (lines.length === 1) return `${file}, ${lines[0]}`;
  return [`${file} has ${errors.length} mistakes:`, ...lines, ...more].join('\n');
}
