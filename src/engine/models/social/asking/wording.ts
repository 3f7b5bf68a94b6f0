/** What a question takes when a language model reads it: a part of the engine that runs of the policy never load. */
export { adaptGroupProbabilities } from './kin.ts';
export { describeAgentSituation, describeGroupSituation, formatPromptPost } from './prompt.ts';
