import { InputError } from '../../../core/errors.ts';
import { createTextMatcher, type Hit, MAX_HITS } from '../../textSearch.ts';
import { findNameMistake, formatYamlWord } from '../inputs/fields.ts';
import type { WrittenMention } from '../inputs/mentions.ts';
import { HISTORIES } from '../inputs/nesting.ts';
import { checkWorkflowText, readWorkflow } from '../inputs/readWorkflow.ts';
import { formatArtifactId } from '../market/artifact.ts';
import { WORLD_NAMES } from '../market/marketView.ts';
import { listUnreadPrompts } from '../policy/listUnreadPrompts.ts';
import type { WorkflowState } from '../workflowState.ts';
import { POLICIES, STEP_TYPES } from '../workflowTerms.ts';
import { buildExchangeRow, rebuildTurnDetail } from './inspectTrader.ts';
import { measureTestFates } from './testFates.ts';
import type { Renaming, WorkflowText } from './workflowDetail.ts';
import type { WorkflowQueries } from './workflowQueries.ts';

/** @throws InputError for an unknown agent, or another model's query. */
export function answerWorkflowQuery(state: WorkflowState, name: string, argument: unknown): unknown {
  switch (name) {
    case 'workflow':
      return getWorkflowText(state);
    case 'checkWorkflow':
      return checkWorkflowText(argument as string);
    case 'renameState': {
      const { text, from, to } = argument as WorkflowQueries['renameState']['argument'];
      return renameWorkflowState(text, from, to);
    }
    case 'unreadPrompts': {
      const { before, after } = argument as WorkflowQueries['unreadPrompts']['argument'];
      return listUnreadPrompts(before, after);
    }
    case 'exchange': {
      const { agents, from, to } = argument as WorkflowQueries['exchange']['argument'];
      return agents.map(agent => buildExchangeRow(state, checkTraderNumber(state, agent), from, to));
    }
    case 'turn': {
      const { agent, tick } = argument as WorkflowQueries['turn']['argument'];
      return rebuildTurnDetail(state, checkTraderNumber(state, agent), tick);
    }
    case 'tests':
      return measureTestFates(state, argument as WorkflowQueries['tests']['argument']);
    case 'warnings':
      return state.ledger.warnings.all;
    case 'search':
      return searchArtifacts(state, argument as string);
    default:
      throw new InputError(`model workflow has no query "${name}"`);
  }
}

function checkTraderNumber({ population: { size } }: WorkflowState, agent: unknown): number {
  if (typeof agent === 'number' && Number.isInteger(agent) && agent >= 0 && agent < size) return agent;
  throw new InputError(`agent ${agent} is not one of ${size}`);
}

/** Words of the language, for completion in the editor. */
const LANGUAGE_KEYWORDS = [
  ...[
    'workflow',
    'state_machine',
    'states',
    'descriptions',
    'initial_state',
    'history',
    ...HISTORIES,
    'transitions',
    'from',
    'to',
    'condition',
    'label',
    'description',
  ],
  ...['steps', 'name', 'type', 'in_state', 'prompt', 'code', 'transition_to', 'transition_map', 'run_if'],
  ...['on_failure', 'max_retries', 'default_on_failure', 'default_max_retries'],
  ...['artifacts', 'invoke', 'components', 'traits', 'inject_into'],
  ...STEP_TYPES,
  ...POLICIES,
];

function getWorkflowText({ inputs: { name, text, workflow } }: WorkflowState): WorkflowText {
  const set = workflow.steps.flatMap(step => (step.type === 'code' ? step.program.sets : []));
  return {
    name,
    text,
    words: [
      ...new Set([
        ...LANGUAGE_KEYWORDS,
        ...workflow.states,
        ...workflow.steps.map(step => step.name),
        ...workflow.artifacts.keys(),
      ]),
    ],
    variables: [...new Set([...set, ...WORLD_NAMES])],
  };
}

function searchArtifacts({ world: { artifacts } }: WorkflowState, words: string): Hit[] {
  const isFound = createTextMatcher(words);
  const hits: Hit[] = [];
  for (let at = artifacts.length - 1; at >= 0 && hits.length < MAX_HITS; at--) {
    const { id, idea, maker, events } = artifacts[at];
    const text = idea === '' ? formatArtifactId(id) : `${formatArtifactId(id)}: ${idea}`;
    const buyer = events.find(({ kind }) => kind === 'sold')?.buyer;
    if (isFound(text))
      hits.push({ noun: 'artifact', text, agents: [maker, ...(buyer == null ? [] : [buyer])], thing: null });
  }
  return hits;
}

/** Sort keys: who made most by selling first. */
export const computeProfitSortKeys = ({ world: { traders } }: WorkflowState): Float64Array =>
  Float64Array.from(traders, ({ profit }) => -profit);

/** Words that stand for themselves without quotation marks in YAML, in brackets as well. */
const PLAIN_YAML_TEXT = /^[\p{L}_][\p{L}\p{N}_. -]*$/u;
/** Words that YAML takes for values. */
const VALUE = /^(?:null|true|false)$/i;

/**
 * Renames a state in every place that is known to name it: in the lists, the edges, the steps, and in code that
 * compares `state` with it. A text that code uses in another way stays as it is. The result is read again, so that none
 * of these places is lost.
 */
export function renameWorkflowState(text: string, from: string, to: string): Renaming {
  const { mentions, problems } = readWorkflow(text);
  if (mentions === null) {
    const first = problems.find(({ severity }) => severity === 'error');
    return createRenameRefusal(
      `not every place can be read; mend line ${first?.line ?? 1} first: ${first?.message ?? 'it is empty'}`,
    );
  }
  const places = mentions.all.filter(({ state }) => state === from);
  const name = to.trim();
  const wrong = findNameMistake(name);
  if (wrong !== null) return createRenameRefusal(`a state’s name ${wrong}`);
  if (name === '*') return createRenameRefusal('“*” stands for any state, and cannot be the name of one');
  if (name === from) return { kind: 'renamed', changes: [] };
  if (places.length === 0) return createRenameRefusal(`no state is called “${formatYamlWord(from)}”`);
  if (mentions.all.some(({ state }) => state === name))
    return createRenameRefusal(`a state is called “${formatYamlWord(name)}” already`);
  const line = mentions.hidden.get(from);
  if (line !== undefined)
    return createRenameRefusal(
      `the code in line ${line} names “${formatYamlWord(from)}” in a way that only you can change`,
    );
  const changes = places.map(place => ({
    from: place.from,
    to: place.to,
    insert: formatMentionedName(name, place, text),
  }));
  const after = changes.reduceRight(
    (all, change) => all.slice(0, change.from) + change.insert + all.slice(change.to),
    text,
  );
  const again = readWorkflow(after).mentions?.all.filter(({ state }) => state === name) ?? [];
  if (again.length !== places.length)
    return createRenameRefusal(
      `“${formatYamlWord(name)}” cannot be written in every place that names the state`,
    );
  return { kind: 'renamed', changes };
}

const createRenameRefusal = (why: string): Renaming => ({ kind: 'refused', why });

/** A name as it is written in a place; what cannot be written there is noticed afterwards. */
function formatMentionedName(name: string, { writing, from }: WrittenMention, text: string): string {
  switch (writing) {
    case 'plain':
      return PLAIN_YAML_TEXT.test(name) && !VALUE.test(name) ? name : JSON.stringify(name);
    case 'single':
      return `'${name.replaceAll("'", "''")}'`;
    case 'double':
      return JSON.stringify(name);
    case 'block':
      return `${JSON.stringify(name)}\n`;
    case 'python': {
      const usual = text[from];
      const mark = name.includes(usual) ? (usual === '"' ? "'" : '"') : usual;
      return mark + name + mark;
    }
  }
}
