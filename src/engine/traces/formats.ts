import { ADK } from './agents/adkSessions.ts';
import { ATIF } from './agents/atif.ts';
import { CLAUDE_CODE } from './agents/claudeCode.ts';
import { CLINE } from './agents/cline.ts';
import { CODEX } from './agents/codex.ts';
import { CODEX_EXEC } from './agents/codexExec.ts';
import { CONTINUE } from './agents/continue.ts';
import { COPILOT } from './agents/copilot.ts';
import { GEMINI_CLI } from './agents/geminiCli.ts';
import { GEMINI_STREAM } from './agents/geminiStream.ts';
import { GUARD_SESSION } from './agents/guardSession.ts';
import { INSPECT_AI } from './agents/inspectAi.ts';
import { INTER_CODE } from './agents/interCode.ts';
import { MOATLESS } from './agents/moatless.ts';
import { OPENAI_RESPONSES } from './agents/openAiResponses.ts';
import { OPEN_CODE } from './agents/openCode.ts';
import { OPEN_HANDS } from './agents/openHands.ts';
import { PI } from './agents/pi.ts';
import { QWEN_CODE } from './agents/qwenCode.ts';
import { SMOLAGENTS } from './agents/smolagents.ts';
import { MINI_SWE_AGENT, SWE_AGENT } from './agents/sweAgent.ts';
import { TASK_REPORT } from './agents/taskReport.ts';
import { EVENT_ROWS } from './events/eventRows.ts';
import { EVENT_TABLES } from './events/eventTables.ts';
import { OCEL } from './events/ocel.ts';
import { OCEL_1 } from './events/ocel1.ts';
import { OCEL_XML } from './events/ocelXml.ts';
import { XES } from './events/xes.ts';
import { AUTOGEN } from './lists/autoGen.ts';
import { DERIVED_RUNS } from './lists/derivedRuns.ts';
import { LANGCHAIN } from './lists/langChain.ts';
import { MESSAGE_LISTS } from './lists/messageList.ts';
import { PYDANTIC_AI } from './lists/pydanticAi.ts';
import { TAU_BENCH, TAU2_BENCH } from './lists/tauBench.ts';
import { CONSOLE_SPANS } from './spans/tracers/consoleSpans.ts';
import { OTLP_JSON } from './spans/tracers/decodedSpans.ts';
import { JAEGER } from './spans/tracers/jaeger.ts';
import { LANGFUSE } from './spans/tracers/langfuseExport.ts';
import { LANGSMITH } from './spans/tracers/langSmith.ts';
import { MLFLOW } from './spans/tracers/mlflowExport.ts';
import { OPENAI_AGENTS } from './spans/tracers/openAiAgents.ts';
import { PHOENIX, PHOENIX_TABLES } from './spans/tracers/phoenix.ts';
import { PRINTED_SPANS } from './spans/tracers/printedSpans.ts';
import { WEAVE } from './spans/tracers/weave.ts';
import { ZIPKIN } from './spans/tracers/zipkin.ts';
import type { TextFormat, ValueFormat } from './traceReading.ts';

/** Formats of JSON files. Of several that fit the first counts, so those that are more particular stand first. */
export const VALUE_FORMATS: readonly ValueFormat[] = [
  OTLP_JSON,
  CONSOLE_SPANS,
  PHOENIX,
  JAEGER,
  ZIPKIN,
  MLFLOW,
  WEAVE,
  GUARD_SESSION,
  INSPECT_AI,
  DERIVED_RUNS,
  TAU2_BENCH,
  TAU_BENCH,
  OCEL,
  OCEL_1,
  LANGFUSE,
  LANGSMITH,
  OPENAI_AGENTS,
  ATIF,
  QWEN_CODE,
  CLAUDE_CODE,
  CODEX,
  CODEX_EXEC,
  GEMINI_CLI,
  GEMINI_STREAM,
  COPILOT,
  OPENAI_RESPONSES,
  OPEN_CODE,
  CLINE,
  PI,
  CONTINUE,
  MINI_SWE_AGENT,
  SWE_AGENT,
  MOATLESS,
  OPEN_HANDS,
  SMOLAGENTS,
  INTER_CODE,
  TASK_REPORT,
  ADK,
  PYDANTIC_AI,
  AUTOGEN,
  LANGCHAIN,
  MESSAGE_LISTS,
  EVENT_ROWS,
];

/** Formats of other text files, as above. */
export const TEXT_FORMATS: readonly TextFormat[] = [
  PRINTED_SPANS,
  OCEL_XML,
  XES,
  PHOENIX_TABLES,
  EVENT_TABLES,
];

/** Name of the one format that is bytes. */
export const PROTOBUF = 'OpenTelemetry protobuf';

/** Names of all formats, for a choice of one. */
export const FORMAT_NAMES: readonly string[] = [
  ...[...VALUE_FORMATS, ...TEXT_FORMATS].map(({ name }) => name),
  PROTOBUF,
];
