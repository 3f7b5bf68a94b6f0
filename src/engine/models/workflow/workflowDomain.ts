/** Second key words of the random streams that only this model draws from; see `Random`. */
export const WorkflowDomain = { workflow: 10 } as const;
