/** The YAML of the specification, word for word. */
export const SPECIFICATION = {
  machine: `# From agent.yaml
workflow:
  state_machine:
    states: ["observing", "ideating", "implementing", "testing", "reflecting", "shipping"]
    initial_state: "observing"
    transitions:
      - from: "observing"
        to: "ideating"
        condition: "has_context"
      - from: "ideating"
        to: "implementing"
        condition: "has_idea"
      - from: "implementing"
        to: "testing"
        # No condition = always valid
      - from: "reflecting"
        to: "implementing"  # continue
      - from: "reflecting"
        to: "observing"     # pivot
      - from: "reflecting"
        to: "shipping"      # ship
      - from: "*"           # Wildcard: any state
        to: "observing"
        condition: "should_pivot"`,
  steps: `workflow:
  steps:
    - name: observe
      type: llm
      in_state: "observing"
      prompt: |
        === GOAL: Maximize scrip ===
        You are {agent_id}. Balance: {balance}...
      transition_to: "ideating"`,
  metrics: `- name: compute_metrics
  type: code
  code: |
    success_rate = context.get('successes', 0) / max(context.get('total', 1), 1)
    should_pivot = success_rate < 0.3
    context['success_rate'] = success_rate
    context['should_pivot'] = should_pivot`,
  reflect: `- name: strategic_reflect
  type: transition
  in_state: "reflecting"
  prompt: |
    Based on your performance, choose ONE:
    A) CONTINUE - keep working
    B) PIVOT - try something different
    C) SHIP - move on

    Respond with: continue, pivot, or ship
  transition_map:
    continue: "implementing"
    pivot: "observing"
    ship: "shipping"`,
  failures: `workflow:
  default_on_failure: retry
  default_max_retries: 3

  steps:
    - name: risky_step
      type: llm
      on_failure: skip    # Override default for this step
      max_retries: 1`,
};
