import { formatAgentId } from '../core/indices.ts';
import type { Run } from '../run/run.ts';
import { Agent } from '../statechart/agent.ts';
import type { AgentCore } from './parts.ts';

/**
 * An agent's state and history in the form of the specification, oldest first; times are simulated UTC.
 * @throws TypeError when there is no such agent.
 */
export function buildAgentHistory(run: Run, index: number): AgentCore {
  const agent = Agent.of(run.machine, index);
  return {
    agent_id: formatAgentId(index),
    current_state: agent.state,
    ticks_in_state: agent.ticksInState,
    state_history: agent.stateHistory.map(t => ({
      from_state: t.fromState,
      to_state: t.toState,
      trigger: t.trigger,
      timestamp: t.timestamp,
      context: t.context as Record<string, unknown> | null,
    })),
  };
}

/** The same as a file for people to read: `agent_005-history.json`. @throws TypeError when there is no such agent. */
export function createHistoryFile(run: Run, index: number): { readonly name: string; readonly text: string } {
  const history = buildAgentHistory(run, index);
  return { name: `${history.agent_id}-history.json`, text: formatAgentHistory(history) };
}

/** An agent's history as text, the same on the page and on the command line. */
export const formatAgentHistory = (history: AgentCore): string => `${JSON.stringify(history, null, 2)}\n`;
