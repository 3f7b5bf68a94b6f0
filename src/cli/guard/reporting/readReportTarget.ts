import { InputError } from '../../../engine/core/errors.ts';

/** Receiver of what a guard reports. */
export interface ReportTarget {
  /** Address that spans are posted to. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** True if arguments of calls, and texts that quote them, may be sent to it; else digests stand in their place. */
  readonly getsContents: boolean;
}

/** Values of the conventions' switch for contents in spans, in lower case. */
const CONTENT_SWITCHES = ['true', 'span_only', 'span_and_event'];
const TRACES_PATH = 'v1/traces';

/**
 * The receiver: the one that was named, else that of OpenTelemetry's environment variables. These are often set for other
 * programs, so contents go to the latter only if the conventions' own switch is on.
 * @param base address without `/v1/traces`, such as http://localhost:4318
 * @returns null if there is none, or the environment's cannot be used: gRPC, or not an address of HTTP
 * @throws InputError if what was named is not an address
 */
export function readReportTarget(
  base: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ReportTarget | null {
  const headers = parseHeaderList(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS);
  if (base !== undefined) {
    const url = parseAddress(base);
    if (url !== null) return { url: addTracesPath(url), headers, getsContents: true };
    throw new InputError(`--observe must be an address such as http://localhost:4318, not ${base}`);
  }
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? '';
  if (env.OTEL_SDK_DISABLED === 'true' || protocol === 'grpc') return null;
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
  const captured = env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT ?? '';
  const getsContents = CONTENT_SWITCHES.includes(captured.toLowerCase());
  const own = parseAddress(whole ?? '');
  if (own !== null) return { url: own, headers, getsContents };
  const common = parseAddress(endpoint ?? '');
  return common && { url: addTracesPath(common), headers, getsContents };
}

const addTracesPath = (url: URL): URL => new URL(TRACES_PATH, url.href.endsWith('/') ? url : `${url.href}/`);

/** Null for what is not an address of HTTP. */
function parseAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

/** "Authorization=Bearer%20x,other=y". */
const parseHeaderList = (text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(',').flatMap(pair => {
      const [name, ...value] = pair.split('=');
      return name.trim() === '' || value.length === 0
        ? []
        : [[name.trim().toLowerCase(), decodeHeaderValue(value.join('=').trim())]];
    }),
  );

function decodeHeaderValue(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
