import { InputError } from '../../../core/errors.ts';
import { createTextMatcher, type Hit, MOST_HITS } from '../../textSearch.ts';
import { checkWorkflowText } from '../inputs/checkWorkflowText.ts';
import { HISTORIES } from '../inputs/nesting.ts';
import { renameWorkflowState } from '../inputs/renameWorkflowState.ts';
import { formatArtifactId } from '../market/artifact.ts';
import { WORLD_NAMES } from '../market/isMarketVariable.ts';
import type { WorkflowState } from '../workflowState.ts';
import { POLICIES, STEP_TYPES } from '../workflowTerms.ts';
import { buildExchangeRow, rebuildTurnDetail } from './inspectTrader.ts';
import type { WorkflowText } from './workflowDetail.ts';
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
    case 'exchange': {
      const { agents, from, to } = argument as WorkflowQueries['exchange']['argument'];
      return agents.map(agent => buildExchangeRow(state, checkTraderNumber(state, agent), from, to));
    }
    case 'turn': {
      const { agent, tick } = argument as WorkflowQueries['turn']['argument'];
      return rebuildTurnDetail(state, checkTraderNumber(state, agent), tick);
    }
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
  ...['components', 'traits', 'inject_into'],
  ...STEP_TYPES,
  ...POLICIES,
];

function getWorkflowText({ inputs: { name, text, workflow } }: WorkflowState): WorkflowText {
  const set = workflow.steps.flatMap(step => (step.type === 'code' ? step.program.sets : []));
  return {
    name,
    text,
    words: [...new Set([...LANGUAGE_KEYWORDS, ...workflow.states, ...workflow.steps.map(step => step.name)])],
    variables: [...new Set([...set, ...WORLD_NAMES])],
  };
}

function searchArtifacts({ world: { artifacts } }: WorkflowState, words: string): Hit[] {
  const isFound = createTextMatcher(words);
  const hits: Hit[] = [];
  for (let at = artifacts.length - 1; at >= 0 && hits.length < MOST_HITS; at--) {
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
