/** Whether bytes begin a message whose first field is number 1 and holds bytes, as exports of OpenTelemetry do, and are no text. */
export const isProtobuf = (head: Uint8Array): boolean =>
  head[0] === 0x0a && head.subarray(0, 512).some(isControl);

const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32);
