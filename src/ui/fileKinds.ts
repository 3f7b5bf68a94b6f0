/** Bytes at the start of a file that are enough to recognise it. */
const HEAD = 16_384;

export const isJson = ({ name, type }: File): boolean => type === 'application/json' || /\.json$/i.test(name);
export const isText = ({ name }: File): boolean => /\.(md|markdown|txt)$/i.test(name);
export const firstWords = (file: File): Promise<string> => file.slice(0, HEAD).text();

/** What becomes of the run before, where a file cannot be used. */
export const STAYS = 'The run that was open stays as it was.';
