import type { AgentDetail } from '../../../engine/model/agentDetail.ts';
import { isLanguageModelOracle } from '../../../engine/oracle/oracleSetup.ts';
import { useCommands, usePage } from '../../hooks/hooks.ts';
import { getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { getPastTick } from '../../state/viewState.ts';
import { explainNoReplicates } from '../../store/deciders.ts';
import parts from '../inspector/InspectorParts.module.css';

/** Plays the run again in many worlds and measures this agent in them, if its model can. */
export function AgentAgain({ detail: { id } }: { readonly detail: AgentDetail }) {
  const commands = useCommands();
  const { Tick } = usePage(getCurrentModelWords);
  const subject = usePage(({ run }) => run?.info.subject);
  const from = usePage(state => Math.max(0, getPastTick(state) ?? 0) + 1);
  const isPossible = usePage(
    state =>
      state.phase === 'paused' &&
      state.head >= from &&
      state.run !== null &&
      !isLanguageModelOracle(state.run.setup.oracle),
  );
  const obstacle = usePage(explainNoReplicates);
  if (!isPossible || !subject?.fits.test(id)) return null;
  const since = from > 1 ? `as it was up to ${Tick} ${from - 1}, then` : 'from the start, with';
  return (
    <button
      type="button"
      className={parts.link}
      aria-disabled={obstacle !== null}
      title={obstacle ?? `${since} other draws: in 200 worlds`}
      onClick={() => void (obstacle === null && commands.playWorlds({ worlds: 200, subject: id, from }))}
    >
      this {subject.noun} again
    </button>
  );
}
