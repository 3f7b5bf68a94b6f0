import type { OtelSpan } from '../otelSpan.ts';
import { ADK_SPANS } from './adkSpans.ts';
import { AI_SDK_SPANS } from './aiSdkSpans.ts';
import { CLAUDE_CODE_SPANS, GEMINI_CLI_SPANS, OPENCODE_SPANS, QWEN_CODE_SPANS } from './codingAgents.ts';
import type { SpanConvention } from './convention.ts';
import { GENKIT_SPANS } from './genkitSpans.ts';
import { LANGFUSE_SPANS } from './langfuseSpans.ts';
import { MLFLOW_SPANS } from './mlflowSpans.ts';
import { OPEN_LLMETRY_CHAINS } from './openLlmetryChains.ts';
import { STRANDS_SPANS } from './strandsSpans.ts';

/** Tracers whose spans are translated; of several that fit the first counts. */
const CONVENTIONS: readonly SpanConvention[] = [
  LANGFUSE_SPANS,
  ADK_SPANS,
  GENKIT_SPANS,
  STRANDS_SPANS,
  MLFLOW_SPANS,
  CLAUDE_CODE_SPANS,
  QWEN_CODE_SPANS,
  GEMINI_CLI_SPANS,
  OPENCODE_SPANS,
  OPEN_LLMETRY_CHAINS,
  AI_SDK_SPANS,
];

/** A span in the words of the conventions for GenAI, OpenInference or OpenLLMetry, which are read as they are. */
export const translateSpan = (span: OtelSpan): OtelSpan =>
  CONVENTIONS.find(({ fits }) => fits(span))?.translate(span) ?? span;
