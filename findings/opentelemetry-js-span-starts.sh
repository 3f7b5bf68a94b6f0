#!/usr/bin/env bash
# @opentelemetry/sdk-trace-base 2.12.1, Node 20.
#
# One would guess: a span's start and its end come from one clock, to the microsecond at least, so spans sorted by their
# start stand in the order in which they began.
# What happens: the start is a whole millisecond of the system's clock, and only the end is finer, being the start and a measured
# duration. Spans that begin one after the other within a millisecond have one start, in nanoseconds a multiple of 1,000,000, so
# the starts of calls that an agent makes at once do not tell their order.
#
# Seen: 150 of 150 starts are whole milliseconds and no end is; of 50 groups of three spans 43 share one start (the number varies).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 >/dev/null
cat > look.mjs <<'JS'
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';

const tracer = new BasicTracerProvider().getTracer('look');
const wait = microseconds => {
  const until = performance.now() + microseconds / 1000;
  while (performance.now() < until);
};
const groups = [];
for (let i = 0; i < 50; i++) {
  const spans = ['first', 'second', 'third'].map(name => {
    wait(20);
    return tracer.startSpan(name);
  });
  for (const span of spans.toReversed()) {
    wait(30);
    span.end();
  }
  groups.push(spans);
}
const all = groups.flat();
const whole = all.filter(({ startTime: [, nanoseconds] }) => nanoseconds % 1_000_000 === 0).length;
const finer = all.filter(({ endTime: [, nanoseconds] }) => nanoseconds % 1_000_000 !== 0).length;
const shared = groups.filter(spans => new Set(spans.map(({ startTime }) => startTime.join('.'))).size === 1).length;
console.log(`starts that are whole milliseconds: ${whole} of ${all.length}`);
console.log(`ends that are finer: ${finer} of ${all.length}`);
console.log(`groups of three spans with one start: ${shared} of ${groups.length}`);
process.exit(whole === all.length && finer > all.length / 2 && shared > groups.length / 2 ? 0 : 1);
JS
node look.mjs
