import { InputError } from '../../../core/errors.ts';

/** One field of a protobuf message: its number, and bytes or a number by its wire type. */
export interface WireField {
  readonly number: number;
  readonly wire: 'varint' | 'fixed64' | 'bytes' | 'fixed32';
  readonly bytes: Uint8Array;
  /** Of a varint; low 64 bits. */
  readonly value: bigint;
}

const NONE = new Uint8Array(0);

/** The fields of a protobuf message in their order. @throws InputError where the bytes are none */
export function* readWireFields(bytes: Uint8Array): Generator<WireField> {
  let place = 0;
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - place) throw new InputError('protobuf that ends within a field');
    place += length;
    return bytes.subarray(place - length, place);
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte] = take(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new InputError('protobuf with a number of more than ten bytes');
  };
  while (place < bytes.length) {
    const tag = Number(varint());
    const number = Math.floor(tag / 8);
    if (number < 1 || number > 0x1fffffff) throw new InputError('protobuf with a field number that is none');
    switch (tag % 8) {
      case 0:
        yield { number, wire: 'varint', bytes: NONE, value: varint() };
        break;
      case 1:
        yield { number, wire: 'fixed64', bytes: take(8), value: 0n };
        break;
      case 2:
        yield { number, wire: 'bytes', bytes: take(Number(varint())), value: 0n };
        break;
      case 5:
        yield { number, wire: 'fixed32', bytes: take(4), value: 0n };
        break;
      default:
        throw new InputError(`protobuf with wire type ${tag % 8}`);
    }
  }
}
