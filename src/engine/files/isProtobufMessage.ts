/** Whether bytes begin a message whose first field is number 1 and holds bytes, as exports of OpenTelemetry do, and are no text. */
export const isProtobufMessage = (head: Uint8Array): boolean =>
  head[0] === 0x0a && !isNetworkCapture(head) && head.subarray(0, 512).some(isControlByte);

/** Recordings of network traffic (pcapng) begin alike. */
const isNetworkCapture = (head: Uint8Array): boolean =>
  head[1] === 0x0d && head[2] === 0x0d && head[3] === 0x0a;

const isControlByte = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32);
