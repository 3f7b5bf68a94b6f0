import type { OtelSpan } from '../span.ts';
import { ADK_SPANS } from './adk.ts';
import { AI_SDK_SPANS } from './aiSdk.ts';
import { CLAUDE_CODE_SPANS, GEMINI_CLI_SPANS, OPENCODE_SPANS, QWEN_CODE_SPANS } from './codingAgents.ts';
import type { SpanConvention } from './convention.ts';
import { GENKIT_SPANS } from './genkit.ts';
import { LANGFUSE_SPANS } from './langfuse.ts';
import { MLFLOW_SPANS } from './mlflow.ts';
import { OPEN_LLMETRY_CHAINS } from './openLlmetry.ts';
import { STRANDS_SPANS } from './strands.ts';

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
