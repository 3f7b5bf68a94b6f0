import { createValueReader, type ValueFormat } from '../traceReading.ts';
import { getListField } from '../values.ts';

const isTextValue = (one: unknown): one is string => typeof one === 'string';

/** Reports of SWE-bench: which tasks were resolved. They judge the cases of other files by the name of their task. */
export const TASK_REPORT: ValueFormat = {
  name: 'SWE-bench report',
  fits: value =>
    getListField(value, 'resolved').some(isTextValue) ||
    getListField(value, 'resolved_ids').some(isTextValue),
  open: sink =>
    createValueReader((value, place) => {
      for (const key of ['generated', 'no_generation', 'submitted_ids', 'unresolved_ids'])
        for (const task of getListField(value, key)) if (isTextValue(task)) sink.judge(task, 'failed', place);
      for (const key of ['resolved', 'resolved_ids'])
        for (const task of getListField(value, key))
          if (isTextValue(task)) sink.judge(task, 'succeeded', place);
    }),
};
