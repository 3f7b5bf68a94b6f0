/** True if bytes begin a message with field number 1 of type bytes, like exports of OpenTelemetry, and are not text. */
export const isProtobufMessage = (head: Uint8Array): boolean =>
  head[0] === 0x0a && !isNetworkCapture(head) && head.subarray(0, 512).some(isControlByte);

/** Recordings of network traffic (pcapng) begin alike. */
const isNetworkCapture = (head: Uint8Array): boolean =>
  head[1] === 0x0d && head[2] === 0x0d && head[3] === 0x0a;

const isControlByte = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32);
