import { type ValueFormat, valueByValue } from '../reading.ts';
import { listAt } from '../values.ts';

const isText = (one: unknown): one is string => typeof one === 'string';

/** Reports of SWE-bench: which tasks were resolved. They judge the cases of other files by the name of their task. */
export const TASK_REPORT: ValueFormat = {
  name: 'SWE-bench report',
  fits: value => listAt(value, 'resolved').some(isText) || listAt(value, 'resolved_ids').some(isText),
  open: sink =>
    valueByValue((value, place) => {
      for (const key of ['generated', 'no_generation', 'submitted_ids', 'unresolved_ids'])
        for (const task of listAt(value, key)) if (isText(task)) sink.judge(task, 'failed', place);
      for (const key of ['resolved', 'resolved_ids'])
        for (const task of listAt(value, key)) if (isText(task)) sink.judge(task, 'succeeded', place);
    }),
};
