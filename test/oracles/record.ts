const LIMITS = {
  calls_per_run: null,
  tokens_per_run: null,
  calls_per_round: null,
  tokens_per_round: null,
  deadline_seconds: null,
};

/** A language model as a document names it. */
export const RECORD = {
  kind: 'ollama',
  model: 'm',
  servers: [],
  form: 'letter',
  temperature: null,
  archetypes: false,
  texts: false,
  prompt_version: 2,
  template: null,
  limits: LIMITS,
  limit_changes: [],
};
