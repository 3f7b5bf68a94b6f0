import { type ReactNode, useState } from 'react';
import { formatAgentId, type Tick } from '../../../engine/core/indices.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import type { Answered } from './answered.ts';
import styles from './WhatIf.module.css';

interface AskedQuestion {
  readonly agent: number;
  /** The tick of the question. */
  readonly tick: Tick;
}

interface ForcedChoice extends AskedQuestion {
  /** Actions that were legal. */
  readonly options: readonly string[];
  /** The chosen option; null for nothing. */
  readonly chosen: string | null;
}

/** Another answer to a choice: a button for each, which plays the run again from there. */
export function WhatIf({ agent, tick, options, chosen }: ForcedChoice) {
  const fork = useFork({ agent, tick });
  const { Tick } = usePage(getCurrentModelWords);
  const others = options.filter(option => option !== chosen);
  if (fork === null) return null;
  return (
    <WhatIfLine question={{ agent, tick, answer: chosen }}>
      {others.length > 0 && 'What if it had chosen'}
      {others.map(option => (
        <button
          key={option}
          type="button"
          title={`plays the run again with that answer in ${Tick} ${tick}`}
          onClick={() => fork(option)}
        >
          {option}
        </button>
      ))}
    </WhatIfLine>
  );
}

interface Text extends AskedQuestion {
  /** The text of the answer; null for nothing. */
  readonly answer: string | null;
}

/** Another answer in words: an editor with the one that was given, and the way on with it. */
export function WhatIfText({ agent, tick, answer: said }: Text) {
  const fork = useFork({ agent, tick });
  const { Tick } = usePage(getCurrentModelWords);
  const [text, setText] = useState<string | null>(null);
  if (fork === null) return null;
  if (text === null)
    return (
      <WhatIfLine question={{ agent, tick, answer: said }}>
        <button type="button" onClick={() => setText(said ?? '')}>
          What if it had answered differently?
        </button>
      </WhatIfLine>
    );
  return (
    <form
      className={styles.editor}
      onSubmit={event => {
        event.preventDefault();
        fork(text);
      }}
    >
      <textarea
        aria-label={`Answer in ${Tick} ${tick}`}
        rows={5}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <p className={styles.whatIf}>
        <button type="submit" disabled={text.trim() === '' || text === said}>
          Play on with this
        </button>
        <button type="button" onClick={() => setText(null)}>
          Leave it
        </button>
      </p>
    </form>
  );
}

/** Plays the run again with another answer; null if there is nothing to play again. */
function useFork({ agent, tick }: AskedQuestion): ((answer: string) => void) | null {
  const commands = useCommands();
  const isPlayed = usePage(({ head }) => tick >= 1 && tick <= head);
  if (!isPlayed) return null;
  return answer => void commands.fork({ kind: 'answer', tick, agent: formatAgentId(agent), answer });
}

const PromptTrialDialog = createLazyView(
  async () => (await import('./PromptTrialDialog.tsx')).PromptTrialDialog,
);

/** A line of the alternatives; if a language model decides, with a link to ask the question again. */
function WhatIfLine({ question, children }: { readonly question: Answered; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { tick } = question;
  const canAsk = usePage(
    ({ run, head }) => run !== null && isLanguageModelOracle(run.setup.oracle) && tick >= 1 && tick <= head,
  );
  const isPolicy = usePage(({ run }) => run?.setup.oracle.kind === 'policy');
  const { policy } = usePage(getCurrentAppearance);
  return (
    <>
      <p className={styles.whatIf}>
        {children}
        {isPolicy && (
          <span className="label" title={policy}>
            The built-in policy does not read prompts as a language model does; with one, you can try another
            prompt here.
          </span>
        )}
        {canAsk && (
          <button type="button" title="nothing is sent before you ask" onClick={() => setOpen(true)}>
            Edit the prompt…
          </button>
        )}
      </p>
      {isOpen && <PromptTrialDialog question={question} onClose={() => setOpen(false)} />}
    </>
  );
}
