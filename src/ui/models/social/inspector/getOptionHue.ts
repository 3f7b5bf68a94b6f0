/** Colour of each option: that of the state it leads to. */
const OPTION_HUES: Readonly<Record<string, string>> = {
  ignore: '--state-idle',
  like: '--state-engaging-like',
  reply: '--state-engaging-reply',
  reshare: '--state-engaging-reshare',
};

/** CSS colour of an option. */
export const getOptionHue = (option: string): string => `var(${OPTION_HUES[option] ?? '--state-evaluating'})`;
