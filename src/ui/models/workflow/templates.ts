import { EXAMPLES } from '../../../engine/models/workflow/words.ts';
import type { TextTemplate } from '../../views/side/sideText.ts';

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

/** What "New" offers: the minimal workflow, and the bundled ones. */
export const TEMPLATES: readonly TextTemplate[] = [
  { name: 'minimal.yaml', label: 'minimal: two states, two steps', text: async () => MINIMAL },
  ...EXAMPLES.map(name => ({
    name: `${name}-edited.yaml`,
    label: `a copy of the example ${name}`,
    text: () => fetchWorkflowTemplate(`workflows/${name}.yaml`),
  })),
];

/** @throws Error where it cannot be fetched */
async function fetchWorkflowTemplate(path: string): Promise<string> {
  const response = await fetch(new URL(path, document.baseURI)).catch(() => null);
  if (!response?.ok) throw new Error(`${path} could not be loaded (${response?.status ?? 'no connection'})`);
  return response.text();
}
