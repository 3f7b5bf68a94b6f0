import { useEffect, useState } from 'react';
import { describeTestFates, type TestFates } from '../../../../engine/models/workflow/reports/testFates.ts';
import { workflowQueries } from '../../../../engine/models/workflow/reports/workflowQueries.ts';
import { useCalmPage, useCommands, usePage } from '../../../hooks/hooks.ts';
import { getViewedTick } from '../../../state/viewState.ts';
import styles from '../Workflow.module.css';

/** Below the totals: what became of the artifacts whose tests failed, and which rework was left out. */
export function TestsNote() {
  const commands = useCommands();
  const tick = useCalmPage(getViewedTick, 'cascades');
  const epoch = usePage(({ run }) => run?.info.epoch);
  const [fates, setFates] = useState<TestFates | null>(null);
  useEffect(() => {
    let isWanted = epoch !== undefined;
    void commands
      .ask(engine => workflowQueries.ask(engine, 'tests', tick))
      .then(answer => {
        if (isWanted && answer !== null) setFates(answer);
      });
    return () => {
      isWanted = false;
    };
  }, [commands, tick, epoch]);
  if (fates === null) return null;
  return describeTestFates(fates).map(sentence => (
    <p key={sentence} className={styles.waiting}>
      {sentence}
    </p>
  ));
}
