import { closeSync, openSync, writeSync } from 'node:fs';

/** A log that is made for the measurement, the same each time. */
export interface MadeLog {
  readonly name: string;
  /** Its file, in parts that follow each other. */
  parts(): Iterable<string>;
}

/** Characters that are written at once. */
const BLOCK = 1 << 20;
const START = Date.UTC(2025, 7, 1);
const TOOLS = ['find_user', 'get_order', 'search', 'book', 'cancel', 'modify', 'calculate', 'transfer'];
const ACTIVITIES = ['A_SUBMITTED', 'A_PARTLYSUBMITTED', 'W_Completeren aanvraag', 'A_ACCEPTED', 'O_SENT'];

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}+02:00`;

/** An event log in XES as process mining has them: activities that start and complete, by people. */
export function xesLog(cases: number, events: number): MadeLog {
  function* parts() {
    yield '<?xml version="1.0" encoding="UTF-8" ?>\n<log xes.version="1.0" xmlns="http://www.xes-standard.org/">\n';
    for (let c = 0; c < cases; c++) {
      const begun = START + c * 60_000;
      const event = (i: number): string => {
        const [at, name] = [
          begun + i * 37_123,
          ACTIVITIES[(c * 7 + (i >> 1) * (i >> 1)) % ACTIVITIES.length],
        ];
        return `\t\t<event>
\t\t\t<string key="org:resource" value="${10_800 + ((c * 13 + i) % 60)}"/>
\t\t\t<date key="time:timestamp" value="${iso(at)}"/>
\t\t\t<string key="concept:name" value="${name}"/>
\t\t\t<string key="lifecycle:transition" value="${i % 2 === 0 ? 'START' : 'COMPLETE'}"/>
\t\t\t<int key="Attempts" value="${i % 4}"/>
\t\t</event>\n`;
      };
      yield `\t<trace>
\t\t<date key="REG_DATE" value="${iso(begun)}"/>
\t\t<string key="concept:name" value="${173_688 + c}"/>
\t\t<string key="AMOUNT_REQ" value="${(c * 500) % 50_000}"/>
${Array.from({ length: events }, (_, i) => event(i)).join('')}\t</trace>\n`;
    }
    yield '</log>\n';
  }
  return { name: 'made.xes', parts };
}

/** A table of calls with short texts. */
export function csvLog(cases: number, events: number): MadeLog {
  function* parts() {
    yield 'case,activity,time,end,args,result,tokens_in,tokens_out\n';
    for (let c = 0; c < cases; c++)
      for (let i = 0; i < events; i++) {
        const at = START + (c + i) * 1000;
        const tool = TOOLS[(c * 7 + i * i) % TOOLS.length];
        yield `c${c},${tool},${at},${at + 500},id=${(c * 31 + i * 17) % 4001},ok ${(c * i) % 997},${900 + i},34\n`;
      }
  }
  return { name: 'made.csv', parts };
}

/** @param size in bytes, about; @param hasMessages whether each call of a model keeps what it was given and answered */
export function otlpLog(size: number, hasMessages: boolean): MadeLog {
  function* parts() {
    for (let trace = 0, length = 0; length < size; trace++) {
      const line = `${JSON.stringify(exported(trace, hasMessages))}\n`;
      length += line.length;
      yield line;
    }
  }
  return { name: 'made.jsonl', parts };
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const texts = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
const whole = (key: string, value: number) => ({ key, value: { intValue: String(value) } });

/** One export: an agent's trace of eight turns, each a call of a model and one of a tool. */
function exported(trace: number, hasMessages: boolean) {
  const traceId = hex(trace + 1, 32);
  const agent = hex(trace * 100 + 1, 16);
  const conversation = `conversation ${trace}`;
  const start = START + trace * 1000;
  const span = (i: number, name: string, attributes: readonly object[]) => ({
    ...{
      traceId,
      spanId: hex(trace * 100 + 1 + i, 16),
      ...(i > 0 && { parentSpanId: agent }),
      name,
      kind: 1,
    },
    startTimeUnixNano: `${start + i * 300}123000`,
    endTimeUnixNano: `${start + i * 300 + 250}456000`,
    attributes,
    status: {},
  });
  const own = texts({ 'gen_ai.provider.name': 'openai', 'gen_ai.conversation.id': conversation });
  const spans = [
    span(0, 'invoke_agent shop', [
      ...texts({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'shop' }),
      ...own,
    ]),
  ];
  const said: object[] = [{ role: 'user', parts: [{ type: 'text', content: `${PROSE} (${trace})` }] }];
  for (let turn = 0; turn < 8; turn++) {
    const call = callOf(trace, turn);
    const answer = { role: 'assistant', parts: [call.part] };
    spans.push(
      span(2 * turn + 1, 'chat gpt-4.1', [
        ...texts({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4.1' }),
        ...own,
        whole('gen_ai.usage.input_tokens', 3000 + 100 * turn),
        whole('gen_ai.usage.output_tokens', 34 + turn),
        ...(hasMessages
          ? texts({
              'gen_ai.input.messages': JSON.stringify(said),
              'gen_ai.output.messages': JSON.stringify([{ ...answer, finish_reason: 'tool_call' }]),
            })
          : []),
      ]),
      span(2 * turn + 2, `execute_tool ${call.part.name}`, [
        ...texts({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': call.part.name }),
        ...own,
        ...texts({ 'gen_ai.tool.call.id': call.part.id }),
        ...texts({ 'gen_ai.tool.call.arguments': JSON.stringify(call.part.arguments) }),
        ...texts({ 'gen_ai.tool.call.result': call.result }),
      ]),
    );
    const part = { type: 'tool_call_response', id: call.part.id, response: call.result };
    said.push(answer, { role: 'tool', parts: [part] });
  }
  const resource = { attributes: texts({ 'service.name': 'shop', 'telemetry.sdk.language': 'python' }) };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'made' }, spans }] }] };
}

const PROSE = 'You help customers of a shop with their orders, and never give away what you were not asked. '
  .repeat(8)
  .trim();

function callOf(trace: number, turn: number) {
  const name = TOOLS[(trace * 7 + turn * turn) % TOOLS.length];
  const order = (trace * 31 + turn * 17) % 40_001;
  const part = { type: 'tool_call', id: `call_${trace}_${turn}`, name, arguments: { order, exact: true } };
  const items = Array.from({ length: 3 }, (_, i) => ({
    item: order + i,
    options: { color: 'red', size: i },
  }));
  return { part, result: JSON.stringify({ order, status: 'sent', items, note: PROSE.slice(0, 100) }) };
}

/** Writes a log. @returns its length in bytes */
export function written(path: string, { parts }: MadeLog): number {
  const file = openSync(path, 'w');
  let [bytes, text] = [0, ''];
  const flush = () => {
    bytes += writeSync(file, text);
    text = '';
  };
  for (const part of parts()) {
    text += part;
    if (text.length > BLOCK) flush();
  }
  flush();
  closeSync(file);
  return bytes;
}
