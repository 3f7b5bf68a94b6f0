import { normalisedQuery, termsOf } from './search.ts';
import type { Hit } from './step.ts';

const MOST_WORDS = 12;
const LONGEST_WORD = 40;

/** Words that say nothing about what is wanted. */
const STOP = new Set(
  `a about after all also an and any are as at be been before being but by can could did do does done each every
  find for from get give had has have how i if in into is it its kind large list look me may might much many my
  no not of often on one open or our out over please search she should show so some such tell than that the
  their them then there these they this those to up us was we were what when where which while who whom whose
  why will with would you your file files document documents yesterday txt md non existent explain choose weigh summarise against`.split(
    /\s+/,
  ),
);

/** Other words for what people ask; tried when their own words have found nothing. */
const RELATED: ReadonlyMap<string, string> = new Map([
  ['password', 'secrets'],
  ['secret', 'security'],
  ['cost', 'tokens price'],
  ['price', 'cost'],
  ['salary', 'people pay'],
  ['owns', 'owners'],
  ['wrote', 'author'],
  ['released', 'changelog'],
  ['release', 'changelog'],
  ['architecture', 'parts design'],
  ['prompt', 'builder'],
  ['colour', 'design picture'],
  ['phone', 'contact address'],
  ['company', 'users teams'],
  ['failed', 'failure retry'],
]);
const ADDITIONS = [
  'overview',
  'details',
  'reference',
  'history',
  'notes',
  'guide',
  'examples',
  'settings',
  'decision',
  'summary',
  'background',
  'internals',
  'changes',
  'limits',
  'questions',
  'draft',
  'plan',
  'review',
];

/** The words of a goal that tell what is wanted, in its order; of a goal without such, all its words. */
export function contentWords(goal: string): readonly string[] {
  const all = [...new Set(normalisedQuery(goal).split(' '))].filter(word => word !== '').map(shortened);
  const telling = all.filter(word => !STOP.has(word) && (word.length > 1 || /\P{L}/u.test(word)));
  return (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
}

const shortened = (word: string): string =>
  word.length <= LONGEST_WORD ? word : [...word].slice(0, LONGEST_WORD / 2).join('');

const hasDigit = (word: string): boolean => /\d/.test(word);

/** The most telling first: numbers, then long words. */
function byWeight(words: readonly string[]): readonly string[] {
  const weight = (word: string) => word.length + (hasDigit(word) ? 20 : 0);
  return [...words].sort((a, b) => weight(b) - weight(a));
}

/** What a sensible person would search for, best first; none equals another. */
export function queriesFor(goal: string): readonly string[] {
  const words = contentWords(goal);
  if (words.length === 0) return ['overview', 'handbook contents', 'first steps'];
  const ranked = byWeight(words);
  const [top, second = top, third = second] = ranked;
  const related = words.flatMap(word => RELATED.get(word) ?? []);
  const queries = [
    inOrder(words, ranked.slice(0, 3)),
    ...related.map(other => `${top} ${other}`),
    inOrder(words, [top, ...ranked.slice(3, 5)]),
    inOrder(words, [second, third]),
    top,
    `${second} overview`,
    `${top} details`,
    `${third} guide`,
  ];
  return distinct(queries);
}

/** Searches without an end: a word of the goal with ever other words beside it. */
export function* endlessQueries(goal: string): Generator<string> {
  const found = contentWords(goal);
  const words = found.length > 0 ? found : ['handbook'];
  for (let round = 0; ; round++) {
    for (const [at, addition] of ADDITIONS.entries()) {
      yield `${words[(at + round) % words.length]} ${addition}${round === 0 ? '' : ` ${round + 1}`}`;
    }
  }
}

const inOrder = (words: readonly string[], chosen: readonly string[]): string =>
  words.filter(word => chosen.includes(word)).join(' ');

function distinct(queries: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return queries.filter(query => {
    const key = termsOf(query).sort().join(' ');
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** How much of the goal a hit speaks of, 0 to 1; a number of the goal that it lacks counts double. */
export function coverage(goal: string, hit: Hit): number {
  const said = new Set(termsOf(`${hit.title} ${hit.snippet} ${hit.document}`));
  let all = 0;
  let covered = 0;
  for (const word of contentWords(goal)) {
    const weight = hasDigit(word) ? 2 : 1;
    all += weight;
    if (termsOf(word).every(term => said.has(term))) covered += weight;
  }
  return all === 0 ? 0 : covered / all;
}

/** Whether a hit speaks of enough of the goal to be its answer: of each number, and of most words. */
export function answers(goal: string, hit: Hit): boolean {
  const said = new Set(termsOf(`${hit.title} ${hit.snippet} ${hit.document}`));
  const words = contentWords(goal);
  const missing = words.filter(word => !termsOf(word).every(term => said.has(term)));
  return words.length > 0 && !missing.some(hasDigit) && missing.length * 3 <= words.length;
}
