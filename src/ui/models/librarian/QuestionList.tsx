import type { AskedLine, MemoryDump } from '../../../engine/models/librarian/detail.ts';
import { visible } from '../../words.ts';
import { Heading } from './Heading.tsx';
import styles from './Librarian.module.css';
import { markWords } from './words.ts';

/** What it was asked, and from where its answers came. */
export function QuestionList({ dump: { asked } }: { readonly dump: MemoryDump }) {
  const settled = asked.filter(({ mark }) => mark !== null);
  const right = settled.filter(({ mark }) => mark === 'right').length;
  return (
    <>
      <Heading title="questions so far">
        {settled.length === 0 ? '' : `${right} of ${settled.length}`}
      </Heading>
      {asked.length === 0 && <p className="label">None yet: it is still reading.</p>}
      <ol className={styles.asked}>
        {asked.map(line => (
          <li key={line.id} title={titleOf(line)}>
            <span className={styles.tag}>{visible(line.question)}</span>
            <span className={line.mark === 'wrong' || line.mark === 'missed' ? styles.failed : styles.mark}>
              {markWords(line.mark, line.loaded)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

function titleOf({ question, given, expected, mark }: AskedLine): string {
  const answer = given === null ? 'no answer' : `answered “${visible(given)}”`;
  const wish = mark === 'wrong' || mark === 'missed' ? `; right would be “${visible(expected)}”` : '';
  return `${visible(question)} ${answer}${wish}`;
}
