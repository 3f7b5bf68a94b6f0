/** Whether bytes begin a message whose first field is number 1 and holds bytes, as exports of OpenTelemetry do, and are no text. */
export const isProtobuf = (head: Uint8Array): boolean =>
  head[0] === 0x0a && !isTraffic(head) && head.subarray(0, 512).some(isControl);

/** Recordings of network traffic (pcapng) begin alike. */
const isTraffic = (head: Uint8Array): boolean => head[1] === 0x0d && head[2] === 0x0d && head[3] === 0x0a;

const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32);
