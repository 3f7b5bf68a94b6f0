/** Bytes at the start of a file that are enough to recognise it. */
const HEAD = 16_384;

/** Whether a dropped file is JSON, by its type or its name. */
export const isJson = ({ name, type }: File): boolean => type === 'application/json' || /\.json$/i.test(name);
/** Whether a file's name ends in .md, .markdown or .txt. */
export const isText = ({ name }: File): boolean => /\.(md|markdown|txt)$/i.test(name);
/** The beginning of a file, enough to tell a run document from other JSON. */
export const firstWords = (file: File): Promise<string> => file.slice(0, HEAD).text();

/** What happens to the run when a file cannot be used. */
export const STAYS = 'The run that was open stays as it was.';
