import { InputError } from '../../core/errors.ts';
import { assignColumnRoles } from '../../files/columnRoles.ts';
import type { ValueFormat } from '../traceReading.ts';
import { getPathValue, isFieldsObject } from '../values.ts';
import { EventCases } from './eventCases.ts';

/** Objects, one an event, with a field for the case and one for the activity. */
export const EVENT_ROWS: ValueFormat = {
  name: 'events as JSON',
  fits: (value, reading) => {
    if (!isFieldsObject(value)) return false;
    const roles = assignColumnRoles(Object.keys(value), reading);
    return roles.has('case') && roles.has('activity');
  },
  open: sink => {
    let cases = new EventCases(sink);
    let isTold = false;
    return {
      take: (value, place) => {
        if (!isFieldsObject(value)) throw new InputError('an event that is not an object');
        const names = Object.keys(value);
        const roles = assignColumnRoles(names, sink.reading);
        if (!isTold) sink.tellRoles({ kind: 'columns', names, roles: Object.fromEntries(roles) });
        isTold = true;
        cases.name(roles);
        cases.add(new Map([...roles].map(([role, name]) => [role, getPathValue(value, name)])), place);
      },
      endFile: () => {
        cases.end();
        cases = new EventCases(sink);
      },
      end: () => {},
    };
  },
};
