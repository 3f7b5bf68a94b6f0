import { PROGRAM_LIMITS, type Raised, raiseError } from './limits.ts';
import type { Meter } from './meter.ts';
import type { PyDict, PyFunction, PyList, PyTuple, PyValue } from './value.ts';
import { isEscapedCode, isPrintableCode } from './values/printable.ts';

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
  return isRaisedError(value) && !isRepr ? writer.said(value) : writer.write(value);
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
  said({ wording }: Raised): string {
    return this.#deeper(() => wording.said(this.#depth));
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
    const { said, inside } = wording;
    return this.#deeper(() => {
      const values = inside === null ? quotePyString(said(this.#depth), true) : inside(this.#depth);
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
