#!/usr/bin/env bash
# The guess that missed: times are given as [seconds, nanoseconds] and ends have fractions of a millisecond, so starts
# have them too, and what was started first can be told from the times. All starts are whole milliseconds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 300 npm install --ignore-scripts --no-audit --no-fund --loglevel=error \
  @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 > /dev/null

cat > main.mjs <<'JS'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('app');
/** Keeps the processor busy for so many milliseconds. */
const work = ms => { const end = performance.now() + ms; while (performance.now() < end); };
for (let i = 0; i < 300; i++) {
  const span = tracer.startSpan(`call ${i}`);
  work(0.3);
  span.end();
}
const spans = exporter.getFinishedSpans();
const count = time => spans.filter(span => span[time][1] % 1_000_000 !== 0).length;
const nanoseconds = ([seconds, rest]) => BigInt(seconds) * 1_000_000_000n + BigInt(rest);
const early = spans.filter((span, i) => i > 0 && nanoseconds(span.startTime) < nanoseconds(spans[i - 1].endTime)).length;
const same = spans.filter((span, i) => i > 0 && nanoseconds(span.startTime) === nanoseconds(spans[i - 1].startTime)).length;
console.log(`of ${spans.length} spans one after another, each of 0.3 ms:`);
console.log(`starts with a fraction of a millisecond: ${count('startTime')}`);
console.log(`ends with one: ${count('endTime')}`);
console.log(`spans that start with the one before them: ${same}`);
console.log(`spans that start before the one before them ended: ${early}`);
process.exit(count('startTime') === 0 && count('endTime') > 150 && same > 100 && early > 100 ? 0 : 1);
JS
echo '@opentelemetry/sdk-trace-base 2.12.1'
echo 'Expected: spans that follow one another start one after the other, and overlap nowhere.'
echo 'What happens:'
timeout 60 node main.mjs || { echo 'This has changed.'; exit 1; }
echo 'Starts are cut to whole milliseconds and ends are not: what ran in turn seems to overlap, in no order.'
