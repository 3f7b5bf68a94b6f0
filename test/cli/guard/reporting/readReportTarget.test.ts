import { describe, expect, it } from 'vitest';
import { readReportTarget } from '../../../../src/cli/guard/reporting/readReportTarget.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

const capture = (value: string) => ({
  ...ENDPOINT,
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: value,
});

describe('the receiver of what a guard decides', () => {
  it.each([
    ['http://localhost:4318', {}, 'http://localhost:4318/v1/traces'],
    ['http://localhost:4318/base/', ENDPOINT, 'http://localhost:4318/base/v1/traces'],
    [undefined, ENDPOINT, 'http://collector:4318/v1/traces'],
    [
      undefined,
      { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other/here' },
      'https://other/here',
    ],
    [undefined, {}, undefined],
    [undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, undefined],
    [undefined, { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, undefined],
    [undefined, { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }, undefined],
  ])('named %s, with the environment %j, is %s', (base, env, expected) => {
    expect(readReportTarget(base, env)?.url.href).toBe(expected);
  });

  it('gets the headers of the environment, decoded', () => {
    const env = { ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20t=1, x = 2,broken' };
    expect(readReportTarget(undefined, env)?.headers).toEqual({ authorization: 'Bearer t=1', x: '2' });
  });

  it('gets arguments of calls if it was named to the guard itself', () => {
    for (const env of [{}, ENDPOINT, capture('false')])
      expect(readReportTarget('http://localhost:4318', env)?.getsContents).toBe(true);
  });

  it('gets none if only variables for all programs name it', () => {
    for (const env of [ENDPOINT, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://other/here' }])
      expect(readReportTarget(undefined, env)?.getsContents).toBe(false);
  });

  it.each([
    ['true', true],
    ['True', true],
    ['SPAN_ONLY', true],
    ['span_and_event', true],
    ['false', false],
    ['', false],
    ['NO_CONTENT', false],
    ['EVENT_ONLY', false],
  ])('gets them by variables if the conventions’ switch allows it: “%s”, %s', (value, expected) => {
    expect(readReportTarget(undefined, capture(value))?.getsContents).toBe(expected);
  });

  it('is refused in one line if what was named is not an address', () => {
    expect(() => readReportTarget('localhost:4318', {})).toThrow(
      '--observe must be an address such as http://localhost:4318, not localhost:4318',
    );
  });
});
