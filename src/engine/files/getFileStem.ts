/** Longest stem, UTF-16 units. */
const MAX_STEM_LENGTH = 60;
const FILE_ENDINGS = /(\.(gz|zip|jsonl?|ndjson|csv|tsv|xes|xml|pb|traj|txt|ya?ml))+$/i;

/** Name of a file without its folder and its endings, in letters, digits, "_", "." and "-": for names that are made of it. */
export const getFileStem = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? '')
    .replace(FILE_ENDINGS, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, MAX_STEM_LENGTH);
