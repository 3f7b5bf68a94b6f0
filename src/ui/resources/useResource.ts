import { useEffect } from 'react';
import type { Ask } from '../contract/remoteEngine.ts';
import { useCommands, usePageStore } from '../hooks/hooks.ts';
import type { Resource } from '../reading/resource.ts';

/** Asks for what a view alone needs, as long as it is on the screen. */
export function useResource(resource: Resource): void {
  const store = usePageStore();
  const commands = useCommands();
  useEffect(() => {
    const ask: Ask = async (question, use) => {
      const answer = await commands.ask(question);
      if (answer !== null) use(answer);
      return answer !== null;
    };
    const attended = resource.attend(store, ask);
    const unsubscribe = store.subscribe(() => attended.changed());
    attended.changed();
    return () => {
      unsubscribe();
      attended.stop();
    };
  }, [store, commands, resource]);
}
