import type { EditorSnippet } from '../../controls/editor/TextEditor.tsx';
import { MINIMAL } from './templates.ts';

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
];
