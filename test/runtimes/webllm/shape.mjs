/** What the library, the weights and the configuration must agree on. */
export const SHAPE = {
  context: 4096,
  /** Dials of the hidden state. */
  width: 128,
};

/** In the order in which the library takes them. */
export const PARAMETERS = ['embedding', 'output', 'bias'];
