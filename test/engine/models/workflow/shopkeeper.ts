/** A small agent of one's own: three states, a retry, a wildcard, an unknown name in a prompt. */
export const SHOPKEEPER = `workflow:
  default_on_failure: skip
  state_machine:
    states: [resting, crafting, selling]
    initial_state: resting
    transitions:
      - {from: resting, to: crafting, condition: "energy > 2"}
      - {from: crafting, to: selling, condition: "hand == 'works'"}
      - {from: selling, to: resting}
      - {from: "*", to: resting, condition: "energy <= 0"}
  steps:
    - name: breathe
      type: code
      code: |
        energy = context.get('energy', 0)
        context['energy'] = energy + 1 if state == 'resting' else energy - 1
    - name: craft
      type: llm
      in_state: crafting
      prompt: |
        You are {agent_id}, with {balance} scrip and {energy} of energy. {weather}
        Make something, and test it.
    - name: sell
      type: llm
      in_state: selling
      on_failure: retry
      max_retries: 1
      prompt: "You are {agent_id}. Ship it."
`;

export const fileOf = (text: string, name = 'shop.yaml') => ({
  workflow: [{ name, bytes: new TextEncoder().encode(text) }],
});
