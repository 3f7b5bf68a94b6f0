/**
 * A share, 0 to 1, in percent: "12 %", "0.4 %". What is more than nothing is never "0 %", and what is less than all never
 * "100 %": "< 1 %", "> 99 %".
 * @param digits after the decimal point
 */
export function formatPercent(share: number, digits: 0 | 1 = 0): string {
  const text = (share * 100).toFixed(digits);
  const least = digits === 0 ? 1 : 0.1;
  if (share > 0 && Number(text) === 0) return `< ${least} %`;
  if (share < 1 && Number(text) === 100) return `> ${100 - least} %`;
  return `${text} %`;
}

/** The end of an interval of shares in percent, which may round to "0 %" or "100 %". @param digits after the decimal point */
export const formatPercentBound = (share: number, digits: 0 | 1): string =>
  `${(share * 100).toFixed(digits)} %`;
