import { type CSSProperties, useEffect, useState } from 'react';
import { formatPercent } from '../../../../engine/core/formatPercent.ts';
import { formatQuotedText } from '../../../../engine/core/formatQuotedText.ts';
import { formatPostId } from '../../../../engine/core/indices.ts';
import { POST_KINDS } from '../../../../engine/models/social/cascade/postKinds.ts';
import type {
  ModelAnswer,
  QuestionLine,
  SocialDetail,
} from '../../../../engine/models/social/reports/socialDetail.ts';
import { createLazyView } from '../../../controls/createLazyView.tsx';
import { Dialog } from '../../../controls/Dialog.tsx';
import { isPolicySource, PolicyNote } from '../../../controls/PolicyNote.tsx';
import dots from '../../../controls/StateDot.module.css';
import { usePage, usePageContext } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger } from '../../../lib/formatCounts.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getPastTick } from '../../../state/viewState.ts';
import styles from '../../../views/inspector/InspectorParts.module.css';
import { WhatIf } from '../../../views/inspector/WhatIf.tsx';
import { formatRoundNumber } from '../../../words/runClock.ts';
import { showPost } from '../cascade/showPost.ts';
import { describeMood, formatMoodFactor } from '../describeMood.ts';
import { getPostSelection, getSocialPart } from '../socialPart.ts';
import { getOptionHue } from './getOptionHue.ts';

/** Row of the selected post in the tree, if the agent wrote it; else −1. */
function findOwnPostRow(state: PageState): number {
  const { tree } = getSocialPart(state);
  const { post } = getPostSelection(state);
  const row = post === null || !tree ? -1 : tree.post.indexOf(post);
  return tree !== null && row >= 0 && tree.author[row] === state.detail?.agent ? row : -1;
}

/** When the selected post was made, if the agent wrote it, and whether it began by itself. */
const getPostCreation = (state: PageState): number | null => {
  const row = findOwnPostRow(state);
  const { tree } = getSocialPart(state);
  if (row < 0 || tree === null) return null;
  return POST_KINDS[tree.kind[row]] === 'original' ? BY_ITSELF : tree.tick[row];
};

/** The parent of the selected post in the tree; null if there is none. */
const getParentPost = (state: PageState): number | null => {
  const { tree } = getSocialPart(state);
  const parent = tree?.parent[findOwnPostRow(state)] ?? -1;
  return tree === null || parent < 0 ? null : tree.post[parent];
};

/** Stands for the tick of a post that no question led to. */
const BY_ITSELF = Number.NEGATIVE_INFINITY;

interface Props {
  readonly agent: number;
  readonly social: SocialDetail;
  /** Tick of the question that led to the agent's post that was selected last: it stays when the post is let go. */
  readonly kept: { current: number | null };
}

/** The last questions that the agent put to the oracle: terms, probabilities, choice; first the one that led to the post. */
export function QuestionSection({ agent, social, kept }: Props) {
  const posted = usePage(getPostCreation);
  const parent = usePage(getParentPost);
  const post = usePage(state => getPostSelection(state).post);
  const past = usePage(getPastTick);
  const [chosen, setChosen] = useState<number | null>(null);
  const [prompt, setPrompt] = useState(false);
  const page = usePageContext();
  const last = social.questions.findIndex(question => question.chosen !== 'ignore');
  const cause =
    posted === null
      ? -1
      : social.questions.findIndex(
          ({ tick, chosen: deed }) => tick < posted && (deed === 'reply' || deed === 'reshare'),
        );
  const before = posted === null ? social.questions.findIndex(({ tick }) => tick === kept.current) : -1;
  const causeTick = social.questions[cause]?.tick;
  useEffect(() => {
    if (causeTick !== undefined) kept.current = causeTick;
  }, [kept, causeTick]);
  // Viewers of a round want the question of that round.
  const then = social.questions.findIndex(question => question.tick === past);
  const report = [
    [cause, 'question that led to this post'],
    [then, 'question'],
    [before, 'question that led to a post'],
    [last, 'last question that led to an action'],
  ] as const;
  const [reports, heading] = report.find(([row]) => row >= 0) ?? [0, 'question'];
  const position = chosen !== null && chosen < social.questions.length ? chosen : reports;
  const question = social.questions[position];
  if (!question)
    return (
      <p className="label">It has not been asked anything yet: no post was interesting enough to stop at.</p>
    );
  return (
    <div>
      {posted === BY_ITSELF && <p className={styles.chosen}>It wrote this post by itself; nobody asked.</p>}
      <div className={styles.key}>
        <h3>{chosen === null ? heading : 'question'}</h3>
        <span>{formatGroupedInteger(social.questionCount)} asked</span>
      </div>
      <p className={styles.asked}>
        <select
          aria-label="Question"
          title="Question"
          className={styles.pick}
          value={position}
          onChange={event => setChosen(Number(event.target.value))}
        >
          {social.questions.map((other, row) => (
            <option key={row} value={row}>
              Round {formatRoundNumber(other.tick)}: {other.chosen}
            </option>
          ))}
        </select>
        <button
          type="button"
          className={styles.link}
          title={
            question.answer?.model
              ? 'prompt as sent, and what came back'
              : 'the text that a language model would be given'
          }
          onClick={() => setPrompt(true)}
        >
          {question.answer?.model ? 'prompt and answer' : 'prompt for a model'}
        </button>
        {position === cause && post !== null && <WhyPost post={post} />}
      </p>
      <button type="button" className={styles.quote} onClick={() => void showPost(page, question.post.post)}>
        “{question.post.text}” <span className="label">{question.post.authorName}</span>
      </button>
      {position === cause && parent !== null && parent !== question.post.post && (
        <p className="label">
          It saw this copy, and {question.chosen === 'reply' ? 'replied to' : 'passed on'} the first post
          itself, as most do: the tree hangs it there.
        </p>
      )}
      <Probabilities question={question} />
      <WhatIf agent={agent} tick={question.tick} options={question.options} chosen={question.chosen} />
      {question.answer ? (
        <AnswerSection question={question} answer={question.answer} />
      ) : (
        <TermBars terms={question.terms} mood={question.mood} />
      )}
      {prompt && <PromptDialog question={question} onClose={() => setPrompt(false)} />}
    </div>
  );
}

/** Source and probabilities of the answer; in archetype mode the kind's probabilities are below the agent's own. */
function Probabilities({ question }: { question: QuestionLine }) {
  const { probabilities, shared, policy, options, source } = question;
  const ofModel = question.answer !== null;
  const chance = formatAnswerChance(question);
  return (
    <>
      <h3 className={styles.key}>
        {probabilities
          ? 'probabilities, per cent'
          : source === 'given'
            ? 'a change gave the answer'
            : `answered by ${source}`}
      </h3>
      {probabilities && <Shares options={options} shares={probabilities} chosen={question.chosen} />}
      <p className={styles.chosen}>
        {options.includes(question.chosen) ? (
          <>
            It chose <b>{question.chosen}</b>
            {chance !== null && `; its chance was ${chance}`}.
          </>
        ) : question.chosen === 'late' ? (
          'The answer came too late; it is asked again.'
        ) : (
          'No answer could be used; it scrolls on.'
        )}
      </p>
      {shared && (
        <>
          <h3 className={styles.key}>for its archetype, as the model gave them</h3>
          <Shares options={SHARED.slice(0, shared.length)} shares={shared} chosen="" />
        </>
      )}
      {ofModel && (
        <>
          <h3 className={styles.key}>the policy would give</h3>
          <Shares options={options} shares={policy} chosen="" />
        </>
      )}
    </>
  );
}

/** The probability of the drawn option in per cent; null if nothing was drawn because the model chose itself. */
function formatAnswerChance({ probabilities, options, chosen, answer }: QuestionLine): string | null {
  const share = probabilities?.[options.indexOf(chosen)];
  if (share === undefined || answer?.form === 'json') return null;
  return formatPercent(share);
}

/** Options of an archetype's question. */
const SHARED = ['ignore', 'like', 'reply', 'reshare'];

interface SharesProps {
  readonly options: readonly string[];
  readonly shares: readonly number[];
  readonly chosen: string;
}

function Shares({ options, shares, chosen }: SharesProps) {
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {options.map((option, position) => (
          <span
            key={option}
            style={{ '--hue': getOptionHue(option), flexGrow: shares[position] } as CSSProperties}
          />
        ))}
      </div>
      <ul className={styles.options}>
        {options.map((option, position) => (
          <li key={option} className={option === chosen ? styles.ready : undefined}>
            <span className={dots.dot} style={{ '--hue': getOptionHue(option) } as CSSProperties} />
            {option} {((shares[position] ?? 0) * 100).toFixed(0)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The model's reply: source, tokens, latency, and why it could not be used, if so. */
function AnswerSection({ question, answer }: { question: QuestionLine; answer: ModelAnswer }) {
  const { reason, raw, text, mass, tokensIn, tokensOut, milliseconds, tries, model } = answer;
  const parts = [
    `source ${question.source}`,
    model && formatQuotedText(model),
    answer.form,
    tokensIn === null
      ? null
      : `${formatGroupedInteger(tokensIn)} tokens in, ${formatGroupedInteger(tokensOut ?? 0)} out`,
    milliseconds === null ? null : `${formatGroupedInteger(Math.round(milliseconds))} ms`,
    tries !== null && tries > 1 ? `${tries} tries` : null,
    mass === null ? null : `${formatPercent(mass)} on letters`,
  ];
  return (
    <>
      {reason && (
        <p className={styles.reason}>
          <b>Fallback to scrolling</b>: {formatQuotedText(reason)}
        </p>
      )}
      <p className="label">{parts.filter(part => part !== null).join(' · ')}</p>
      {text && <p>It writes: “{text}”</p>}
      {raw !== null && (
        <p className={styles.raw} title={escapeInvisibleText(raw)}>
          {escapeInvisibleText(raw)}
        </p>
      )}
    </>
  );
}

function PromptDialog({ question, onClose }: { question: QuestionLine; onClose: () => void }) {
  const { answer, prompt, tick, source } = question;
  const sent = answer?.model
    ? 'As it was sent.'
    : 'The text that a language model would be given for this question.';
  const lost = 'It was sent with another version of the prompt, which can no longer be rebuilt.';
  return (
    <Dialog title={`Prompt of round ${formatRoundNumber(tick)}`} onClose={onClose}>
      <p className="label">
        {prompt === null ? lost : sent}
        {answer?.promptVersion != null && ` Version ${answer.promptVersion}.`}
      </p>
      {isPolicySource(source) && <PolicyNote />}
      {prompt !== null && <pre className={styles.prompt}>{prompt}</pre>}
      {answer?.raw != null && (
        <>
          <p className="label">The answer as it came.</p>
          <pre className={styles.prompt}>{escapeInvisibleText(answer.raw)}</pre>
        </>
      )}
    </Dialog>
  );
}

const TERMS = ['affinity', 'freshness', 'tie', 'attention'] as const;

/** The policy's sum for an agent's interest: each term begins at the end of the one before it. */
export function TermBars({ terms, mood }: Pick<QuestionLine, 'terms' | 'mood'>) {
  const sum = TERMS.reduce((total, name) => total + terms[name], 0);
  const most = Math.max(0.8, sum, terms.interest, terms.threshold);
  const part = (value: number) => `${Math.max(0.3, (value * 100) / most)}%`;
  let before = 0;
  return (
    <>
      <h3 className={styles.key}>interest, as the policy adds it up</h3>
      <div className={styles.terms}>
        {TERMS.map(name => {
          const left = before;
          before += terms[name];
          return (
            <p key={name}>
              <span>{name}</span>
              <span className={styles.track}>
                <i style={{ left: `${(left * 100) / most}%`, width: part(terms[name]) }} />
              </span>
              <span className={styles.value}>{terms[name].toFixed(2)}</span>
            </p>
          );
        })}
        <p className={styles.ready}>
          <span>× quality {terms.quality.toFixed(2)}</span>
          <span className={styles.track}>
            <i className={styles.total} style={{ left: 0, width: part(terms.interest) }} />
          </span>
          <span className={styles.value}>
            <b>{terms.interest.toFixed(2)}</b>
          </span>
        </p>
        <span className={styles.threshold}>
          <i style={{ left: part(terms.threshold) }} />
        </span>
      </div>
      <p className="label">
        It stops at posts above {terms.threshold.toFixed(2)}. The excess sets the chances, reduced by fatigue
        (× {terms.fatigue.toFixed(2)}), and those to reply or reshare also by the post’s depth (×{' '}
        {terms.depthDecay.toFixed(2)}) and age (× {terms.ageDecay.toFixed(2)}).
        {mood !== null && ` It was ${describeMood(mood)}: all three × ${formatMoodFactor(terms.momentum)}.`}
      </p>
    </>
  );
}

const WhyDialog = createLazyView<{ about: { id: string }; title: string; onClose: () => void }>(
  async () => (await import('../../../views/inspector/WhyDialog.tsx')).WhyDialog,
);

/** Leads to how a post came to be, back to the first one. */
export function WhyPost({ post }: { readonly post: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        title="who passed what on, what each had seen, and the draw that chose it, back to the first post"
        onClick={() => setOpen(true)}
      >
        how it came to this post
      </button>
      {open && (
        <WhyDialog
          about={{ id: formatPostId(post) }}
          title="How it came to this post"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
