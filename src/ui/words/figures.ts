import { inDigits } from '../../engine/digitsBeside.ts';

/** A value in so many digits behind the point, thousands grouped: "61,401.3", "−0.010". */
export const inFigures = (value: number, digits: number): string => {
  const [whole, ...rest] = inDigits(value, digits).replace('-', '−').split('.');
  return [whole.replace(THOUSANDS, ','), ...rest].join('.');
};

/** Every place with three digits, or six, or nine … to its right. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
