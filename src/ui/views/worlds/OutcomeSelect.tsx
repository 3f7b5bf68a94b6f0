import { usePageStore } from '../../hooks/hooks.ts';
import type { Worlds } from '../../state/worldsState.ts';
import { findPinnedOutcome, isOutcomeMeasured } from '../../worlds/courses.ts';

/** Chooses the outcome that the headline, the picture and the sweep are about. */
export function OutcomeSelect({ worlds }: { readonly worlds: Worlds }) {
  const store = usePageStore();
  const { definitions } = worlds;
  const { name: chosen, meaning } = definitions[findPinnedOutcome(worlds)];
  return (
    <select
      aria-label="Outcome"
      title={meaning}
      value={chosen}
      onChange={event => store.getState().setWorlds({ ...worlds, pinned: event.target.value })}
    >
      {definitions
        .filter(one => isOutcomeMeasured(one, worlds))
        .map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
    </select>
  );
}
