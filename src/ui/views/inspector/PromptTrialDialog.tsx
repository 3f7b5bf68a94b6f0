import { useEffect, useState } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type { Prompt } from '../../../engine/oracle/formats/prompt.ts';
import type { Tried } from '../../../workers/protocol/api.ts';
import { Dialog } from '../../controls/Dialog.tsx';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger } from '../../lib/formatCounts.ts';
import { getErrorMessage } from '../../lib/messages.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Answered } from './answered.ts';
import styles from './PromptTrialDialog.module.css';

interface Props {
  readonly question: Answered;
  readonly onClose: () => void;
}

/** A question's prompt, to be edited and put once; the answer counts only in a branch that is asked for. */
export function PromptTrialDialog({ question, onClose }: Props) {
  const commands = useCommands();
  const { Tick } = usePage(getCurrentModelWords);
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState<Tried | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { agent, tick, answer: said } = question;
  const isPlayed = usePage(({ head }) => tick <= head);
  useEffect(() => {
    const tell = (error: unknown) => setProblem(getErrorMessage(error));
    commands.trialPrompt({ agent, tick }).then(setPrompt, tell);
  }, [commands, agent, tick]);
  const ask = async (asked: Prompt) => {
    setAsking(true);
    setProblem(null);
    try {
      setTried(await commands.askOnce({ agent, tick }, asked));
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setAsking(false);
    }
  };
  const runOn = (answer: string) => {
    onClose();
    void commands.fork({ kind: 'answer', tick, agent: formatAgentId(agent), answer });
  };
  return (
    <Dialog title={`${Tick} ${tick}: ask with another prompt`} onClose={onClose}>
      <form
        className={styles.trial}
        onSubmit={event => {
          event.preventDefault();
          if (prompt !== null && !isAsking) void ask(prompt);
        }}
      >
        <Field
          name="system"
          text={prompt?.system}
          rows={4}
          onEdit={system => setPrompt({ user: '', ...prompt, system })}
        />
        <Field
          name="user"
          text={prompt?.user}
          rows={11}
          onEdit={user => setPrompt({ system: '', ...prompt, user })}
        />
        {/* Disabled it would lose the focus. */}
        <p className={styles.ways}>
          <button type="submit" className={styles.ask} aria-disabled={prompt === null || isAsking}>
            {isAsking ? 'Asking…' : 'Ask with this prompt'}
          </button>
          <span className="label">asks the model that decides now, once; the run stays as it is</span>
        </p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </form>
      <Answers answer={said} isPlayed={isPlayed} tried={tried} onRunOn={runOn} />
    </Dialog>
  );
}

interface FieldProps {
  readonly name: string;
  /** Undefined while it is being loaded. */
  readonly text: string | undefined;
  readonly rows: number;
  readonly onEdit: (text: string) => void;
}

function Field({ name, text, rows, onEdit }: FieldProps) {
  return (
    <label>
      {name}
      <textarea
        rows={rows}
        value={text ?? ''}
        placeholder={text === undefined ? '…' : ''}
        readOnly={text === undefined}
        spellCheck={false}
        onChange={event => onEdit(event.target.value)}
      />
    </label>
  );
}

interface AnswersProps extends Pick<Answered, 'answer'> {
  /** True if the question was asked in the run; else it would be asked next. */
  readonly isPlayed: boolean;
  readonly tried: Tried | null;
  readonly onRunOn: (answer: string) => void;
}

/** The run's answer and the answer to the edited prompt, side by side. */
function Answers({ answer: said, isPlayed, tried, onRunOn }: AnswersProps) {
  const answer = tried?.answer ?? null;
  const before = isPlayed ? 'in the run' : 'with its own prompt';
  return (
    <div className={styles.answers} aria-live="polite">
      <section aria-label={`Answer ${before}`}>
        <h3>{before}</h3>
        <p>{said === null ? 'no answer was taken' : escapeInvisibleText(said)}</p>
      </section>
      <section aria-label="Answer to this prompt">
        <h3>with this prompt</h3>
        {tried === null ? <p className="label">not asked yet</p> : <Came tried={tried} />}
        {answer !== null && (
          <button type="button" disabled={answer === said} onClick={() => onRunOn(answer)}>
            {answer === said ? `The same answer as ${before}` : 'Run on with this answer'}
          </button>
        )}
      </section>
    </div>
  );
}

function Came({ tried }: { readonly tried: Tried }) {
  const { words, shares, raw, model, tokensIn, tokensOut, milliseconds } = tried;
  const facts = [
    model ?? 'the built-in policy',
    tokensIn !== null &&
      `${formatGroupedInteger(tokensIn)} tokens in, ${formatGroupedInteger(tokensOut ?? 0)} out`,
    milliseconds !== null && `${formatGroupedInteger(Math.round(milliseconds))} ms`,
  ];
  return (
    <>
      <p>
        <b>{words}</b>
      </p>
      {shares && <p>{shares.map(([action, share]) => `${action} ${formatPercent(share)}`).join(', ')}</p>}
      {raw !== null && <pre>{escapeInvisibleText(raw)}</pre>}
      <p className="label">{facts.filter(Boolean).join(' · ')}</p>
    </>
  );
}
