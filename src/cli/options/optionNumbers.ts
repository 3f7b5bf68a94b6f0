import { InputError } from '../../engine/core/errors.ts';

/** Reads an option's whole number. @throws InputError that names the option, the range and the value. */
export const createIntegerParser =
  (option: string, least: number, most = Number.POSITIVE_INFINITY) =>
  (text: string): number => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InputError(`${option} must be a whole number ${formatNumberRange(least, most)}, not ${text}`);
    return value;
  };

/** As `createIntegerParser`, for any decimal number. */
export const createDecimalParser =
  (option: string, least: number, most: number) =>
  (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InputError(`${option} must be a number ${formatNumberRange(least, most)}, not ${text}`);
    return value;
  };

const formatNumberRange = (least: number, most: number): string =>
  most === Number.POSITIVE_INFINITY ? `from ${least}` : `from ${least} to ${most}`;
