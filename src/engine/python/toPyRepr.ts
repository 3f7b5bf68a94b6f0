import { PROGRAM_LIMITS, type Raised, raiseError } from './limits.ts';
import type { Meter } from './meter.ts';
import type { PyDict, PyFunction, PyList, PyTuple, PyValue } from './value.ts';

/** Python's str(). */
export function toPyString(value: PyValue): string {
  return typeof value === 'string' ? value : toPyRepr(value);
}

const isRaisedError = (value: PyValue): value is Raised =>
  typeof value === 'object' && value !== null && value.kind === 'error';

/** Python's repr(); a character that no table here knows is written as it is. */
export function toPyRepr(value: PyValue): string {
  return new Writer(null).write(value);
}

/** About as much of repr() as a message repeats, however large the value is. */
export function formatReprStart(value: PyValue): string {
  return new Writer(null, 100).write(value);
}

/**
 * str() and repr() in a program.
 * @throws Raised a LimitError for text that is too long or not known to be printable
 * @param depth lists, tuples, dicts and errors that the value is in
 */
export function writeValueMetered(meter: Meter, value: PyValue, isRepr = false, depth = 0): string {
  if (typeof value === 'string' && !isRepr) return value;
  const writer = new Writer(meter, Infinity, depth);
  return isRaisedError(value) && !isRepr ? writer.format(value) : writer.write(value);
}

class Writer {
  readonly #meter: Meter | null;
  readonly #most: number;
  #length = 0;
  #depth: number;

  /**
   * @param most characters after which writing stops
   * @param depth lists, tuples, dicts and errors that what is written is in
   */
  constructor(meter: Meter | null, most = Infinity, depth = 0) {
    this.#meter = meter;
    this.#most = most;
    this.#depth = depth;
  }

  /** str() of an error, which is made of what is in it. */
  format({ wording }: Raised): string {
    return this.#deeper(() => wording.format(this.#depth));
  }

  write(value: PyValue): string {
    if (this.#length > this.#most) return '';
    if (value === null) return this.#counted('None');
    switch (typeof value) {
      case 'boolean':
        return this.#counted(value ? 'True' : 'False');
      case 'bigint':
        return this.#counted(value.toString());
      case 'number':
        return this.#counted(formatPyFloat(value));
      case 'string':
        return this.#counted(quotePyString(value.slice(0, this.#most), this.#meter !== null));
    }
    if (value.kind === 'function') return this.#function(value);
    if (isRaisedError(value)) return this.#error(value);
    this.#counted('[]');
    return this.#deeper(() => this.#container(value));
  }

  /** Writes what is one level further in; a list that holds itself is never done with. */
  #deeper(text: () => string): string {
    const meter = this.#meter;
    const most = (meter?.limits ?? PROGRAM_LIMITS).depth;
    if (this.#depth < most) {
      this.#depth += 1;
      const inside = text();
      this.#depth -= 1;
      return inside;
    }
    return meter === null
      ? '…'
      : raiseError('LimitError', `more than ${most} lists, tuples, dicts or errors in each other`);
  }

  #container(value: PyList | PyTuple | PyDict): string {
    if (value.kind === 'dict') {
      const pairs = [...value.entries.values()];
      return `{${pairs.map(([key, item]) => `${this.write(key)}: ${this.write(item)}`).join(', ')}}`;
    }
    const items = value.items.map(item => this.write(item));
    if (value.kind === 'list') return `[${items.join(', ')}]`;
    return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
  }

  /** Python writes its address, which differs from run to run. */
  #function({ name }: PyFunction): string {
    if (this.#meter !== null) raiseError('LimitError', 'a function is not written as text');
    return this.#counted(`<function ${name}>`);
  }

  #error({ error, wording }: Raised): string {
    if (this.#meter === null) return this.#counted(error);
    const { format, inside } = wording;
    return this.#deeper(() => {
      const values = inside === null ? quotePyString(format(this.#depth), true) : inside(this.#depth);
      return this.#counted(`${error}(${values})`);
    });
  }

  /** Counts two more, for the comma. */
  #counted(text: string): string {
    const meter = this.#meter;
    this.#length += text.length + 2;
    if (meter === null) return text;
    meter.work(text.length + 2);
    if (this.#length > meter.limits.characters)
      raiseError('LimitError', `a string of more than ${meter.limits.characters} characters`);
    return text;
  }
}

/** The shortest text that reads as the same float; an exponent below 1e-4 and from 1e16 on. */
export function formatPyFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa, power] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${rest}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}

const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
};
const SPECIAL = /[^\x20-\x7e]|\\/gu;

/** @param isStrict raises a LimitError for a character that may or may not be printable */
function quotePyString(text: string, isStrict: boolean): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replace(SPECIAL, sign => ESCAPED_CHARACTERS[sign] ?? escapePyCharacter(sign, isStrict));
  return quote + (quote === "'" ? inside.replaceAll("'", "\\'") : inside) + quote;
}

function escapePyCharacter(sign: string, isStrict: boolean): string {
  const code = sign.codePointAt(0)!;
  if (isPrintableCode(code)) return sign;
  if (isEscapedCode(code)) return formatHexEscape(code);
  if (isStrict) raiseError('LimitError', `how ${formatHexEscape(code)} is written is not certain`);
  return sign;
}

function formatHexEscape(code: number): string {
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

/**
 * Characters that repr() writes as they are: those that Unicode has counted as printable since version 14, in
 * long runs of code points (hexadecimal, both ends included), and the short runs of European letters and
 * symbols. Runs from Python 3.11, `str.isprintable`.
 */
const RUNS = `
a1-ac ae-377 37a-37f 384-38a 38c-38c 38e-3a1 3a3-52f 531-556 559-58a 58d-58f 591-5c7 5d0-5ea 5ef-5f4
61d-6dc 6de-70d 710-74a 74d-7b1 7c0-7fa 7fd-82d 898-8e1 8e3-983 d12-d44 e01-e3a f00-f47 1000-10c5
10d0-1248 12d8-1310 1318-135a 13a0-13f5 1400-167f 16a0-16f8 1780-17dd 1820-1878 18b0-18f5 19de-1a1b
1a1e-1a5e 1b00-1b4c 1b80-1bf3 1bfc-1c37 1c4d-1c88 1d00-1f15 1f80-1fb4 2010-2027 2030-205e 2070-2071
2074-208e 2090-209c 20a0-20c0 20d0-20f0 2100-218b 2190-2426 2440-244a 2460-2b73 2b76-2b95 2b97-2cf3
2cf9-2d25 2d27-2d27 2d2d-2d2d 2d30-2d67 2d6f-2d70 2d7f-2d96 2da0-2da6 2da8-2dae 2db0-2db6 2db8-2dbe
2dc0-2dc6 2dc8-2dce 2dd0-2dd6 2dd8-2dde 2de0-2e5d 2e80-2e99 2e9b-2ef3 2f00-2fd5 2ff0-2ffb 3001-303f
3041-3096 3099-30ff 3131-318e 3190-31e3 3220-a48c a490-a4c6 a4d0-a62b a640-a6f7 a700-a7ca a7f2-a82c
a840-a877 a880-a8c5 a8e0-a953 a980-a9cd aa00-aa36 aa5c-aac2 ab30-ab6b ab70-abed ac00-d7a3 d7cb-d7fb
f900-fa6d fa70-fad9 fb46-fbc2 fbd3-fd8f fd92-fdc7 fe20-fe52 fe76-fefc ff01-ffbe 10080-100fa 10137-1018e
102a0-102d0 10400-1049d 10530-10563 10600-10736 10857-1089e 10980-109b7 109d2-10a03 10a60-10a9f
10b00-10b35 10c00-10c48 10c80-10cb2 10cc0-10cf2 11000-1104d 1107f-110bc 11100-11134 11180-111df
112b0-112ea 11400-1145b 11480-114c7 11580-115b5 11600-11644 11680-116b9 11800-1183b 118a0-118f2
11a00-11a47 11a50-11aa2 11ab0-11af8 11fc0-11ff1 11fff-12399 12400-1246e 12480-12543 12f90-12ff2
13000-1342e 14400-14646 16800-16a38 16a6e-16abe 16b00-16b45 16e40-16e9a 16f00-16f4a 16f4f-16f87
17000-187f7 18800-18cd5 1b000-1b122 1b170-1b2fb 1bc00-1bc6a 1cf50-1cfc3 1d000-1d0f5 1d129-1d172
1d17b-1d1ea 1d200-1d245 1d300-1d356 1d400-1d454 1d456-1d49c 1d4c5-1d505 1d552-1d6a5 1d6a8-1d7cb
1d7ce-1da8b 1e2c0-1e2f9 1e800-1e8c4 1e900-1e94b 1ec71-1ecb4 1ed01-1ed3d 1f000-1f02b 1f030-1f093
1f0d1-1f0f5 1f100-1f1ad 1f1e6-1f202 1f210-1f23b 1f300-1f6d7 1f700-1f773 1f780-1f7d8 1f810-1f847
1f860-1f887 1f890-1f8ad 1f900-1fa53 1fb00-1fb92 1fb94-1fbca 20000-2a6df 2a700-2b738 2b740-2b81d
2b820-2cea1 2ceb0-2ebe0 2f800-2fa1d 30000-3134a
`;

const PRINTABLE: readonly (readonly [number, number])[] = RUNS.trim()
  .split(/\s+/)
  .map(run => {
    const [first, last] = run.split('-').map(end => Number.parseInt(end, 16));
    return [first, last] as const;
  });

/** True if repr() writes a code point as it is, in every Python from 3.11 on. */
export const isPrintableCode = (code: number): boolean =>
  (code >= 0x20 && code <= 0x7e) || PRINTABLE.some(([first, last]) => code >= first && code <= last);

/** True if a code point is certainly written as an escape: control and format characters, spaces, private use. */
export const isEscapedCode = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0xa0) ||
  code === 0xad ||
  (code >= 0x2000 && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202f) ||
  (code >= 0x205f && code <= 0x2064) ||
  code === 0x3000 ||
  code === 0xfeff ||
  (code >= 0xe000 && code <= 0xf8ff);
