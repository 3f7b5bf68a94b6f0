import { InputError } from '../../engine/core/errors.ts';

/** Reads an option's whole number. @throws InputError that names the option, the range and the value. */
export const wholeNumber =
  (option: string, least: number, most = Number.POSITIVE_INFINITY) =>
  (text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InputError(`${option} must be a whole number ${range(least, most)}, not ${text}`);
    return value;
  };

/** As `wholeNumber`, for any decimal number. */
export const decimalNumber =
  (option: string, least: number, most: number) =>
  (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InputError(`${option} must be a number ${range(least, most)}, not ${text}`);
    return value;
  };

const range = (least: number, most: number): string =>
  most === Number.POSITIVE_INFINITY ? `from ${least}` : `from ${least} to ${most}`;
