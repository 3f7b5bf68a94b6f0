const two = (value: number): string => String(value).padStart(2, '0');

/** "14:22:07", or with its date if that is another day than now's; local time. @param now milliseconds since 1970, as `moment` */
export function formatMoment(moment: number, now: number): string {
  const [then, today] = [new Date(moment), new Date(now)];
  const time = [then.getHours(), then.getMinutes(), then.getSeconds()].map(two).join(':');
  return then.toDateString() === today.toDateString() ? time : `${formatDay(then)} ${time}`;
}

/** "2026-11-29" */
const formatDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
