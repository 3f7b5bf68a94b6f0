import type { PreparedCase } from '../governance/prepareCases.ts';
import type { TaskUnit } from './pairs.ts';
import type { ChangedTask, SetsReport } from './report.ts';

/** Tasks that ended otherwise in the second set, by the share of their cases that succeeded. */
export function findChangedTasks(
  units: readonly TaskUnit[],
  inA: readonly PreparedCase[],
  inB: readonly PreparedCase[],
): Pick<SetsReport, 'better' | 'worse' | 'judged'> {
  const judged = units.flatMap(({ name, a, b }) => {
    const [one, other] = [countJudgedCases(a, inA), countJudgedCases(b, inB)];
    if (one.of === 0 || other.of === 0) return [];
    const change = other.succeeded.length / other.of - one.succeeded.length / one.of;
    return [
      {
        change,
        task: { name, a: selectExampleCase(one, change < 0), b: selectExampleCase(other, change > 0) },
      },
    ];
  });
  judged.sort((x, y) => Math.abs(y.change) - Math.abs(x.change));
  return {
    better: judged.flatMap(({ task, change }) => (change > 0 ? [task] : [])),
    worse: judged.flatMap(({ task, change }) => (change < 0 ? [task] : [])),
    judged: judged.length,
  };
}

/** Cases of a task whose outcome is told, by their agents. */
interface Judged {
  readonly succeeded: readonly number[];
  readonly failed: readonly number[];
  readonly of: number;
}

function countJudgedCases(agents: readonly number[], set: readonly PreparedCase[]): Judged {
  const ended = (outcome: string) => agents.filter(agent => set[agent].source.outcome === outcome);
  const [succeeded, failed] = [ended('succeeded'), ended('failed')];
  return { succeeded, failed, of: succeeded.length + failed.length };
}

/** With a case that shows the change: where more of them succeed than in the other set one that did, else one that failed. */
function selectExampleCase({ succeeded, failed, of }: Judged, isBetter: boolean): ChangedTask['a'] {
  const [agent] = isBetter ? [...succeeded, ...failed] : [...failed, ...succeeded];
  return { succeeded: succeeded.length, of, agent };
}
