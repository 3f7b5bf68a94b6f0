import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import { EXAMPLES } from '../../../engine/models/workflow/workflowTerms.ts';
import type { PageCommands } from '../../contract/pageCommands.ts';
import type { EditorSnippet, Renamer } from '../../controls/editor/TextEditor.tsx';
import type { SideText, TextTemplate } from '../../views/side/sideText.ts';
import { checkWorkflowProblems, getWorkflowPart, WORKFLOW } from './workflowPart.ts';

/** The shortest workflow that earns something: two states, a step in each. */
export const MINIMAL = `workflow:
  state_machine:
    states: [making, selling]
    initial_state: making
    transitions:
      - from: making
        to: selling
        condition: last_action == 'make'
        label: has made one
      - from: selling
        to: making

  steps:
    - name: make
      type: llm
      in_state: making
      prompt: |
        You are {agent_id}. Balance: {balance}.
        Make something that others would buy.

    - name: sell
      type: llm
      in_state: selling
      prompt: |
        In hand: {hand}. Ship it.
      transition_to: making
`;

/** Options under "New": the minimal workflow and the bundled ones. */
const TEMPLATES: readonly TextTemplate[] = [
  { name: 'minimal.yaml', label: 'minimal: two states, two steps', text: async () => MINIMAL },
  ...EXAMPLES.map(name => ({
    name: `${name}-edited.yaml`,
    label: `a copy of the example ${name}`,
    text: () => fetchWorkflowTemplate(`workflows/${name}.yaml`),
  })),
];

/** @throws Error if it cannot be fetched */
async function fetchWorkflowTemplate(path: string): Promise<string> {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => null);
  if (!response?.ok) throw new Error(`${path} could not be loaded (${response?.status ?? 'no connection'})`);
  return response.text();
}

/** Pieces of a workflow, by the list that they belong in. */
export const SNIPPETS: readonly EditorSnippet[] = [
  { label: 'workflow', detail: 'a whole one, minimal', under: '', template: MINIMAL },
  { label: 'state', detail: 'a state', under: 'states', template: '- #{state}' },
  {
    label: 'state with states',
    detail: 'a state with states in it',
    under: 'states',
    template: '- name: #{group}\n  states:\n    - #{first}\n    - #{second}\n  initial_state: #{first}',
  },
  {
    label: 'transition',
    detail: 'an edge',
    under: 'transitions',
    template: '- from: #{source}\n  to: #{target}',
  },
  {
    label: 'transition if',
    detail: 'an edge with a condition',
    under: 'transitions',
    template: '- from: #{source}\n  to: #{target}\n  condition: #{last_action_ok}',
  },
  {
    label: 'transition from any',
    detail: 'an edge from any state',
    under: 'transitions',
    template: '- from: "*"\n  to: #{target}\n  condition: #{condition}',
  },
  {
    label: 'llm step',
    detail: 'asks for an action',
    under: 'steps',
    template:
      '- name: #{name}\n  type: llm\n  in_state: #{state}\n  prompt: |\n    You are {agent_id}. Balance: {balance}.\n    #{What to do.}\n  transition_to: #{target}',
  },
  {
    label: 'transition step',
    detail: 'asks where to go',
    under: 'steps',
    template:
      '- name: #{name}\n  type: transition\n  in_state: #{state}\n  prompt: |\n    #{What to choose by.}\n    Respond with: #{go} or #{stay}\n  transition_map:\n    #{go}: #{target}\n    #{stay}: #{state}',
  },
  {
    label: 'code step',
    detail: 'computes',
    under: 'steps',
    template: '- name: #{name}\n  type: code\n  code: |\n    context["#{variable}"] = #{success_rate > 0.5}',
  },
  {
    label: 'trait',
    detail: 'text for the prompts of some steps',
    under: 'traits',
    template: '- name: #{name}\n  inject_into: [#{step}]\n  prompt: #{You save.}',
  },
  {
    label: 'trait if',
    detail: 'text that is injected while a condition holds',
    under: 'traits',
    template:
      '- name: #{name}\n  inject_into: [#{step}]\n  condition: #{balance < 20}\n  prompt: #{You save.}',
  },
  {
    label: 'artifact',
    detail: 'code that conditions ask by invoke()',
    under: 'artifacts',
    template: '- name: #{name}\n  code: |\n    def run(#{price}):\n        return #{balance > price}',
  },
];

const NO_NAMES: readonly string[] = [];

/** A run's workflow, as it is edited. */
export const WORKFLOW_TEXT: SideText = {
  input: 'workflow',
  title: 'Workflow',
  noun: 'workflow',
  accept: '.yaml,.yml,.json',
  type: 'application/yaml',
  templates: TEMPLATES,
  snippets: SNIPPETS,
  language: () => 'yaml',
  // An example that was changed is another file.
  editedName: name => name.replace(/(\.ya?ml)?$/i, '-edited.yaml'),
  part: getWorkflowPart,
  setReveal: (state, reveal) => state.know(WORKFLOW, { reveal }),
  namesIn(state) {
    const { inputs, check } = getWorkflowPart(state);
    const mentioned = check?.mentions.map(one => one.state) ?? NO_NAMES;
    return {
      variables: inputs?.variables ?? NO_NAMES,
      words: [...(inputs?.words ?? NO_NAMES), ...mentioned],
    };
  },
  check: checkWorkflowProblems,
  unreadPrompts: (engine, before, after) => workflowQueries.ask(engine, 'unreadPrompts', { before, after }),
  renamer: createStateRenamer,
};

/** Knows the states of a text by asking the engine, which reads it as it reads the run's. */
function createStateRenamer({ ask }: PageCommands): Renamer {
  return {
    noun: 'state',
    async places(text) {
      const check = await ask(engine => workflowQueries.ask(engine, 'checkWorkflow', text));
      return check?.mentions.map(({ state, from, to }) => ({ name: state, from, to })) ?? null;
    },
    rename: (text, from, to) => ask(engine => workflowQueries.ask(engine, 'renameState', { text, from, to })),
  };
}
