import { type CSSProperties, useState } from 'react';
import type { QuestionLine, SocialDetail } from '../../engine/models/social/detail.ts';
import { roundNumber } from '../clock.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { useLink, usePage } from '../hooks.ts';
import type { PageState } from '../store.ts';
import { grouped } from '../words.ts';
import styles from './Inspector.module.css';
import { TermBars } from './TermBars.tsx';

/** Colour of each option: that of the state it leads to. */
const HUES: Readonly<Record<string, string>> = {
  ignore: '--state-idle',
  like: '--state-engaging-like',
  reply: '--state-engaging-reply',
  reshare: '--state-engaging-reshare',
};

/** Tick of the selected post, if the agent wrote it. */
const postedAt = ({ selection, tree, detail }: PageState): number | null => {
  const row = selection.post === null || !tree ? -1 : tree.post.indexOf(selection.post);
  return row >= 0 && tree!.author[row] === detail?.agent ? tree!.tick[row]! : null;
};

/** The last questions that the agent put to the oracle: terms, probabilities, choice; first the one that led to the post. */
export function QuestionSection({ social }: { social: SocialDetail }) {
  const posted = usePage(postedAt);
  const [chosen, setChosen] = useState<number | null>(null);
  const [prompt, setPrompt] = useState(false);
  const link = useLink();
  const last = social.questions.findIndex(question => question.chosen !== 'ignore');
  const cause =
    posted === null
      ? -1
      : social.questions.findIndex(
          ({ tick, chosen: deed }) => tick < posted && (deed === 'reply' || deed === 'reshare'),
        );
  const telling = cause >= 0 ? cause : last;
  const position = chosen !== null && chosen < social.questions.length ? chosen : Math.max(0, telling);
  const question = social.questions[position];
  if (!question)
    return (
      <p className="label">It has not been asked anything yet: no post was interesting enough to stop at.</p>
    );
  return (
    <div>
      <div className={styles.key}>
        <h3>{heading(chosen, cause, last)}</h3>
        <span>{grouped(social.questionCount)} asked</span>
      </div>
      <p className={styles.asked}>
        <select
          aria-label="Question"
          className={styles.pick}
          value={position}
          onChange={event => setChosen(Number(event.target.value))}
        >
          {social.questions.map((other, row) => (
            <option key={row} value={row}>
              Round {roundNumber(other.tick)}: {other.chosen}
            </option>
          ))}
        </select>
        <button
          type="button"
          className={styles.link}
          title="the text that a language model would be given"
          onClick={() => setPrompt(true)}
        >
          prompt for a model
        </button>
      </p>
      <button type="button" className={styles.quote} onClick={() => void link.showPost(question.post.post)}>
        “{question.post.text}” <span className="label">{question.post.authorName}</span>
      </button>
      <TermBars terms={question.terms} />
      <Probabilities question={question} />
      {prompt && (
        <Dialog title={`Prompt of round ${question.tick}`} onClose={() => setPrompt(false)}>
          <p className="label">The text that a language model would be given for this question.</p>
          <pre className={styles.prompt}>{question.prompt}</pre>
        </Dialog>
      )}
    </div>
  );
}

function heading(chosen: number | null, cause: number, last: number): string {
  if (chosen !== null || last < 0) return 'question';
  return cause >= 0 ? 'question that led to this post' : 'last question that led to an action';
}

function Probabilities({ question }: { question: QuestionLine }) {
  const parts = question.probabilities;
  return (
    <>
      <h3 className={styles.key}>
        {parts ? 'probabilities, per cent' : `answered by ${question.source}`}
        <span>
          it chose <b>{question.chosen}</b>
        </span>
      </h3>
      {parts && (
        <>
          <div className={styles.bar} aria-hidden="true">
            {question.options.map((option, position) => (
              <span
                key={option}
                style={{ '--hue': hue(option), flexGrow: parts[position] } as CSSProperties}
              />
            ))}
          </div>
          <ul className={styles.options}>
            {question.options.map((option, position) => (
              <li key={option} className={option === question.chosen ? styles.ready : undefined}>
                <span className={styles.dot} style={{ '--hue': hue(option) } as CSSProperties} />
                {option} {(parts[position]! * 100).toFixed(0)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const hue = (option: string): string => `var(${HUES[option] ?? '--state-evaluating'})`;
