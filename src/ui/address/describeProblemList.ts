import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { redactSecrets } from '../../engine/core/secrets.ts';

/** A part of an address that is not taken: a value, with what is wanted instead, or a file that is not there, by its noun. */
export type AddressProblem =
  | { readonly name: string; readonly value: string; readonly want: string }
  | { readonly noun: string };

/** Consequences for parts that have no default. */
const LEFT_OUT = new Map(
  Object.entries({
    change: 'The change is left out.',
    branch: 'The run is opened as no branch.',
    pause: 'No pause is set.',
    at: 'The last round is shown.',
    who: 'Nobody is selected.',
    hash: 'The run is not compared.',
    show: 'The page chooses what is shown.',
  }),
);

/** Maximum number of problems of an address that are listed one by one. */
const MAX_LISTED_PROBLEMS = 5;

/** Problems in a sentence each; of many the first. */
export function describeProblemList(problems: readonly AddressProblem[]): readonly string[] {
  const more = problems.length - MAX_LISTED_PROBLEMS;
  return [
    ...problems.slice(0, MAX_LISTED_PROBLEMS).map(describeAddressProblem),
    ...(more > 0 ? [`And ${more} more like these.`] : []),
  ];
}

function describeAddressProblem(problem: AddressProblem): string {
  if ('noun' in problem) return describeMissingFile(problem.noun);
  const [name, value] = [problem.name, problem.value].map(text => formatQuotedText(redactSecrets(text)));
  const what = LEFT_OUT.get(problem.name) ?? 'The default is used instead.';
  return `${name}=${value} in the address: ${formatQuotedText(redactSecrets(problem.want), 300)}. ${what}`;
}

/** Message about a user's file, of which an address only has its existence. */
const describeMissingFile = (noun: string): string =>
  `This run was made from a file (${noun}) that the address does not hold. Drop it on the page; until then an example is shown, not played.`;
