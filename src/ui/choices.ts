/** What can be chosen by name; the address, the bar and the messages use the same lists. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** One clause, shown as the option's or the control's title. */
  readonly title: string;
}

export const MODELS: readonly Choice[] = [
  { value: 'social', label: 'Social', title: 'people on a network who see, weigh, answer and reshare posts' },
  { value: 'governed', label: 'Missions', title: 'agents with tools, governed by a chart of phases' },
  {
    value: 'librarian',
    label: 'Librarians',
    title: 'readers of a long text, with a small working memory and an unbounded storage',
  },
  { value: 'workflow', label: 'Workflow', title: 'traders who are governed by a YAML that you can edit' },
];

export const NETWORKS: readonly Choice[] = [
  { value: 'congress', label: 'Congress', title: '475 accounts of the US Congress, weighted and directed' },
  { value: 'lastfm', label: 'LastFM Asia', title: '7,624 listeners and their friendships' },
  { value: 'scale-free', label: 'Scale-free', title: 'Barabási–Albert: a few are followed by very many' },
  { value: 'small-world', label: 'Small world', title: 'Watts–Strogatz: neighbourhoods with short cuts' },
  { value: 'random', label: 'Random', title: 'Erdős–Rényi: everybody is as likely to be followed' },
];

export const ORACLES: readonly Choice[] = [
  {
    value: 'policy',
    label: 'Built-in policy',
    title:
      'no language model: an explainable formula answers; nothing is downloaded and nothing leaves this page',
  },
  {
    value: 'webllm',
    label: 'WebLLM',
    title: 'a language model inside this browser, on the graphics card; nothing leaves the machine',
  },
  {
    value: 'wllama',
    label: 'wllama',
    title: 'a language model inside this browser, on the processor; slower, and runs everywhere',
  },
  { value: 'ollama', label: 'Ollama', title: 'a language model on an Ollama server of yours' },
  {
    value: 'openai',
    label: 'OpenAI-compatible',
    title:
      'a language model on any server that speaks /v1/chat/completions: llama.cpp, vLLM, LM Studio, Ray Serve',
  },
  { value: 'replay', label: 'Replay', title: 'the answers of a run document, again' },
];

export const SAMPLE_NETWORKS: readonly string[] = ['congress', 'lastfm'];
/** The network that stands for a file of the user's. */
export const FILE_NETWORK = 'file';

/** `Congress` for `congress`; a name that is no choice stays as it is. */
export const labelOf = (choices: readonly Choice[], value: string): string =>
  choices.find(choice => choice.value === value)?.label ?? value;
