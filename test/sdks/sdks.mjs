// The SDKs whose traces `npm run test:sdks` reads: their pinned packages, and what must be read of the scripted agent.

const OPENTELEMETRY = {
  '@opentelemetry/api': '1.9.1',
  '@opentelemetry/exporter-trace-otlp-http': '0.223.1',
  '@opentelemetry/sdk-trace-base': '2.12.1',
  '@opentelemetry/sdk-trace-node': '2.12.1',
};
const LANGCHAIN = { '@langchain/core': '1.4.0', '@langchain/openai': '1.5.8', langchain: '1.5.14' };
const zod = '4.6.7';

/** What the scripted agent does; its tokens are those of `TURNS` in trip.mjs. */
export const WHOLE = {
  cases: 1,
  steps: ['get_weather', 'find_hotel', 'book_train', 'get_weather', 'say'],
  failed: ['book_train'],
  tokensIn: 740,
  tokensOut: 115,
  cached: 440,
  reasoning: 27,
  agent: 'travel',
};

/**
 * - `agent`: the script under agents/ that plays with it, `NAME.mjs` if not given
 * - `fixtures`: the folder of its kept traces, of the same versions unless `hasOtherVersions`
 * - `ignoresPeers`: whether it can only be installed past what its packages ask of each other
 * - `node`: the oldest Node that it runs on
 * - `differs`: what its own traces tell otherwise than `WHOLE`
 */
export const SDKS = {
  ai7: {
    packages: {
      ai: '7.0.173',
      '@ai-sdk/openai': '3.0.141',
      '@ai-sdk/otel': '1.0.173',
      ...OPENTELEMETRY,
      zod,
    },
    fixtures: 'ai',
    node: 22,
    // Its telemetry does not tell what was reasoned.
    differs: { reasoning: 0 },
  },
  ai6: {
    agent: 'ai5',
    packages: { ai: '6.0.326', '@ai-sdk/openai': '3.0.141', ...OPENTELEMETRY, zod },
    fixtures: 'ai6',
    differs: {},
  },
  ai5: {
    packages: { ai: '5.0.277', '@ai-sdk/openai': '2.0.131', ...OPENTELEMETRY, zod },
    fixtures: 'ai5',
    // Of `generateText` it tells neither; of `streamText` both.
    differs: { cached: 0, reasoning: 0 },
  },
  'openai-agents': {
    packages: { '@openai/agents': '0.20.0', openai: '7.59.0', zod },
    fixtures: 'openai-agents',
    differs: { agent: 'Travel' },
  },
  langgraph: {
    packages: {
      '@arizeai/openinference-instrumentation-langchain': '4.1.1',
      '@langchain/langgraph': '1.7.3',
      ...LANGCHAIN,
      ...OPENTELEMETRY,
      zod,
    },
    fixtures: 'langgraph',
    differs: {},
  },
  mastra: {
    packages: {
      '@ai-sdk/openai': '3.0.141',
      '@mastra/core': '1.71.0',
      '@mastra/observability': '1.17.9',
      '@mastra/otel-exporter': '1.4.0',
      zod,
    },
    fixtures: 'mastra',
    differs: { agent: 'Travel' },
  },
  traceloop: {
    packages: {
      '@opentelemetry/exporter-trace-otlp-http': '0.223.1',
      '@traceloop/instrumentation-openai': '0.27.0',
      '@traceloop/node-server-sdk': '0.27.0',
      openai: '6.49.0',
    },
    fixtures: 'traceloop',
    // Its telemetry tells neither.
    differs: { cached: 0, reasoning: 0 },
  },
  'otel-openai': {
    // The trace's own scope says 0.21.0, where its list says 0.22.0 and openai 7, of which it records no call.
    hasOtherVersions: true,
    packages: {
      ...OPENTELEMETRY,
      '@opentelemetry/exporter-logs-otlp-http': '0.223.1',
      '@opentelemetry/instrumentation-openai': '0.21.0',
      '@opentelemetry/sdk-logs': '0.223.1',
      openai: '6.49.0',
    },
    fixtures: 'otel-openai',
    // It tells neither.
    differs: { cached: 0, reasoning: 0 },
  },
  otel22: {
    // It asks for a newer API than OpenTelemetry's newest SDK takes.
    ignoresPeers: true,
    agent: 'otel-openai',
    packages: {
      ...OPENTELEMETRY,
      '@opentelemetry/api': '1.10.0',
      '@opentelemetry/exporter-trace-otlp-http': '0.301.0',
      '@opentelemetry/exporter-logs-otlp-http': '0.301.0',
      '@opentelemetry/instrumentation-openai': '0.22.0',
      '@opentelemetry/sdk-logs': '3.1.1',
      openai: '6.49.0',
    },
    fixtures: 'otel22',
    differs: { cached: 0, reasoning: 0 },
  },
  openinference: {
    packages: {
      '@arizeai/openinference-instrumentation-openai': '4.2.7',
      ...OPENTELEMETRY,
      openai: '6.49.0',
    },
    fixtures: 'openinference',
    differs: {},
  },
  langfuse: {
    packages: {
      '@langfuse/openai': '5.11.1',
      '@langfuse/otel': '5.11.1',
      '@langfuse/tracing': '5.11.1',
      ...OPENTELEMETRY,
      openai: '6.49.0',
    },
    fixtures: 'langfuse',
    differs: {},
  },
  adk: {
    packages: { '@google/adk': '2.0.0', ...OPENTELEMETRY },
    fixtures: 'adk',
    differs: {},
  },
  strands: {
    packages: {
      '@modelcontextprotocol/sdk': '1.32.2',
      '@strands-agents/sdk': '1.19.0',
      ...OPENTELEMETRY,
      // The newest that it allows.
      '@opentelemetry/exporter-trace-otlp-http': '0.219.0',
      openai: '6.49.0',
      zod,
    },
    fixtures: 'strands19',
    // It does not tell what was reasoned.
    differs: { agent: 'Travel', reasoning: 0 },
  },
  genkit: {
    packages: {
      '@opentelemetry/exporter-trace-otlp-http': '0.52.1',
      '@opentelemetry/sdk-trace-base': '1.25.1',
      genkit: '1.42.0',
    },
    fixtures: 'genkit',
    differs: {},
  },
};

/** An SDK's own packages with their versions, without those that only carry its traces. */
export const ownPackages = name =>
  Object.entries(SDKS[name].packages).filter(
    ([name]) => !/^(zod|@opentelemetry\/(api|exporter|sdk).*)$/.test(name),
  );

/** What must be read of an SDK's traces. */
export const expectedReading = name => ({ ...WHOLE, ...SDKS[name].differs });

/** A run document of `recorded` in the same words; counts that no step tells are 0. */
export function summarizeReading(document) {
  const cases = document.inputs.filter(({ input }) => input === 'traces');
  const steps = cases.flatMap(one => one.steps);
  const sum = field => steps.reduce((all, step) => all + (step[field] ?? 0), 0);
  return {
    cases: cases.length,
    steps: steps.map(({ tool }) => tool),
    failed: steps.filter(({ failed }) => failed === true).map(({ tool }) => tool),
    tokensIn: sum('tokens_in'),
    tokensOut: sum('tokens_out'),
    cached: sum('tokens_cached_read'),
    reasoning: sum('tokens_reasoning'),
    agent: [...new Set(steps.map(({ lane }) => lane ?? 'unknown'))].join(', '),
  };
}

/** Lines that say in what a reading differs from what is expected. */
export function describeDifferences(expected, reading) {
  return Object.keys(expected)
    .filter(key => String(expected[key]) !== String(reading[key]))
    .map(key => `${key}: ${showValue(reading[key])} instead of ${showValue(expected[key])}`);
}

const showValue = value => (Array.isArray(value) ? value.join(' · ') || 'none' : String(value));
