import { extractTerms } from '../inputs/searchIndex.ts';
import { contentWords, memoizeByGoal, sortWordsByWeight } from './goalWords.ts';

/** Synonyms for what people ask, tried when their own words have found nothing. */
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

/** Queries that a sensible person would try, best first, all different. */
export const queriesFor: (goal: string) => readonly string[] = memoizeByGoal(goal => {
  const words = contentWords(goal);
  if (words.length === 0) return ['overview', 'handbook contents', 'first steps'];
  const ranked = sortWordsByWeight(words);
  const [top, second = top, third = second] = ranked;
  const related = words.flatMap(word => RELATED.get(word) ?? []);
  const queries = [
    joinInGoalOrder(words, ranked.slice(0, 3)),
    ...related.map(other => `${top} ${other}`),
    joinInGoalOrder(words, [top, ...ranked.slice(3, 5)]),
    joinInGoalOrder(words, [second, third]),
    top,
    `${second} overview`,
    `${top} details`,
    `${third} guide`,
  ];
  return keepDistinctQueries(queries);
});

/** Endless searches: a word of the goal with a new second word each time. */
export function* generateEndlessQueries(goal: string): Generator<string> {
  const found = contentWords(goal);
  const words = found.length > 0 ? found : ['handbook'];
  for (let round = 0; ; round++) {
    for (const [at, addition] of ADDITIONS.entries()) {
      yield `${words[(at + round) % words.length]} ${addition}${round === 0 ? '' : ` ${round + 1}`}`;
    }
  }
}

const joinInGoalOrder = (words: readonly string[], chosen: readonly string[]): string =>
  words.filter(word => chosen.includes(word)).join(' ');

function keepDistinctQueries(queries: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return queries.filter(query => {
    const key = extractTerms(query).sort().join(' ');
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
