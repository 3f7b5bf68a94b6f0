import type { LibrarianFrame, StrategySums } from '../../../engine/models/librarian/librarianState.ts';
import { STRATEGIES } from '../../../engine/models/librarian/librarianTerms.ts';
import { sumKindsOverGroups } from '../../../engine/models/librarian/sumKindsOverGroups.ts';
import { useCalmPage, usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { Heading } from '../../views/bar/Heading.tsx';
import { SumList } from '../../views/inspector/SumList.tsx';
import {
  describeRecallByKind,
  formatRecallPercent,
  hasPolicyStrategies,
  STRATEGY_WORDS,
  sumStrategyPart,
} from './describeRecall.ts';
import styles from './Librarian.module.css';
import { TERMS } from './librarianGlossary.ts';
import { getLibrarianPart } from './librarianPart.ts';

/** All librarians: what they recall by strategy, what that costs, and what was moved and lost. */
export function ReadersOverview() {
  const frame = useCalmPage(state => getLibrarianPart(state).frame, 'cascades');
  const played = usePage(hasPolicyStrategies);
  return (
    <>
      <header className={styles.head}>
        <h2>Recall</h2>
        <span className="label">select one in the chart or the timelines to see its memory</span>
      </header>
      {frame ? (
        <>
          <Heading title={played ? 'facts answered right, by strategy' : 'facts answered right'}>
            tokens each
          </Heading>
          {played ? (
            frame.strategies.map(sums => (
              <Recall
                key={sums.strategy}
                name={sums.strategy}
                does={STRATEGY_WORDS[sums.strategy]}
                sums={sums}
              />
            ))
          ) : (
            <Recall name="the model" does="answers by a language model" sums={sumReaderStrategies(frame)} />
          )}
          <TooShort frame={frame} />
          <Totals frame={frame} />
        </>
      ) : (
        played &&
        STRATEGIES.map(strategy => (
          <p key={strategy} className={styles.strategy}>
            <b>{strategy}</b>: {STRATEGY_WORDS[strategy]}
          </p>
        ))
      )}
    </>
  );
}

type StrategyTotals = Omit<StrategySums, 'strategy'>;

const sumReaderStrategies = ({ strategies }: LibrarianFrame): StrategyTotals => ({
  agents: sumStrategyPart(strategies, 'agents'),
  settled: sumStrategyPart(strategies, 'settled'),
  questions: sumStrategyPart(strategies, 'questions'),
  right: sumStrategyPart(strategies, 'right'),
  tokens: sumStrategyPart(strategies, 'tokens'),
  kinds: sumKindsOverGroups(strategies.map(({ kinds }) => kinds)),
});

interface RecallProps {
  readonly name: string;
  readonly does: string;
  readonly sums: StrategyTotals;
}

function Recall({ name, does, sums: { agents, settled, right, questions, tokens, kinds } }: RecallProps) {
  const width = (count: number) => ({ width: `${(100 * count) / Math.max(1, questions)}%` });
  return (
    <>
      <div
        className={styles.recall}
        title={`${name}: ${does}. Of ${formatNounCount(questions, 'question')}: ${right} right, ${settled - right} not, ${questions - settled} not asked yet`}
      >
        <span>
          {name}, {formatGroupedInteger(agents)}
        </span>
        <span className={styles.track}>
          {right > 0 && <i style={width(right)} />}
          {settled > right && <i className={styles.missed} style={width(settled - right)} />}
        </span>
        <span>
          <b>{formatRecallPercent(right, settled)}</b>{' '}
          {settled > 0 && `${formatGroupedInteger(right)} of ${formatGroupedInteger(settled)}`}
        </span>
        <span className={styles.each}>{formatGroupedInteger(Math.round(tokens / Math.max(1, agents)))}</span>
      </div>
      {kinds.length > 0 && <p className={`label ${styles.kinds}`}>{describeRecallByKind(kinds)}</p>}
    </>
  );
}

/** Warns that recall does not test the limits, because the texts stay below them. */
function TooShort({ frame: { short, paged, forced } }: { readonly frame: LibrarianFrame }) {
  if (short === null) return null;
  const { texts, of, tokens, limit, name } = short;
  const isAll = texts === of && paged + forced === 0;
  return (
    <p className="label">
      {isAll
        ? 'Nothing had to be moved out'
        : `Nothing has to be moved out of ${formatGroupedInteger(texts)} of ${formatGroupedInteger(of)} texts`}
      :{' '}
      {of === 1
        ? `the text has ${formatGroupedInteger(tokens)} tokens`
        : `they have at most ${formatGroupedInteger(tokens)} tokens`}
      , the {name} is {formatGroupedInteger(limit)}.
    </p>
  );
}

function Totals({ frame }: { readonly frame: LibrarianFrame }) {
  const { strategies, paged, loaded, forced, lost, unreadable, refused, stopped } = frame;
  return (
    <div className={styles.two}>
      <div>
        <Heading title="entries, so far" />
        <SumList
          rows={[
            ['moved out by paging', paged, TERMS.paging],
            ['copied back by a load', loaded, TERMS.load],
            ['moved at the hard limit', forced, TERMS['hard limit']],
            ['values that were lost', lost, TERMS.lost],
          ]}
        />
      </div>
      <div>
        <Heading title="answers, so far" />
        <SumList
          rows={[
            ['could not be read', unreadable, TERMS['could not be read']],
            ['could not be done', refused, TERMS['could not be done']],
            ['librarians that have stopped', stopped],
            [
              'questions not asked yet',
              sumStrategyPart(strategies, 'questions') - sumStrategyPart(strategies, 'settled'),
            ],
          ]}
        />
        <p className="label">
          {formatNounCount(sumStrategyPart(strategies, 'tokens'), 'token')} of prompts and answers (characters
          / 4)
        </p>
      </div>
    </div>
  );
}
