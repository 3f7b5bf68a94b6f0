import { useState } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import { formatAgentId } from '../../../engine/core/indices.ts';
import type { AgentDetail } from '../../../engine/model/agentDetail.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import type { Tried } from '../../../workers/protocol/api.ts';
import { createLazyView } from '../../controls/createLazyView.tsx';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../lib/formatCounts.ts';
import { getErrorMessage, isAgentNotQueriedError } from '../../lib/messages.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { describeDecider } from '../../words/describeDecider.ts';
import styles from './WhatIf.module.css';

const PromptTrialDialog = createLazyView(
  async () => (await import('./PromptTrialDialog.tsx')).PromptTrialDialog,
);

/** Previews the current decider's answer for an agent in the tick after the one on the screen; nothing is played. */
export function DryRun({ detail }: { readonly detail: AgentDetail }) {
  const { agent } = detail;
  const tick = detail.tick + 1;
  const isPaused = usePage(({ phase }) => phase === 'paused');
  const oracle = usePage(({ run }) => run?.setup.oracle ?? null);
  if (!isPaused || oracle === null || oracle.kind === 'replay' || tick < 1) return null;
  return <Trial key={`${agent} ${tick} ${describeDecider(oracle)}`} agent={agent} tick={tick} />;
}

type Came = { readonly tried: Tried } | { readonly problem: string };

function Trial({ agent, tick }: { readonly agent: number; readonly tick: number }) {
  const commands = useCommands();
  const { Tick } = usePage(getCurrentModelWords);
  const oracle = usePage(({ run }) => run!.setup.oracle);
  const [came, setCame] = useState<Came | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    if (isAsking) return;
    setAsking(true);
    try {
      setCame({ tried: await commands.dryRun({ agent, tick }) });
    } catch (error) {
      setCame({
        problem: isAgentNotQueriedError(error)
          ? `Nothing is asked of it in ${Tick} ${tick}: its chart decides alone.`
          : getErrorMessage(error),
      });
    } finally {
      setAsking(false);
    }
  };
  const cost = isLanguageModelOracle(oracle) ? `costs one question to ${describeDecider(oracle)}; ` : '';
  return (
    <>
      <p className={styles.whatIf}>
        <button
          type="button"
          aria-disabled={isAsking}
          title={`${cost}nothing is played`}
          onClick={() => void ask()}
        >
          {isAsking ? 'Asking…' : `Ask what it would do in ${Tick} ${tick}`}
        </button>
      </p>
      <div aria-live="polite">
        {came !== null && 'problem' in came && <p className="label">{came.problem}</p>}
        {came !== null && 'tried' in came && <Would agent={agent} tick={tick} tried={came.tried} />}
      </div>
    </>
  );
}

interface WouldProps {
  readonly agent: number;
  readonly tick: number;
  readonly tried: Tried;
}

function Would({ agent, tick, tried }: WouldProps) {
  const commands = useCommands();
  const [isOpen, setOpen] = useState(false);
  const { answer, words, shares, raw, model } = tried;
  return (
    <>
      <p>
        <b>{words}</b>
        {shares && `: ${shares.map(([action, share]) => `${action} ${formatPercent(share)}`).join(', ')}`}
      </p>
      {raw !== null && <pre className={styles.raw}>{escapeInvisibleText(raw)}</pre>}
      <p className="label">
        {model ?? 'the built-in policy, by its rules and not by the words of a prompt,'} says so; it is thrown
        away, the run does not know.
      </p>
      {model !== null && (
        <p className={styles.whatIf}>
          {answer !== null && (
            <button
              type="button"
              onClick={() =>
                void commands.fork({ kind: 'answer', tick, agent: formatAgentId(agent), answer })
              }
            >
              Run on with this answer
            </button>
          )}
          <button type="button" onClick={() => setOpen(true)}>
            Edit the prompt…
          </button>
        </p>
      )}
      {isOpen && <PromptTrialDialog question={{ agent, tick, answer }} onClose={() => setOpen(false)} />}
    </>
  );
}
