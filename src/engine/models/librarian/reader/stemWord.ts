/** Verbs and nouns whose forms have no ending in common: each line the forms of one. */
const IRREGULAR_FORMS = `begin began begun|buy bought|sell sold|give gave given|write wrote written|make made|keep kept|hold held|find found|lose lost
  |take took taken|bring brought|teach taught|catch caught|build built|pay paid|say said|tell told|know knew known
  |go went gone|come came|run ran|see saw seen|speak spoke spoken|break broke broken|wear wore worn|tear tore torn
  |draw drew drawn|grow grew grown|throw threw thrown|fly flew flown|eat ate eaten|drink drank drunk|sing sang sung
  |ring rang rung|swim swam swum|sink sank sunk|steal stole stolen|choose chose chosen|ride rode ridden|drive drove driven
  |fall fell fallen|leave left|lie lay lain|lead led|send sent|spend spent|lend lent|sleep slept|feed fed|meet met
  |stand stood|wind wound|burn burnt|die dead death|man men|woman women|child children|foot feet|tooth teeth|mouse mice
  |goose geese|wife wives|knife knives|shelf shelves|loaf loaves|hang hung|sweep swept|freeze froze frozen|show shown|sew sewn|shoot shot|bury buried burial`;

const IRREGULAR = new Map(
  IRREGULAR_FORMS.split('|').flatMap(line => {
    const [first, ...others] = line.trim().split(/\s+/);
    return others.map(other => [other, first] as const);
  }),
);

/** Endings to remove, the longest first, with the minimum number of remaining letters. */
const STEM_ENDINGS: readonly (readonly [ending: string, stay: number])[] = [
  ['ations', 3],
  ['ation', 3],
  ['ments', 3],
  ['ment', 3],
  ['ings', 3],
  ['ness', 3],
  ['ers', 4],
  ['ors', 4],
  ['ing', 3],
  ['ful', 3],
  ['est', 4],
  ['ed', 3],
  ['er', 4],
  ['or', 4],
  ['ly', 3],
];

/** A word without its ending, by rules and a few forms: `painter`, `painted` and `paints` are one. Lower case. */
export function stemWord(word: string): string {
  const base = IRREGULAR.get(word) ?? word;
  if (base.length < 4 || !/^[a-z]+$/.test(base)) return base;
  const plain = toSingularForm(base);
  for (const [ending, stay] of STEM_ENDINGS)
    if (plain.endsWith(ending) && plain.length - ending.length >= stay)
      return trimStem(plain.slice(0, -ending.length));
  return trimStem(plain);
}

function toSingularForm(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:x|z|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** The stem without doubled letters, a silent e, or a changing y. */
function trimStem(stem: string): string {
  const single = /([bdfgklmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
  const plain = single.length > 3 && single.endsWith('e') ? single.slice(0, -1) : single;
  return plain.replace(/y$/, 'i');
}
