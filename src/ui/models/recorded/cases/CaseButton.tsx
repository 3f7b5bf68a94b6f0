import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText } from '../../../lib/formatCounts.ts';

interface Props {
  readonly agent: number;
  /** From 1; null: the latest. */
  readonly step?: number | null;
  /** Tick of that step; the run plays on to it if needed. */
  readonly tick?: number;
}

/** A case by its name; a press shows it, at the step. */
export function CaseButton({ agent, step = null, tick = 0 }: Props) {
  const commands = useCommands();
  const store = usePageStore();
  const name = usePage(({ run }) => run?.info.names[agent] ?? '');
  const show = () => {
    const { head, selection, select } = store.getState();
    const isBefore = selection.cursor !== null && selection.cursor < tick;
    select({ agents: [agent], state: null, own: { step }, ...(isBefore && { cursor: null }) });
    if (head < tick) void commands.playTo(tick);
  };
  return (
    <button type="button" onClick={show}>
      {escapeInvisibleText(name)}
    </button>
  );
}
